"""`python -m arena.standalone [FOLDER]`: the two private servers alone, until Ctrl-C; prints how to reach them."""

import signal
import sys
from pathlib import Path

from arena.standalone.engines import ServiceError
from arena.standalone.private import Lock, Servers


def main() -> int:
    data = Path(sys.argv[1] if len(sys.argv) > 1 else "data")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        lock = Lock(data)
        with Servers(data) as addresses:
            print(*(f"export {name}='{url}'" for name, url in addresses.items()), sep="\n", flush=True)
            signal.pause()
    except KeyboardInterrupt:
        return 0
    except ServiceError as error:
        print(f"arena.standalone: {error}", file=sys.stderr)
        return 1
    lock.release()
    return 0


if __name__ == "__main__":
    sys.exit(main())
