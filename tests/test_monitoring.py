"""The alert rules name what the service shows, and nothing else."""

import re
from pathlib import Path

import pytest
import yaml

from mailbot.watch.metrics import Metrics
from mailbot.watch.observer import reason_word
from tests.cases import cases_of

cases = cases_of(__file__)

RULES = Path(__file__).parent.parent / "deploy/monitoring/alerts.yml"
ALERTS = [
    rule
    for group in yaml.safe_load(RULES.read_text())["groups"]
    for rule in group["rules"]
]


def shown() -> set[str]:
    """The names of all series of the service, as Prometheus stores them."""
    names = set()
    for metric in Metrics().registry.collect():
        endings = {
            "counter": ["_total"],
            "gauge": [""],
            "histogram": ["_bucket", "_sum", "_count"],
        }[metric.type]
        names |= {metric.name + ending for ending in endings}
    return names


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: rule["alert"])
def test_an_alert_names_real_series_and_an_act(rule: dict[str, dict[str, str]]) -> None:
    named = set(re.findall(r"mailbot_\w+", str(rule["expr"])))
    assert named <= shown()
    assert {"summary", "action"} == set(rule["annotations"])


def test_every_series_but_those_of_detail_has_an_alert() -> None:
    named = {n for rule in ALERTS for n in re.findall(r"mailbot_\w+", rule["expr"])}
    quiet = {"mailbot_stage_seconds_sum", "mailbot_stage_seconds_count"}
    assert shown() - named == quiet


@cases("why, word")
def test_a_reason_is_counted_under_one_word(why: str, word: str) -> None:
    assert reason_word(why) == word
