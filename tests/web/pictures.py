"""The pictures of the page in the documents: pictures.py BUILD FOLDER [ROOM...]. Every room in light and dark, wide and narrow."""

import base64
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_games  # noqa: E402
from page_driver import BROWSER, BUILD, COLOURS, SIZES, begun, click, find, found, go, look_as, open_page, shown  # noqa: E402
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
            data = BROWSER.execute_cdp_cmd('Page.captureScreenshot', {'format': 'webp', 'quality': 60})['data']
            with open(os.path.join(FOLDER, f'{room}_{size}_{colours}.webp'), 'wb') as file:
                file.write(base64.b64decode(data))


def play_room(server):
    pictures('front')
    go('lesson/4')
    shown('.cell .offer')
    click('a1')
    click('a8')
    pictures('lesson')
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
    go('mine')
    shown('#mine tbody tr')
    pictures('mine')


def watch_room(server, folder):
    go('watch')
    shown('#no-match')
    engine = f'cmd={BUILD}/lanternfish'
    arena = subprocess.Popen([f'{BUILD}/lanternfish-arena', 'match', '--games', '6', '--records', f'{folder}/games/first', '--tc', '8+0.1',
                              '-engine', 'name=lanternfish', engine, '-engine', 'name=trout', engine, 'option.Strategy=trout'], stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: len(found('#games tbody tr')) > 2, 300)
        shown('.live-game')
        time.sleep(5)
        pictures('watch')
    finally:
        arena.terminate()
        arena.wait()


def look_room(server):
    go('look')
    wait_for(lambda: found('#files tbody tr') and 'being read' not in find('main').text)
    pictures('look_files')
    go(f"look/{server.post('/api/look/file/0')['id']}/white/6/sense")
    shown('#progress[data-stage=done]', 300)
    pictures('look')
    find('#picture').click()
    shown('[data-picture=white]').click()
    wait_for(lambda: found('dialog img.picture'))
    pictures('look_picture')
    find('dialog[open] form button').click()
    find('#learn').click()
    shown('#mistakes')
    pictures('look_mistakes')


def board_room():
    go('board')
    shown('#board-begin')
    pictures('board_setup')
    go('board/start/e7:e2e4,e3:c7c6,d6:d2d4,d3:d7d5,b6:b1c3,d4:d5e4,d4:c3e4,e4')
    shown('#progress[data-stage=done]', 60)
    pictures('board_hand')
    go('board')
    shown('#board-example').click()
    find('#board-private').click()
    shown('#boards')
    pictures('board_private')


def reports(folder):
    for room, program, *arguments in (
            ('report_match', 'lanternfish-arena', 'report', folder, '--html', f'{folder}/report.html'),
            ('report_games', 'lanternfish-analyze', '--html', f'{folder}/report.html', '--nodes', '100', f'{folder}/00001_trout_attacker.json')):
        subprocess.run([os.path.join(BUILD, program), *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        BROWSER.get(f'file://{folder}/report.html')
        shown('#report h1')
        if room == 'report_games':
            BROWSER.execute_script("document.querySelector('.report-game').scrollIntoView()")
        pictures(room)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, 'recorded')
        recorded_games(BUILD, games, 8, turns=40)
        with Server(BUILD, '--games', games, folder=folder, keep=f'{folder}/kept') as server:
            open_page(server)
            play_room(server)
            look_room(server)
            board_room()
            watch_room(server, folder)
        reports(games)


try:
    main()
finally:
    BROWSER.quit()
