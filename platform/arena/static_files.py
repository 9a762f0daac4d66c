"""Style sheets, scripts and pictures under names that hold their hashes, so that browsers may keep them for a year."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Modules import each other by name, so the names in their imports are hashed too."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # one for each module in the longest chain of imports
