"""`python -m tests.arena.chaos KILLS [SEED]`: a tournament on a site whose parts are killed. 0 where all is well."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import django

from tests.arena.chaos import processes
from tests.arena.chaos.site import Site

kills = int(sys.argv[1])
seed = int(sys.argv[2]) if len(sys.argv) > 2 else int.from_bytes(os.urandom(4), "big")
print(f"{kills} kills; again with: python -m tests.arena.chaos {kills} {seed}", flush=True)
processes.adopt_orphans()
site = Site(Path(tempfile.mkdtemp(prefix="satti-chaos-")))
os.environ.update(site.environment())
django.setup()

from tests.arena.chaos.campaign import Campaign  # noqa: E402 - the settings have to be there first

wrong = ["it did not come to its end"]
try:
    wrong = Campaign(site, kills=kills, seed=seed).run()
finally:
    if wrong:
        print(site.logs(), "", *wrong, sep="\n")
    site.arena and site.arena.kill()
    shutil.rmtree(site.data)
sys.exit(1 if wrong else 0)
