"""The benchmark: named tasks with fixed opponents, deals and seeds, and results that anybody can make again.

A submission is a directory with `submission.json`, which names its agent as the arena does, and whatever code and
weights that agent needs. Running it writes `results.json` beside it; verifying it plays everything again and compares.
"""

from siam.benchmark.measuring import Figure, measure
from siam.benchmark.submissions import Results, Submission, SubmissionError, differences, read_results, read_submission
from siam.benchmark.tasks import SEED, TASKS, Budget, Compute, Task

__all__ = [
    "SEED",
    "TASKS",
    "Budget",
    "Compute",
    "Figure",
    "Results",
    "Submission",
    "SubmissionError",
    "Task",
    "differences",
    "measure",
    "read_results",
    "read_submission",
]
