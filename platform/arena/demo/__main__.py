"""`python -m arena.demo`: load the demo into the database of DATABASE_URL; its log-in is `demo` and DEMO_PASSWORD."""

import django

from arena import env


def main() -> None:
    django.setup()
    from arena.demo.load import load  # noqa: PLC0415 - models load after set-up

    load(password=env.text("DEMO_PASSWORD"), say=lambda text: print(f"satti: {text}", flush=True))


if __name__ == "__main__":
    main()
