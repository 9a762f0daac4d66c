"""The OpenAPI schema: what `takes` declares, and the problem details that every operation may answer."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

from arena.api.serializers import Nothing, Problem
from arena.api.views import Contract, StrictView
from arena.errors import PROBLEM

MEANINGS = {
    400: "an input was not understood, or the request cannot be done as things stand",
    401: "the token does not work, or there is none and the request needs one",
    403: "not allowed to this account",
    404: "what the address names does not exist",
    406: "the address does not send what the Accept header asks for",
    409: "something that the change depends on just changed; nothing was done, try again",
    411: "the request has no Content-Length",
    413: "the request is too large",
    415: "the body is of a type that the address does not read",
    429: "too many requests; the header Retry-After says how many seconds to wait",
    500: "something went wrong on the server",
    503: "the server is overloaded; the header Retry-After says how many seconds to wait",
}


class Schema(AutoSchema):
    @property
    def contract(self) -> Contract:
        return self.view.contract() if isinstance(self.view, StrictView) else Contract()

    def get_override_parameters(self) -> Any:
        query = self.contract.query
        return [query] if query().fields else []

    def get_request_serializer(self) -> Any:
        return None if self.contract.body is Nothing else self.contract.body

    def map_parsers(self) -> list[str]:
        """Forms are read as well, but one way of sending a thing is enough for generators of clients."""
        return ["multipart/form-data" if self.contract.upload else "application/json"]

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        for status in self._problems():
            answer = OpenApiResponse(Problem, MEANINGS[status] or HTTPStatus(status).phrase)
            bodies[str(status)] = self._get_response_for_code(answer, str(status), media_types=[PROBLEM])
        return dict(sorted(bodies.items()))

    def _problems(self) -> list[int]:
        statuses = [400, 401, 406, 429, 500, 503]
        if "{" in self.path:
            statuses.append(404)
        if self.method not in ("GET", "HEAD"):
            statuses += [403, 409, 411, 413, 415]
        elif self.contract.private:
            statuses.append(403)
        return statuses
