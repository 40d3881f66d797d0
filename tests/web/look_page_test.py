"""Recorded games on the page: look_page_test.py BUILD. The list, the turns, what Lanternfish would do, mistakes, links."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_game, recorded_games  # noqa: E402
from page_driver import BROWSER, BUILD, find, found, go, look_as, open_page, script, shown  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402

from selenium.webdriver.common.keys import Keys  # noqa: E402

FOLDER = tempfile.mkdtemp()


def rows():
    return found('#files tbody tr')


def search(text):
    script("const e = document.querySelector('input[aria-label=Search]'); e.value = arguments[0]; e.dispatchEvent(new Event('input'))", text)


def test_the_list_is_sorted_searched_and_paged():
    folder = os.path.join(FOLDER, 'many')
    recorded_games(BUILD, folder, 6)
    names = sorted(f for f in os.listdir(folder) if f.startswith('0') and f.endswith('.json'))
    for i in range(60):  # more than a page
        with open(os.path.join(folder, names[i % len(names)])) as source, open(os.path.join(folder, f'copy{i:02}.json'), 'w') as copy:
            copy.write(source.read())
    with open(os.path.join(folder, 'no_game.json'), 'w') as file:
        file.write('{"type": "GameHistory"}')
    with Server(BUILD, '--games', folder) as server:
        open_page(server, 'look')
        wait_for(lambda: len(rows()) == 50 and found('#next-page') and 'being read' not in find('main').text)
        heads = [head.text.strip(' ▾▴') for head in found('#files thead button')]
        assert heads == ['White', 'Black', 'Result', 'Ended by', 'Turns', 'Date', 'File'], heads
        find('#next-page').click()
        assert 0 < len(rows()) < 50
        for name, number in (('Turns', 4), ('White', 0)):
            for down in (True, False) if number == 4 else (False, True):
                next(b for b in found('#files thead button') if b.text.startswith(name)).click()
                values = [row.find_elements('css selector', 'td')[number].text for row in rows()]
                values = [int(v or 0) for v in values] if number == 4 else values
                assert values == sorted(values, reverse=down), (name, values)
        search('copy1 attacker')
        wait_for(lambda: 0 < len(rows()) <= 10)
        assert all('attacker' in row.text and 'copy1' in row.text for row in rows())
        search('nobody plays so')
        wait_for(lambda: not rows())
        assert 'Nothing found' in find('main').text
        search('copy07')
        wait_for(lambda: len(rows()) == 1)
        rows()[0].click()
        shown('#progress')
        link = script('return location.hash').strip('#')
    # The link still holds when the server was started anew.
    with Server(BUILD, '--games', folder) as server:
        open_page(server, 'look')
        wait_for(lambda: rows() and 'being read' not in find('main').text)
        open_page(server, link)
        shown('#progress')
        errors = errors_of(BROWSER)
        assert errors == [], errors


def opened(server, path):
    with open(path) as file:
        game = server.post('/api/look', file.read().encode())['id']
    open_page(server, f'look/{game}')
    shown('#progress[data-stage=done]', 120)
    return game


def test_turns_charts_links_and_requests():
    path = recorded_game(BUILD, os.path.join(FOLDER, 'one'))
    with Server(BUILD) as server:
        game = opened(server, path)
        state = server.get(f'/api/look/{game}/state')
        # The list of turns leads to each, and says where one is.
        buttons = found('.turns button.turn')
        assert len(buttons) == len(state['plies'])
        buttons[5].click()
        ply = state['plies'][5]
        wait_for(lambda: script('return location.hash') == f"#look/{game}/{ply['side']}/{ply['turn']}/move")
        assert buttons[5].get_attribute('aria-current') == 'step'
        # So do the charts.
        script("document.querySelectorAll('svg.chart')[0].querySelectorAll('.hit')[2].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        wait_for(lambda: '/3/notice' in script('return location.hash'))
        # The link opens the position, for those without the token, too.
        address = f"{server.base}/#look/{game}/black/2/sense"
        BROWSER.execute_cdp_cmd('Storage.clearDataForOrigin', {'origin': server.base, 'storageTypes': 'all'})
        BROWSER.get('about:blank')
        BROWSER.get(address)
        wait_for(lambda: 'senses' in shown('#step-words').text and '2.' in find('#step-words').text)
        open_page(server, f'look/{game}/white/3/sense')
        shown('#progress[data-stage=done]')
        find('#ask').click()
        table = shown('table.requests', 60)
        made = next(p for p in state['plies'] if p['side'] == 'white' and p['turn'] == 3)['requested']
        here = table.find_elements('css selector', 'tr.here')
        assert len(here) == 1 and ('pass' if made == '0000' else made) in here[0].text, here
        before = len(found('.overlay .head.alternative'))
        row = next(r for r in table.find_elements('css selector', 'tbody tr') if 'pass' not in r.text)
        row.click()
        assert before == 0 and len(found('.overlay .head.alternative')) == 1
        for size in ('wide', 'narrow'):
            look_as(size)
            assert script("const t = document.querySelector('table.requests'); return t.scrollWidth <= t.parentElement.clientWidth + 1") or \
                script("return document.querySelector('table.requests').parentElement.classList.contains('scroll')")
        look_as('wide')
        # Who walks by keys and by Tab does not begin anew at each step.
        for selector in ('[data-layer=threat]', '#ask'):
            script('document.querySelector(arguments[0]).focus()', selector)
            before = script('return location.hash')
            find(selector).send_keys(Keys.ARROW_RIGHT)
            wait_for(lambda: script('return location.hash') != before and found('#boards'))
            assert script('return document.activeElement.matches(arguments[0])', selector), selector
        errors = errors_of(BROWSER)
        assert errors == [], errors


def test_mistakes_are_asked_again_before_the_answer_is_shown():
    path = recorded_game(BUILD, os.path.join(FOLDER, 'mistakes'))
    with Server(BUILD) as server:
        game = opened(server, path)
        verdicts = server.get(f'/api/look/{game}/state')['verdicts']['white']
        worst = sorted((v['regret_cp'] for v in verdicts if v and v.get('regret_cp', 0) >= 50), reverse=True)[:3]
        assert worst, 'the game has no mistake to learn from'
        find('#learn').click()
        for i, regret in enumerate(worst):
            wait_for(lambda: f'Mistake {i + 1} of {len(worst)}' in find('#mistakes').text)
            assert 'On the true board' not in find('#mistakes').text
            assert not found('.overlay .head')
            where = script('return location.hash')
            find('body').send_keys(Keys.ARROW_RIGHT)
            assert script('return location.hash') == where, 'the question is about another turn now'
            if i == 0:
                own = next(c for c in found('.cell') if 'white knight' in c.get_attribute('aria-label') and 'perhaps' not in c.get_attribute('aria-label'))
                own.click()
                wait_for(lambda: found('.cell .chosen'))
                next(c for c in found('.cell') if 'white' not in c.get_attribute('aria-label')).click()
                wait_for(lambda: 'You request' in find('#mistakes').text, 60)
            else:
                find('#mistake-show').click()
            assert f'{regret / 100:.2f} pawns' in shown('#mistake-truth', 60).text
            assert 'Lanternfish requests' in find('#mistakes').text, find('#mistakes').text  # however early it was asked for
            find('#mistake-next').click()
        find('#mistakes-end').click()
        assert not found('#mistakes')
        # Whoever leaves in the middle takes nothing of it along.
        find('#learn').click()
        shown('#mistakes')
        go('play')
        shown('#begin')
        go(f'look/{game}')
        wait_for(lambda: found('.about') and find('.about').is_displayed())
        errors = errors_of(BROWSER)
        assert errors == [], errors


def downloaded(folder, ending):
    files = [name for name in os.listdir(folder) if name.endswith(ending)]
    return os.path.join(folder, files[0]) if files else None


def gif_frames(data):
    """Their times, in hundredths of a second; what is no GIF is an error."""
    assert data[:6] == b'GIF89a', data[:6]
    at = 13 + (3 << ((data[10] & 7) + 1))

    def skip_blocks(at):
        while data[at]:
            at += 1 + data[at]
        return at + 1
    times = []
    while data[at] != 0x3b:
        if data[at] == 0x21:
            if data[at + 1] == 0xf9:
                times.append(int.from_bytes(data[at + 4:at + 6], 'little'))
            at = skip_blocks(at + 2)
        else:
            assert data[at] == 0x2c, hex(data[at])
            at = skip_blocks(at + 11)
    assert at == len(data) - 1
    return times


def test_a_game_is_taken_away_as_a_report_and_as_an_animated_picture():
    path = recorded_game(BUILD, os.path.join(FOLDER, 'away'))
    downloads = os.path.join(FOLDER, 'downloads')
    os.mkdir(downloads)
    BROWSER.execute_cdp_cmd('Browser.setDownloadBehavior', {'behavior': 'allow', 'downloadPath': downloads})
    with Server(BUILD) as server:
        game = opened(server, path)
        look = server.get(f'/api/look/{game}/state')
        shown('#picture:not([disabled])').click()
        for view, side in (('truth', None), ('white', 'white'), ('black', 'black')):
            shown(f'[data-picture={view}]:not([disabled])').click()
            wait_for(lambda: found('dialog img.picture') and find('dialog img.picture').get_attribute('complete') == 'true')
            assert script('return document.querySelector("dialog img.picture").naturalWidth') == 384
            find('dialog a.button').click()
            file = wait_for(lambda: downloaded(downloads, f'game{"-" + side if side else ""}.gif'))
            with open(file, 'rb') as picture:
                times = gif_frames(picture.read())
            # A sense and a move for each turn, the end, and on the true board the beginning.
            plies = [ply for ply in look['plies'] if side in (None, ply['side'])]
            moves = sum('taken' in ply for ply in plies)
            assert len(times) == len(plies) + moves + 1 + (side is None), (view, len(times), len(plies))
            assert times[-1] == max(times)
        find('dialog[open] form button').click()
        shown('#report:not([disabled])').click()
        report = wait_for(lambda: downloaded(downloads, '.html'))
        assert errors_of(BROWSER) == []
    # It opens from disk, and says what lanternfish-analyze says.
    BROWSER.get(f'file://{report}')
    shown('#report h1')
    assert look['white'] in find('h1').text and look['black'] in find('h1').text
    assert len(found('.replay .board')) == 1 and len(found('svg.chart')) >= 3 and len(found('details')) == 2
    wait_for(lambda: errors_of(BROWSER) == [])


if __name__ == '__main__':
    try:
        run([test_the_list_is_sorted_searched_and_paged, test_turns_charts_links_and_requests, test_mistakes_are_asked_again_before_the_answer_is_shown,
             test_a_game_is_taken_away_as_a_report_and_as_an_animated_picture])
    finally:
        BROWSER.quit()
