"""The pictures of the page in the documents: pictures.py BUILD FOLDER [ROOM...]. Every room in light and dark, wide and narrow."""

import base64
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_games  # noqa: E402
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


def look_room(server):
    go('look')
    wait_for(lambda: found('#files tbody tr') and 'being read' not in find('main').text)
    pictures('look_files')
    game = server.post('/api/look/file/0')['id']
    go(f'look/{game}/white/6/sense')
    shown('#progress[data-stage=done]', 300)
    pictures('look')
    find('#ask').click()
    shown('table.requests tbody tr', 60)
    found('table.requests tbody tr')[1].click()
    find('[data-layer=windows]').click()
    pictures('look_windows')
    find('#learn').click()
    shown('#mistakes')
    pictures('look_mistakes')


def main():
    os.makedirs(FOLDER, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        recorded_games(BUILD, folder, 8, turns=40)
        with Server(BUILD, '--games', folder) as server:
            open_page(server)
            play_room(server)
            look_room(server)


try:
    main()
finally:
    BROWSER.quit()
