"""What runs inside the jail. Imports nothing of the runner's side but `bots.wire` and `bots.match_info`."""
