"""QR codes as one path for the page: nothing is loaded for them, and the policy of the page needs no exception."""

import segno


def square(text: str) -> dict[str, object]:
    """`size` in modules with the quiet zone, and `path`, a module wide lines from left to right."""
    border = 2
    rows = list(segno.make_qr(text, error="m").matrix_iter(border=border))
    parts = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark]
    return {"size": len(rows), "path": "".join(parts)}
