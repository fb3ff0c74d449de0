"""The Bot API: updates come in, screens go out."""

import os

os.environ["PTB_TIMEDELTA"] = "true"
"""Opts in to what python-telegram-bot will do in its next major version: `RetryAfter.retry_after` is a timedelta.

Otherwise each flood wait is a deprecation warning. A filter would hide it only until somebody resets the filters.
"""
