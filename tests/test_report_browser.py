"""The report in a real browser: nothing fetched, no complaint, nothing foreign run, and everything within reach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from report_worlds import HOSTILE_NAMES, PLAIN, campaign_in, hostile_files, shared

from benchmarks.browser import Browser, browsing, find_browser
from metrics.report import build_report
from metrics.visible_text import visible

pytestmark = pytest.mark.skipif(find_browser() is None, reason="no Chromium here (apt-get install chromium)")
SHOWN = "[...document.querySelectorAll('#files tbody tr')].filter(r => !r.hidden).map(r => r.cells[0].textContent)"
TEXT = "document.getElementById('{}').textContent"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(build_report(shared(tmp_path_factory, PLAIN)), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser: Browser, page: Path) -> Browser:
    browser.requests.clear()
    browser.complaints.clear()
    browser.open("about:blank")
    browser.open(page.as_uri())
    return browser


def click(browser: Browser, selector: str) -> None:
    browser.run(f"document.querySelector({selector!r}).click()")


def test_nothing_is_fetched_and_nothing_complains(opened: Browser, page: Path) -> None:
    for number in range(len(PLAIN)):
        opened.run(f"location.hash = 'file={number}'")
    for layer in ("intensity", "inhibition", "confidence"):
        click(opened, f"button[data-layer={layer}]")
    assert opened.requests == [page.as_uri()]
    assert opened.complaints == []


def test_filters_narrow_the_table_and_come_off_again(opened: Browser) -> None:
    everything = opened.run(SHOWN)
    assert everything == sorted(PLAIN)
    click(opened, "button[data-state=skipped]")
    assert opened.run(SHOWN) == ["broken.py"]
    assert opened.run(TEXT.format("count")) == f"1 of {len(PLAIN)} files"
    click(opened, "#clear")
    opened.run("document.getElementById('search').focus()")
    opened.type("LOUD")
    opened.run("new Promise(done => setTimeout(done, 150))")
    assert opened.run(SHOWN) == ["loud.py"]
    click(opened, "#clear")
    opened.run("document.getElementById('kind').value = 'construction'")
    opened.run("document.getElementById('kind').dispatchEvent(new Event('change'))")
    assert "broken.py" not in opened.run(SHOWN) and "loud.py" in opened.run(SHOWN)
    click(opened, "#clear")
    assert opened.run(SHOWN) == everything


def test_a_column_sorts_both_ways(opened: Browser) -> None:
    click(opened, "#files th:nth-child(1) button")
    assert opened.run(SHOWN) == sorted(PLAIN)
    click(opened, "#files th:nth-child(1) button")
    assert opened.run(SHOWN) == sorted(PLAIN, reverse=True)
    assert opened.run("document.querySelector('#files th').getAttribute('aria-sort')") == "descending"


def test_the_keyboard_reaches_a_file_through_the_heat_map(opened: Browser) -> None:
    opened.run("document.getElementById('heat').focus()")
    opened.press("ArrowDown", 40)
    said = opened.run(TEXT.format("read"))
    assert said.startswith("broken.py, tick ") and "confidence" in said
    opened.press("Enter", 13)
    opened.run("new Promise(done => setTimeout(done, 50))")
    assert opened.run("document.getElementById('detail').open") is True
    assert opened.run(TEXT.format("d-name")) == "broken.py"
    opened.press("j", 74)
    opened.press("j", 74)
    opened.run("new Promise(done => setTimeout(done, 50))")
    assert opened.run(TEXT.format("d-name")) == "loud.py"
    told = opened.run(TEXT.format("d-body"))
    for part in (
        "Evidence",
        'print("n is", n)',
        "print_statement",
        "Attempts and decisions",
        "Pheromones by tick",
    ):
        assert part in told
    opened.press("Escape", 27)
    opened.run("new Promise(done => setTimeout(done, 50))")
    assert opened.run("document.getElementById('detail').open") is False
    assert opened.run("location.hash") == ""


def test_every_control_has_a_name_and_every_picture_words(opened: Browser) -> None:
    nameless = """[...document.querySelectorAll('button,input,select,a,svg[role],[role=region],[role=application]')]
      .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim())).map(e => e.outerHTML.slice(0, 80))"""
    assert opened.run(nameless) == []
    assert opened.run("document.documentElement.lang") == "en"
    assert opened.run("[...document.querySelectorAll('img')].filter(i => !i.alt).length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(opened: Browser, scheme: str) -> None:
    """WCAG 2.1, 1.4.3: 4.5 to 1 for text."""
    opened.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    contrast = """(() => {
      const style = getComputedStyle(document.documentElement);
      const light = (name) => {
        const hex = style.getPropertyValue(name).trim().slice(1);
        const [r, g, b] = [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
          .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (a, b) => {
        const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05);
      };
      const low = [];
      for (const ink of ['--ink', '--soft', '--accent'])
        for (const ground of ['--paper', '--card', '--code', '--warn', '--gone', '--new'])
          if (!(ink === '--accent' && ['--gone', '--new', '--warn'].includes(ground)) && ratio(ink, ground) < 4.5)
            low.push(`${ink} on ${ground}: ${ratio(ink, ground).toFixed(2)}`);
      return low;
    })()"""
    try:
        assert opened.run(contrast) == []
    finally:
        opened.call("Emulation.setEmulatedMedia", features=[])


def test_hostile_names_and_texts_run_nothing(
    browser: Browser, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = tmp_path / "report.html"
    page.write_text(build_report(shared(tmp_path_factory, hostile_files())), encoding="utf-8")
    browser.requests.clear()
    browser.complaints.clear()
    browser.open("about:blank")
    browser.open(page.as_uri())
    names = browser.run(SHOWN)
    assert sorted(names) == sorted([*map(visible, HOSTILE_NAMES), "plain.py"])
    for number in range(len(names)):
        browser.run(f"location.hash = 'file={number}'")
        browser.run("new Promise(done => setTimeout(done, 30))")
    assert browser.run("typeof window.pwned") == "undefined"
    assert browser.run("document.querySelectorAll('img, #detail script, #files svg').length") == 0
    assert browser.requests == [page.as_uri()] and browser.complaints == []


def test_even_what_was_smuggled_in_would_not_run(browser: Browser, page: Path, tmp_path: Path) -> None:
    """The second wall: markup that somebody puts into the page by hand is stopped by its policy."""
    forged = tmp_path / "forged.html"
    text = page.read_text(encoding="utf-8")
    forged.write_text(
        text.replace(
            "<footer>", "<script>window.pwned=1</script><img src=x onerror='window.pwned=2'><footer>"
        ),
        encoding="utf-8",
    )
    browser.open(forged.as_uri())
    assert browser.run("typeof window.pwned") == "undefined"
    assert any("Content Security Policy" in complaint for complaint in browser.complaints)


def test_a_campaign_opens_filters_and_complains_of_nothing(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "campaign.html"
    page.write_text(build_report(campaign_in(tmp_path / "pilot")), encoding="utf-8")
    browser.requests.clear()
    browser.complaints.clear()
    browser.open(page.as_uri())
    assert len(browser.run(SHOWN)) == 12
    browser.run("document.getElementById('search').focus()")
    browser.type("r-stigmergic-tool")
    assert browser.run(SHOWN) == [f"r-stigmergic-tool-{seed}" for seed in (1, 2, 3)]
    click(browser, "#files th:nth-child(1) button")
    click(browser, "#files th:nth-child(1) button")
    assert browser.run(SHOWN) == [f"r-stigmergic-tool-{seed}" for seed in (3, 2, 1)]
    assert browser.run("[...document.images].every(i => i.complete && i.naturalWidth > 100)") is True
    assert browser.requests == [page.as_uri()] and browser.complaints == []
