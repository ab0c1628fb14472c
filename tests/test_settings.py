"""Settings: what is shipped equals the model's defaults; what is wrong is named before anything is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from stigmergy.settings import DEFAULT_CONFIG, Settings, SettingsError, load


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    return path


def test_the_shipped_file_holds_every_setting_with_its_default() -> None:
    import yaml

    assert load() == Settings()
    assert yaml.safe_load(DEFAULT_CONFIG.read_text()).keys() == Settings().model_dump().keys()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("loop: {max_tick: 3}", "loop.max_tick: unknown setting; did you mean 'max_ticks'?"),
        ("lop: {max_ticks: 3}", "lop: unknown setting; did you mean 'loop'?"),
        ("loop: {max_ticks: many}", "loop.max_ticks: 'many' is not allowed"),
        ("loop: {max_ticks: 0}", "loop.max_ticks: 0 is not allowed"),
        ("loop: {max_ticks: true}", "loop.max_ticks: True is not allowed"),
        ("loop: 5", "loop: 5 is not allowed"),
        ("tester: {timeout_seconds: soon}", "tester.timeout_seconds"),
        ("verification: {target_python: '2.7'}", "verification.target_python"),
        ("thresholds: {validator_confidence_high: 1.5}", "thresholds.validator_confidence_high"),
        ("git: {branch_prefix: '-x'}", "git.branch_prefix"),
        ("- a list", "expected sections"),
        ("loop: [unclosed", "not valid YAML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(SettingsError, match=named.split(":")[0]) as caught:
        load(write(tmp_path, text))
    assert named in str(caught.value)


def test_a_missing_file_and_bytes_that_are_no_text_are_errors(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="can't be read"):
        load(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="not valid YAML"):
        load(tmp_path / "bytes.yaml")


def test_flags_override_the_file(tmp_path: Path) -> None:
    settings = load(write(tmp_path, "loop: {max_ticks: 3}"), {"loop.max_ticks": 7, "llm.model": "m"})
    assert (settings.loop.max_ticks, settings.llm.model) == (7, "m")


def test_a_version_written_as_a_number_is_read_as_a_version(tmp_path: Path) -> None:
    assert load(write(tmp_path, "verification: {target_python: 3.12}")).verification.target_python == "3.12"


def test_settings_cannot_be_changed_and_their_fingerprint_follows_their_content(tmp_path: Path) -> None:
    one, two = load(), load(None, {"loop.max_ticks": 7})
    with pytest.raises(Exception, match="frozen"):
        one.loop.max_ticks = 9  # type: ignore[misc]
    assert one.fingerprint() == load().fingerprint() != two.fingerprint()
    assert two.differences(one.model_dump(mode="json")) == ["loop.max_ticks: was 50, now 7"]
