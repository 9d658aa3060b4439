"""A clock that goes on by one second a step, whatever the machine takes for it."""


class Clocked:
    """The time by the clock of the test."""

    now = 0.0
