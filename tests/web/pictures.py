"""The pictures of the page in the documents: pictures.py BUILD FOLDER [ROOM...]. Every room in light and dark, wide and narrow."""

import base64
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import BROWSER, BUILD, COLOURS, SIZES, begun, find, found, go, look_as, open_page, shown  # noqa: E402
from person import Person  # noqa: E402
from server import Server, wait_for  # noqa: E402

FOLDER, WANTED = sys.argv[2], sys.argv[3:]


def pictures(room):
    """Four pictures of what is shown."""
    if WANTED and room not in WANTED:
        return
    for size in SIZES:
        for colours in COLOURS:
            look_as(size, colours)
            time.sleep(0.4)
            data = BROWSER.execute_cdp_cmd('Page.captureScreenshot', {'format': 'webp', 'quality': 80})['data']
            with open(os.path.join(FOLDER, f'{room}_{size}_{colours}.webp'), 'wb') as file:
                file.write(base64.b64decode(data))


def play_room(server):
    open_page(server)
    pictures('front')
    person = Person(server, begun(server, opponent='trout', base=300, increment=2))
    person.play(6)
    shown('.table[data-phase=sense]')
    shown('#boards[data-boards]:not([data-boards=""])')
    pictures('game')
    find('[data-layer=windows]').click()
    pictures('game_windows')
    Person(server, begun(server)).play()
    shown('#last-words')
    pictures('ending')


def main():
    os.makedirs(FOLDER, exist_ok=True)
    with Server(BUILD) as server:
        play_room(server)


try:
    main()
finally:
    BROWSER.quit()
