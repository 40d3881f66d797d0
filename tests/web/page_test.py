"""The page in a real browser: page_test.py BUILD. Games by mouse and by keys, reload, tabs, a match, recorded games."""

import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_game  # noqa: E402
from page_driver import BROWSER, BUILD, click, find, phase, turn  # noqa: E402
from person import Person, name_of  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


def open_setup(server, color='white', opponent='random'):
    BROWSER.get('about:blank')
    BROWSER.get(server.address)
    wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#opponents'))
    find(f'input[value={color}]').click()
    BROWSER.execute_script("document.querySelector(`input[name=opponent][value=${arguments[0]}]`).checked = true", opponent)
    BROWSER.execute_script("document.querySelector('#help').checked = true")
    BROWSER.execute_script("document.querySelector('input[aria-label=Seed]').value = 5")


def begin(server, color='white', opponent='random'):
    open_setup(server, color, opponent)
    find('button.main').click()
    wait_for(lambda: phase() in ('sense', 'waiting'))
    return BROWSER.execute_script('return location.hash').split('/')[1]


def play_to_the_end(person, sense, move, in_turn=lambda number: None):
    for number in range(1, 151):
        if wait_for(lambda: phase() if phase() in ('sense', 'over') else None) == 'over':
            break
        in_turn(number)
        state = person.current()
        sense(name_of(person.king(state)))
        if wait_for(lambda: phase() if phase() in ('move', 'over') else None) == 'over':
            break
        move(person.request(person.current()))
        wait_for(lambda: phase() == 'over' or (phase() in ('waiting', 'sense') and turn() != str(number))
                 or phase() == 'waiting')
    assert phase() == 'over', 'the game has no end'
    state = person.state()
    assert state['reason'] == 'KING_CAPTURE', state
    assert 'king was captured' in find('#status').text
    return state


def promote():
    for button in BROWSER.find_elements(By.CSS_SELECTOR, 'dialog[open] button'):
        if button.text == 'queen':
            button.click()
            return


def click_move(request):
    click(request[:2])
    click(request[2:])
    promote()


def test_a_game_by_clicks_with_a_reload():
    with Server(BUILD) as server:
        person = Person(server, begin(server))

        def reload_once(number):
            if number == 3:
                before = find('#log').text
                BROWSER.refresh()
                wait_for(lambda: phase() == 'sense')
                assert find('#log').text == before, 'a reload shows another game'
        state = play_to_the_end(person, click, click_move, reload_once)
        # Nothing is hidden any more: the whole game can be replayed with the truth, saved and looked into.
        wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#step-words'))
        record = server.get(f'/api/play/{person.game}/record')
        assert record['winner_color'] in (True, False) and record['type'] == 'GameHistory'
        turns = len(record['senses']['true'])
        assert len(state['turns']) == turns
        find('body').send_keys(Keys.END)
        wait_for(lambda: 'captures the king' in find('#step-words').text)
        assert find('#look-link')
        assert (errors := errors_of(BROWSER)) == [], errors


def go(square):
    """By arrow keys alone; Black's board is turned round."""
    if BROWSER.execute_script("return !document.activeElement.closest('.cell')"):
        find('body').send_keys('b')
    for _ in range(16):
        here = BROWSER.switch_to.active_element
        at = here.get_attribute('data-square')
        if at == square:
            here.send_keys(Keys.ENTER)
            return
        sign = 1 if FLIPPED[0] == 'white' else -1
        if at[0] != square[0]:
            here.send_keys(Keys.ARROW_RIGHT if (square[0] > at[0]) == (sign > 0) else Keys.ARROW_LEFT)
        else:
            here.send_keys(Keys.ARROW_UP if (square[1] > at[1]) == (sign > 0) else Keys.ARROW_DOWN)
    raise AssertionError('the arrow keys do not lead there')


FLIPPED = ['black']


def key_move(request):
    go(request[:2])
    go(request[2:])
    if BROWSER.find_elements(By.CSS_SELECTOR, 'dialog[open]'):
        BROWSER.switch_to.active_element.send_keys(Keys.ENTER)  # the first choice


def test_a_game_by_keys_alone():
    with Server(BUILD) as server:
        person = Person(server, begin(server, 'black'))
        play_to_the_end(person, go, key_move)
        assert (errors := errors_of(BROWSER)) == [], errors


def test_two_tabs_and_a_closed_one():
    with Server(BUILD, '--grace', '2') as server:
        game = begin(server)
        first = BROWSER.current_window_handle
        BROWSER.switch_to.new_window('tab')
        BROWSER.get(f'{server.base}/#play/{game}')
        wait_for(lambda: phase() == 'sense')
        click('e7')
        wait_for(lambda: phase() == 'move')
        BROWSER.switch_to.window(first)
        wait_for(lambda: phase() == 'move')  # both tabs show the same game
        click_move('e2e4')
        wait_for(lambda: turn() == '2' and phase() == 'sense')
        assert server.children(), 'there is no engine'
        for handle in BROWSER.window_handles:
            BROWSER.switch_to.window(handle)
            BROWSER.get('about:blank')
        # Nobody looks: the game is left, and its engine goes.
        wait_for(lambda: not server.children(), 15)
        assert server.get(f'/api/play/{game}/state')['phase'] == 'over'
        BROWSER.close()
        BROWSER.switch_to.window(BROWSER.window_handles[0])


def drop(text, name):
    """What a person's drop of a file comes to."""
    BROWSER.execute_script('''
      const transfer = new DataTransfer();
      transfer.items.add(new File([arguments[0]], arguments[1], {type: 'application/json'}));
      document.querySelector('#drop').dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
    ''', text, name)


def test_a_recorded_game_says_what_analyze_says():
    folder = tempfile.mkdtemp()
    path = recorded_game(BUILD, folder)
    answer = subprocess.run([os.path.join(BUILD, 'lanternfish-analyze'), path, '--json', '--nodes', '300', '--max-boards', '100000'],
                            stdout=subprocess.PIPE, check=True, text=True)
    turns = [json.loads(line) for line in answer.stdout.splitlines()]
    turns = [t for t in turns if t.get('type') == 'turn']
    assert len(turns) > 6
    with Server(BUILD) as server:
        BROWSER.get('about:blank')
        BROWSER.get(server.address)
        wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#opponents'))
        BROWSER.execute_script("location.hash = '#look'")
        wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#drop'))
        for broken in ('{', 'no game', '[]', '{"type": "GameHistory"}', '\x00' * 1000):
            drop(broken, 'broken.json')
            wait_for(lambda: 'no recorded game' in find('#look-failure').text)
            BROWSER.execute_script("document.querySelector('#look-failure').textContent = ''")
        errors_of(BROWSER)  # the refusals
        with open(path) as file:
            drop(file.read(), 'game.json')
        wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#progress[data-stage=done]'), 120)
        game = BROWSER.execute_script('return location.hash').split('/')[1]
        compared = 0
        for t in turns:
            for step, key in (('notice', 'before_sense'), ('sense', 'after_sense'), ('move', 'after_move')):
                if t[key] is None:
                    continue
                shown = server.get(f"/api/look/{game}/{t['color']}/{t['turn']}/{step}")
                if shown['deferred'] or t[key]['deferred']:
                    continue  # which boards are put off depends on their weights, and analyze has more to weigh by
                assert shown['boards'] == t[key]['boards'], (t['turn'], step)
                compared += 1
        assert compared > 15, compared
        # The same on the page itself, both sides, step by step by keys.
        body = find('body')
        body.send_keys(Keys.HOME)
        for t in sorted(turns, key=lambda t: (t['turn'], t['color'] == 'black'))[:6]:
            side = t['color']
            BROWSER.execute_script(f"location.hash = '#look/{game}/{side}/{t['turn']}/notice'")
            find('body').send_keys('m')
            wait_for(lambda: find('#step-words').text.startswith(f"{t['turn']}. {side.capitalize()}"))
            wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, f"#boards[data-boards='{t['before_sense']['boards']}']"))
            body.send_keys(Keys.ARROW_RIGHT)
            wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, f"#boards[data-boards='{t['after_sense']['boards']}']"))
            if 'regret_cp' in t['recorded'] and t['after_move']:
                body.send_keys(Keys.ARROW_RIGHT)
                wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#verdict'))
                regret = float(find('#verdict').get_attribute('data-regret'))
                assert abs(regret - t['recorded']['regret_cp']) < 1e-6
        # A step once computed is shown at once.
        body.send_keys(Keys.HOME)
        time.sleep(1)
        took = BROWSER.execute_script('''
          const begun = performance.now();
          for (let i = 0; i < 6; ++i) document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
          return (performance.now() - begun) / 6;''')
        print(f'a step takes {took:.1f} ms')
        assert took < 100, took
        body.send_keys('a')
        wait_for(lambda: len(BROWSER.find_elements(By.CSS_SELECTOR, '.side table')) == 2, 60)
        assert (errors := errors_of(BROWSER)) == [], errors


def test_a_match_is_watched_while_it_runs():
    # One game of two careful players: it lasts longer than the page needs to show it.
    folder = tempfile.mkdtemp()
    engine = f'cmd={BUILD}/lanternfish'
    arena = subprocess.Popen([os.path.join(BUILD, 'lanternfish-arena'), 'match', '--games', '1', '--records', folder, '--tc', '10+0.1',
                              '-engine', 'name=one', engine, 'option.EngineCommand=none', '-engine', 'name=two', engine,
                              'option.EngineCommand=none'], stdout=subprocess.DEVNULL)
    try:
        with Server(BUILD, '--match', folder) as server:
            BROWSER.get('about:blank')
            BROWSER.get(server.address)
            wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#opponents'))
            BROWSER.execute_script("location.hash = '#watch'")
            wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '.live-game'), 60)
            assert len(BROWSER.find_elements(By.CSS_SELECTOR, '.live-game .board')) == 3
            words = find('.live-game p').text
            wait_for(lambda: find('.live-game p').text != words, 60)
            wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#games tbody tr'), 240)
            find('#games tbody button').click()
            wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '#progress'))
            assert (errors := errors_of(BROWSER)) == [], errors
    finally:
        arena.terminate()
        arena.wait()


def test_the_pointer_may_rest_on_the_board_while_the_opponent_starts():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, 'slow.py')
    with open(path, 'w') as file:
        file.write('import sys, time\nfor line in sys.stdin:\n word = line.split()[0]\n'
                   ' if word == "uci": time.sleep(4); print("id name s\\nid protocol rbc-uci 1\\nuciok", flush=True)\n'
                   ' if word == "isready": print("readyok", flush=True)\n')
    with Server(BUILD, '--engine', f'name=slow cmd={sys.executable} {path}') as server:
        open_setup(server, opponent='engine1')
        find('button.main').click()
        wait_for(lambda: BROWSER.find_elements(By.CSS_SELECTOR, '[data-square=e4]'))
        errors_of(BROWSER)
        for square in ('e4', 'd5'):
            ActionChains(BROWSER).move_to_element(find(f'[data-square={square}]')).perform()
            click(square)
        for key in 'pnb1/':
            find('body').send_keys(key)
        assert BROWSER.find_elements(By.CSS_SELECTOR, '.table')[0].get_attribute('data-phase') is None, 'it has started already'
        assert (errors := errors_of(BROWSER)) == [], errors


def test_a_second_click_on_a_move_is_no_sense():
    with Server(BUILD) as server:
        game = begin(server)
        click('e7')
        wait_for(lambda: phase() == 'move')
        click('e2')
        ActionChains(BROWSER).move_to_element(find('[data-square=e4]')).click().pause(0.15).click().perform()
        wait_for(lambda: phase() == 'sense' and turn() == '2')
        assert 'sense' not in server.get(f'/api/play/{game}/state')['turns'][1]
        click('e7')
        wait_for(lambda: phase() == 'move')


def test_every_view_fits_a_narrow_screen():
    long_name = 'abcdefghijklmnopqrstu'
    with tempfile.TemporaryDirectory() as folder:
        with open(recorded_game(BUILD, folder)) as file:
            record = json.load(file)
    record.update(white_name=long_name, black_name=long_name)
    with Server(BUILD, '--engine', f'name={long_name} cmd={BUILD}/lanternfish Strategy=random') as server:
        look = server.post('/api/look', record)['id']
        for width in (320, 360, 1280):
            BROWSER.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': width, 'height': 800, 'deviceScaleFactor': 1, 'mobile': False})
            begin(server, opponent='engine1')
            for room in ('play', 'watch', 'look', BROWSER.execute_script('return location.hash').strip('#'), f'look/{look}'):
                BROWSER.execute_script('location.hash = arguments[0]', room)
                time.sleep(0.3)
                assert BROWSER.execute_script('return document.documentElement.scrollWidth') <= width, (room, width)
                unnamed = BROWSER.execute_script('''return [...document.querySelectorAll('button, input, select')].filter((e) =>
                  !e.textContent.trim() && !e.getAttribute('aria-label') && !(e.labels && e.labels.length)).length''')
                assert unnamed == 0, (room, unnamed)


try:
    run([test_a_game_by_clicks_with_a_reload, test_a_game_by_keys_alone, test_two_tabs_and_a_closed_one,
         test_a_recorded_game_says_what_analyze_says, test_a_match_is_watched_while_it_runs,
         test_the_pointer_may_rest_on_the_board_while_the_opponent_starts, test_a_second_click_on_a_move_is_no_sense, test_every_view_fits_a_narrow_screen])
finally:
    BROWSER.quit()
