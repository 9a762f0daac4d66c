"""The arena's own addresses, and the demo's before them."""

import json
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import engines
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from arena.inputs import query
from arena.table.messages import messages
from games import frames
from tests.browser.demo.game import DemoGame

HERE = Path(__file__).parent
GAMES: dict[str, DemoGame] = {}


@query("options", "seat", "seed", "lang", "boxed")
def page(request: HttpRequest, name: str) -> HttpResponse:
    """A new game: `?options=` as JSON, `?seat=`, `?seed=`, `?lang=`."""
    get = request.GET
    demo = DemoGame(name, json.loads(get.get("options", "{}")), int(get.get("seat", "0")), get.get("seed", "a1"))
    key = str(len(GAMES))
    GAMES[key] = demo
    template = engines["django"].from_string((HERE / "play.html").read_text())
    data = {"match": demo.match(), "seat": demo.seat, "act": f"/demo/act/{key}/", "frames": demo.frames()}
    lang = get.get("lang", "en")
    context: dict[str, Any] = {"messages": messages(), "data": data, "key": key, "game": name, "boxed": "boxed" in get}
    return HttpResponse(
        template.render(context | {"LANGUAGE_CODE": lang, "LANGUAGE_BIDI": lang == "fa", "seats": len(demo.names)})
    )


@csrf_exempt  # the demo has no forms
def act(request: HttpRequest, key: str) -> JsonResponse:
    demo = GAMES[key]
    demo.act(json.loads(request.body)["action"])
    return JsonResponse(demo.frames(), safe=False)


def boxes(request: HttpRequest, vector: str) -> HttpResponse:
    """Tables in boxes of a page, fed one frame of a replay a click."""
    document = json.loads((HERE.parents[1] / "vectors" / f"{vector}.replay.json").read_text())
    told = frames.summary(document)
    data = {"match": told, "frames": frames.frames(document, 0)}
    template = engines["django"].from_string((HERE / "box.html").read_text())
    return HttpResponse(template.render({"messages": messages(), "data": data, "sizes": ["home", "phone", "stage"]}))


def asset(request: HttpRequest, name: str) -> HttpResponse:
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return HttpResponse((HERE / name).read_text(), content_type=kind)


urlpatterns = [
    path("demo/play.js", asset, {"name": "play.js"}),
    path("demo/box.js", asset, {"name": "box.js"}),
    path("demo/box.css", asset, {"name": "box.css"}),
    path("demo/boxes/<str:vector>/", boxes),
    path("demo/act/<str:key>/", act),
    path("demo/<str:name>/", page),
    path("", include("arena.urls")),
]
