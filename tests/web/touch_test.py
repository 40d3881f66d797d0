"""The page under fingers: touch_test.py BUILD. On a telephone held upright and sideways the whole board is seen at once, what
is beside it is reached by a swipe from anywhere, and pieces are dragged."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_game  # noqa: E402
from page_driver import BROWSER, BUILD, begun, click, find, found, go, open_page, phase, script, shown, turn  # noqa: E402
from server import Server, run, wait_for  # noqa: E402

SIDEWAYS = ((568, 320), (667, 375), (740, 360), (844, 390))
UPRIGHT = ((375, 667), (390, 844))
PICTURES = sys.argv[2] if len(sys.argv) > 2 else None  # a folder for what was seen


def hold(width, height):
    BROWSER.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': True})
    BROWSER.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': True})
    wait_for(lambda: script('return innerWidth') == width)


def touch(what, x=0, y=0):
    points = [] if what == 'touchEnd' else [{'x': x, 'y': y}]
    BROWSER.execute_cdp_cmd('Input.dispatchTouchEvent', {'type': what, 'touchPoints': points})


def swipe(start, end):
    touch('touchStart', *start)
    for i in range(1, 11):
        touch('touchMove', *(a + (b - a) * i / 10 for a, b in zip(start, end)))
    touch('touchEnd')


def place(selector):
    """Left, top, right and bottom in the window."""
    return script('const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]', selector)


def middle(selector):
    left, top, right, bottom = place(selector)
    return (left + right) / 2, (top + bottom) / 2


def picture(name):
    if PICTURES:
        BROWSER.save_screenshot(os.path.join(PICTURES, f'{name}.png'))


def board_is_whole(width, height, room):
    """The page is no wider than the screen, and no higher is the board, which is as large as there is room."""
    script('scrollTo(0, 0)')
    left, top, right, bottom = place('main .board')
    assert script('return document.documentElement.scrollWidth') <= width, (room, width)
    assert bottom - top <= height and right - left > 0.6 * min(width, height), (room, width, height, right - left)


def test_the_board_fits_and_the_page_can_be_swiped():
    with Server(BUILD) as server, tempfile.TemporaryDirectory() as folder:
        with open(recorded_game(BUILD, folder), 'rb') as file:
            look = server.post('/api/look', file.read())['id']
        open_page(server)
        game = begun(server)
        for width, height in SIDEWAYS + UPRIGHT:
            hold(width, height)
            for room in (f'play/{game}', f'look/{look}', 'board', 'lesson'):
                go(room)
                shown('main .board .piece-set')
                board_is_whole(width, height, room)
                picture(f'{room.split("/")[0]}-{width}x{height}')
            go(f'play/{game}')
            wait_for(lambda: phase() == 'sense')
            board_is_whole(width, height, 'play')
            if width > height:  # beside the board, and not below it
                assert place('#status')[1] < height, (width, height, place('#status'))
            # From the square of a piece, too: before the sense none of them is dragged.
            x, y = middle('[data-square=d2]')
            swipe((x, min(y, height - 20)), (x, 40))
            wait_for(lambda: script('return scrollY') > 50)
            assert phase() == 'sense', 'a swipe is a sense'
        BROWSER.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': False})


def test_a_piece_is_dragged_by_a_finger():
    with Server(BUILD) as server:
        open_page(server)
        begun(server)
        hold(740, 360)
        script('scrollTo(0, 0)')
        click('e7')
        wait_for(lambda: phase() == 'move')
        wait_for(lambda: len(found('.cell.drags')) == 10)  # eight pawns and two knights
        at = script('return scrollY')
        swipe(middle('[data-square=e2]'), middle('[data-square=e4]'))
        wait_for(lambda: turn() == '2' or phase() == 'waiting')
        assert script('return scrollY') == at
        wait_for(lambda: found('[data-square=e4] .piece-set'))
        assert not found('[data-square=e2] .piece-set')
        BROWSER.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': False})


try:
    run([test_the_board_fits_and_the_page_can_be_swiped, test_a_piece_is_dragged_by_a_finger])
finally:
    BROWSER.quit()
