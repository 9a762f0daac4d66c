"""What the server gives the table component (`static/table/`, docs/table.md): the messages that it shows."""
