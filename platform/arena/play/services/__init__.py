"""What people do at tables: every write."""
