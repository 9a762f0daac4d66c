"""What only confines: the jail, its layers and limits, and the runner's side of a bot's process."""
