"""Lines with the time since the start; one that lasts is repeated every few seconds."""

import threading
import time

STARTED = time.monotonic()
SILENCE_SECONDS_MAX = 5

_lock = threading.Lock()
_told = ("", STARTED)
_spoke = STARTED


def say(text: str) -> None:
    """What is being done from now on."""
    global _told
    with _lock:
        _told = (text, time.monotonic())
        _print(text)


def _print(text: str) -> None:
    global _spoke
    _spoke = time.monotonic()
    print(f"[{_spoke - STARTED:5.1f} s] {text}", flush=True)


def _repeat() -> None:
    while True:
        time.sleep(0.5)
        with _lock:
            text, since = _told
            now = time.monotonic()
            if now - _spoke >= SILENCE_SECONDS_MAX:
                _print(f"  {now - since:.0f} s of: {text}")


def watch() -> None:
    """From now on a line that lasts is repeated, with how long it does."""
    threading.Thread(target=_repeat, daemon=True).start()
