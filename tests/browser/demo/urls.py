"""The arena's own addresses, and the demo's before them."""

import json
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import engines
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from arena.table.messages import messages
from tests.browser.demo.game import DemoGame

HERE = Path(__file__).parent
GAMES: dict[str, DemoGame] = {}


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


def script(request: HttpRequest) -> HttpResponse:
    return HttpResponse((HERE / "play.js").read_text(), content_type="text/javascript")


urlpatterns = [
    path("demo/play.js", script),
    path("demo/act/<str:key>/", act),
    path("demo/<str:name>/", page),
    path("", include("arena.urls")),
]
