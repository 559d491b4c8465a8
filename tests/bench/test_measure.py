"""The measuring itself."""

from tests.bench.measure import compare, take_turns


def test_rivals_take_turns_at_each_task() -> None:
    seen: list[tuple[str, int]] = []
    rivals = {name: lambda task, name=name: seen.append((name, task)) for name in "ab"}
    times = take_turns(rivals, [1, 2], rounds=2)
    turns = [("a", 1), ("b", 1), ("a", 2), ("b", 2)] * 2
    assert seen == [turn for turn in turns for _ in range(2)]
    assert [len(seconds) for seconds in times.values()] == [2, 2]


def test_a_rival_that_does_not_end_is_stopped_and_not_asked_again() -> None:
    asked = []

    def hang(task: int) -> None:
        asked.append(task)
        while True:
            pass

    assert take_turns({"hang": hang}, [7], rounds=3, limit=0.05) == {"hang": [0.05]}
    assert asked == [7]


def test_ratios_are_of_the_medians() -> None:
    times = {"ours": [1.0, 2.0, 9.0], "theirs": [8.0, 20.0, 30.0]}
    assert compare(times, "ours") == {"ours": 1.0, "theirs": 10.0}
