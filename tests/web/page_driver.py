"""A browser with the page open, as tests and pictures use it."""

import sys
import time

from server import open_browser, wait_for

BUILD = sys.argv[1]
BROWSER = open_browser()  # before anything is started: without one all is skipped

from selenium.webdriver.common.by import By  # noqa: E402

SIZES = {'wide': (1400, 900), 'narrow': (390, 844)}
COLOURS = ('light', 'dark')


def found(selector):
    return BROWSER.find_elements(By.CSS_SELECTOR, selector)


def find(selector):
    return BROWSER.find_element(By.CSS_SELECTOR, selector)


def shown(selector, seconds=30):
    """The first element of that kind, waited for."""
    return wait_for(lambda: found(selector), seconds)[0]


def click(square):
    find(f'[data-square={square}]').click()


def script(text, *arguments):
    return BROWSER.execute_script(text, *arguments)


def open_page(server, address='play'):
    BROWSER.get('about:blank')
    BROWSER.get(server.address)
    shown('main h1')
    if address != 'play':
        go(address)


def go(address):
    script('location.hash = arguments[0]', address)


def look_as(size=None, colours=None):
    if size:
        width, height = SIZES[size]
        BROWSER.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})
    if colours:
        BROWSER.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [
            {'name': 'prefers-color-scheme', 'value': colours}, {'name': 'prefers-reduced-motion', 'value': 'reduce'}]})
    time.sleep(0.1)


def brightness(element, pseudo=''):
    """Of an element's background, 0 to 255."""
    colour = script('return getComputedStyle(arguments[0], arguments[1] || null).backgroundColor', element, pseudo)
    return sum(float(x) for x in colour[colour.index('(') + 1:-1].split(',')[:3]) / 3


def phase():
    tables = found('.table[data-phase]')
    return tables[0].get_attribute('data-phase') if tables else None


def turn():
    return find('.table').get_attribute('data-turn')


def begun(server, **wish):
    """A game that the page has begun, by its name; the page shows it."""
    game = server.post('/api/play', {'color': 'white', 'opponent': 'random', 'help': True, 'options': {'Seed': 5}, **wish})['id']
    go(f'play/{game}')
    wait_for(lambda: phase() in ('sense', 'waiting', 'over'))
    return game
