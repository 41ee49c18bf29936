"""The revisions, oldest first by number; one that was released is never changed again."""
