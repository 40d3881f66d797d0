"""The reports as files: report_test.py BUILD. They open from disk in a real browser without a complaint, and print."""

import base64
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from server import errors_of, open_browser, run, wait_for  # noqa: E402

BUILD = sys.argv[1]
BROWSER = open_browser()

from selenium.webdriver.common.by import By  # noqa: E402

FOLDER = tempfile.mkdtemp()


def made(program, *arguments):
    subprocess.run([os.path.join(BUILD, program), *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def opened(path):
    assert os.path.getsize(path) < 2_000_000
    BROWSER.get(f'file://{path}')
    wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#report h1'))
    printed = base64.b64decode(BROWSER.execute_cdp_cmd('Page.printToPDF', {})['data'])
    assert printed.startswith(b'%PDF') and len(printed) > 20_000
    asked = BROWSER.execute_script("return performance.getEntriesByType('resource').filter((e) => !e.name.startsWith('data:')).length")
    assert asked == 0, 'the report fetches something'
    assert errors_of(BROWSER) == []


def test_a_match_and_its_report():
    engine = f'cmd={BUILD}/lanternfish'
    made('lanternfish-arena', 'roundrobin', '--games', '4', '--records', f'{FOLDER}/m', '--tc', 'none', '--nodes', '40', '--turn-limit', '10',
         '--seed', '2', '-engine', 'name=<b>one', engine, 'option.EngineCommand=none', 'option.Strategy=trout', '-engine', 'name=two', engine,
         'option.EngineCommand=none', 'option.Strategy=attacker', '-engine', 'name=three', engine, 'option.Strategy=random')
    report = f'{FOLDER}/match.html'
    made('lanternfish-arena', 'report', f'{FOLDER}/m', '--html', report)
    opened(report)
    rows = BROWSER.find_elements(By.CSS_SELECTOR, '#standings tbody tr')
    assert len(rows) == 3
    assert '<b>one' in BROWSER.find_element(By.CSS_SELECTOR, '#standings').text
    assert len(BROWSER.find_elements(By.CSS_SELECTOR, '#games tbody tr')) == 12
    assert sum(float(row.find_elements(By.CSS_SELECTOR, 'td')[1].text) for row in rows) == 12
    # The title tells what was played; every player is in the charts; a game is opened by its number.
    assert '3 players: 12 games' in BROWSER.title
    keys = BROWSER.find_elements(By.CSS_SELECTOR, 'figcaption')[1].text
    assert all(name in keys for name in ('<b>one', 'two', 'three')), keys
    BROWSER.find_element(By.CSS_SELECTOR, '#games tbody tr:nth-child(4) button').click()
    shown = wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, 'details[open] .replay .board'))
    assert len(shown) == 1
    assert BUILD not in open(report).read()  # where the engines lie is nobody's business


def test_the_ladder_of_sight():
    made('lanternfish-arena', 'gauntlet', '--ladder=1,20,400', '--games', '1', '--records', f'{FOLDER}/ladder', '--tc', 'none', '--nodes', '20',
         '--turn-limit', '4', '--seed', '2', '-engine', 'name=climber', f'cmd={BUILD}/lanternfish', 'option.EngineCommand=none')
    opened(f'{FOLDER}/ladder/ladder.html')
    assert len(BROWSER.find_elements(By.CSS_SELECTOR, '#ladder tbody tr')) == 3
    chart = BROWSER.find_element(By.CSS_SELECTOR, 'section.card svg.chart')
    assert chart.get_attribute('aria-label').startswith('Score of climber')
    assert [text.text for text in chart.find_elements(By.CSS_SELECTOR, 'text[text-anchor=middle]')] == ['1', '20', '400']
    assert 'One half ' in BROWSER.find_element(By.CSS_SELECTOR, 'section.card').text


def test_the_report_of_recorded_games():
    games = sorted(g for g in glob.glob(f'{FOLDER}/m/0*.json'))[:4]
    # Another game by the name of the first one.
    os.mkdir(f'{FOLDER}/other')
    games.append(shutil.copy(games.pop(), f'{FOLDER}/other/{os.path.basename(games[0])}'))
    report = f'{FOLDER}/games.html'
    made('lanternfish-analyze', '--html', report, '--nodes', '30', '--judge-depth', '2', '-o', 'EngineCommand=none', *games)
    opened(report)
    sections = BROWSER.find_elements(By.CSS_SELECTOR, 'section.card')
    assert len(sections) == 1 + len(games)
    details = BROWSER.find_elements(By.CSS_SELECTOR, 'details')
    assert len(details) == 2 * len(games)
    wait_for(lambda: details[0].find_elements(By.CSS_SELECTOR, 'tbody tr'))
    if not details[0].get_attribute('open'):
        details[0].find_element(By.CSS_SELECTOR, 'summary').click()
    details[0].find_element(By.CSS_SELECTOR, 'tbody button').click()
    # Each game stands on a board at its end; turns and charts lead through it.
    boards = BROWSER.find_elements(By.CSS_SELECTOR, '.replay .board')
    assert len(boards) == len(games)
    words = BROWSER.find_elements(By.CSS_SELECTOR, '#step-words')
    assert '1. ' in words[0].text, words[0].text
    wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, 'svg.chart .hit'))
    BROWSER.execute_script("document.querySelectorAll('svg.chart .hit')[2].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    wait_for(lambda: '3. ' in words[0].text)


try:
    run([test_a_match_and_its_report, test_the_ladder_of_sight, test_the_report_of_recorded_games])
finally:
    BROWSER.quit()
