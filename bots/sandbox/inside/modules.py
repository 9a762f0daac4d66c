"""How a bot's own modules are found: the text of its `.py` files runs, and nothing else that lies beside them."""

import sys
from importlib.machinery import FileFinder, SourceFileLoader
from types import CodeType


class TextLoader(SourceFileLoader):
    """No compiled file is looked for or believed, and no line of the text says in which encoding it is."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return compile(self.get_data(path).decode("utf-8-sig"), path, "exec", dont_inherit=True)


def find_below(folder: str) -> None:
    """From here on, modules below this folder are found this way."""

    def hook(path: str) -> FileFinder:
        if path != folder and not path.startswith(f"{folder}/"):
            raise ImportError("not a folder of the bot's", path=path)
        return FileFinder(path, (TextLoader, [".py"]))

    sys.path_hooks.insert(0, hook)
