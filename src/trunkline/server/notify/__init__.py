"""Notices of a turn that waits, by webhook and web push."""
