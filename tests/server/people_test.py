"""The server's page in a real browser: people_test.py BUILD. A guest against a bot of the house, a friend by a link, an
account, a finished game in Look, a tournament, a game that is watched; on a telephone and in the dark; and what one browser
may not do to another's game."""

import os
import sys
import tempfile
import time
import urllib.request

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, '..', 'web')]
from client import Client, Server, Visitor  # noqa: E402
from page_driver import BROWSER, BUILD, brightness, click, find, found, go, look_as, phase, script, shown  # noqa: E402
from server import errors_of, run, wait_for  # noqa: E402

from selenium.webdriver.common.keys import Keys  # noqa: E402

HOUSE = ['--house', 'name=stroller cmd=@lanternfish option.Strategy=random']


def one_turn_of(visitor, game):
    """One turn of a visitor, when it comes. False: the game is over."""
    def state():
        answer = visitor.call(f'/api/play/{game}/state')[1]
        return answer if answer['phase'] in ('sense', 'over') else None
    if wait_for(state)['phase'] == 'over':
        return False
    assert visitor.call(f'/api/play/{game}/sense', {'square': 'e5'})[0] == 200
    now = visitor.call(f'/api/play/{game}/state')[1]
    assert now['phase'] == 'move', now['phase']
    move = next(request for request in now['requests'] if request != '0000')
    assert visitor.call(f'/api/play/{game}/move', {'move': move})[0] == 200
    return True


def comes_anew(server, address=''):
    """The browser, as somebody whom nobody knows."""
    BROWSER.get('about:blank')
    BROWSER.delete_all_cookies()
    errors_of(BROWSER)
    BROWSER.get(f'{server.base}/{address}')


def begun(server):
    comes_anew(server)
    shown('#players [data-play=stroller]')


def one_turn():
    wait_for(lambda: phase() in ('sense', 'over'))
    click('e5')
    wait_for(lambda: phase() in ('move', 'over'))
    find('#pass').click()
    wait_for(lambda: phase() in ('waiting', 'sense', 'over'))


def resign():
    wait_for(lambda: phase() in ('waiting', 'sense', 'move', 'over'))
    if phase() != 'over':
        find('#resign').click()
        shown('dialog[open] [data-answer=resign]').click()
    wait_for(lambda: phase() == 'over')


def test_a_guest_plays_a_bot_of_the_house():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE) as server:
        begun(server)
        find('[data-play=stroller]').click()
        one_turn()
        log = find('#log').text
        server.kill()
        wait_for(lambda: 'The connection is lost' in find('#notice').text, 30)
        server.start()
        BROWSER.refresh()
        wait_for(lambda: phase() in ('sense', 'over'), 60)
        assert find('#log').text.startswith(log[:10]), 'a server that was killed goes on with another game'
        one_turn()
        resign()
        shown('#look-link').click()
        wait_for(lambda: script('return location.hash').startswith('#game/'))
        shown('.board')
        go('play')
        wait_for(lambda: len(found('#past-games tbody tr')) == 1)
        find('#past-games tbody tr').click()
        wait_for(lambda: script('return location.hash').startswith('#game/'))
        assert [error for error in errors_of(BROWSER) if 'ERR_' not in error and 'Failed to load' not in error] == []


def test_the_address_of_a_finished_game_lasts():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        anna, bert = server.join('anna'), server.join('bert')
        for bot in (anna, bert):
            bot.call('invitations/')
        game = anna.call('invitations/', {'opponent': 'bert', 'color': True})['game_id']
        for bot in (anna, bert):
            bot.game(game, 'ready', {})
        for bot, move in ((anna, 'e2e4'), (bert, 'e7e5'), (anna, 'd2d4')):
            bot.game(game, 'sense', {'square': 36})
            bot.game(game, 'move', {'requested_move': {'type': 'Move', 'value': move}})
        bert.game(game, 'resign', {})
        counted = lambda: script('const e = document.querySelector("#boards"); return Boolean(e) && e.dataset.boards > 0')  # noqa: E731
        comes_anew(server)
        shown('#past-games tbody tr')
        press('#past-games tbody tr')
        wait_for(lambda: script('return location.hash') == f'#game/{game}/white/1/notice' and counted())
        saved = next(link.get_attribute('href') for link in found('.about a') if link.text == 'Save')
        # The server that showed it is gone: the next step is counted by the new one.
        wait_for(lambda: 'Counting' not in find('#progress').text and find('#learn').is_enabled(), 60)
        server.kill()
        server.start()
        find('body').send_keys(Keys.END)
        wait_for(lambda: script('return location.hash') == f'#game/{game}/white/2/move' and counted(), 60)
        assert urllib.request.urlopen(saved).status == 200, 'the record is gone'
        # So does a question, and a link that somebody was sent.
        for ways in (lambda: BROWSER.refresh(), lambda: comes_anew(server, f'#game/{game}/white/2/move')):
            server.kill()
            server.start()
            ways()
            wait_for(lambda: found('.look') and script('return location.hash') == f'#game/{game}/white/2/move' and counted(), 60)
        comes_anew(server, '#game/99')
        assert 'no game 99' in shown('#main .failure').text
        # A name of an earlier server leads to the finished games; rooms that a server has not, to its lobby.
        comes_anew(server, '#look/abc')
        link = shown('#main .card a')
        assert link.text == 'Finished games'
        link.click()
        wait_for(lambda: len(found('#past-games tbody tr')) == 1)
        for room in ('look', 'board', 'mine'):
            go('lesson')
            wait_for(lambda: not found('#past-games'))
            go(room)
            wait_for(lambda: len(found('#past-games tbody tr')) == 1)
            assert found('#drop') == []


def test_a_friend_by_a_link():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        comes_anew(server)
        shown('#friend').click()
        link = shown('#link').get_attribute('value')
        fits_everywhere()
        friend, third = Visitor(server.base), Visitor(server.base)
        token = link.split('/#join/')[1]
        status, answer = friend.call('/api/play/join', {'link': token})
        assert status == 200, answer
        game = answer['id']
        wait_for(lambda: script('return location.hash') == f'#play/{game}')
        assert third.call('/api/play/join', {'link': token})[0] == 409
        assert friend.call('/api/play/join', {'link': token})[1] == {'id': game}
        # Whoever is not at the table sees nothing of it and does nothing to it; nor does a page of another site.
        for path, body in (('state', None), ('events', None), ('sense', {'square': 'e4'}), ('resign', {})):
            assert third.call(f'/api/play/{game}/{path}', body)[0] == 403, path
        assert friend.call(f'/api/play/{game}/resign', {}, token='')[0] == 403
        assert friend.call(f'/api/play/{game}/ready', {})[0] == 200
        one_turn()
        assert one_turn_of(friend, game)
        one_turn()
        assert one_turn_of(friend, game)
        resign()
        assert 'lost' in find('#status').text
        assert friend.call(f'/api/play/{game}/state')[1]['phase'] == 'over'


def test_help_is_for_who_wants_it():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE) as server:
        def helped(visitor, game):
            return 'help' in visitor.call(f'/api/play/{game}/state')[1]
        # Also after a restart.
        for wanted in (False, True):
            guest = Visitor(server.base)
            game = guest.call('/api/play', {'color': 'white', 'opponent': 'stroller', 'base': 300, 'increment': 0, 'help': wanted})[1]['id']
            assert guest.call(f'/api/play/{game}/ready', {})[0] == 200
            wait_for(lambda: guest.call(f'/api/play/{game}/state')[1]['phase'] == 'sense')
            assert helped(guest, game) == wanted
            server.kill()
            server.start()
            assert helped(guest, game) == wanted
        # Who follows a link is asked, and the browser keeps what was said for the next game.
        host = Visitor(server.base)
        token = host.call('/api/play', {'color': 'white', 'opponent': 'link', 'base': 300, 'increment': 0, 'help': True})[1]['id'].removeprefix('link-')
        comes_anew(server, f'#join/{token}')
        assert shown('#help').is_selected()
        find('#help').click()
        find('#join').click()
        wait_for(lambda: script('return location.hash').startswith('#play/'))
        game = script('return location.hash').split('/')[1]
        assert host.call(f'/api/play/{game}/ready', {})[0] == 200
        wait_for(lambda: phase() == 'waiting')
        assert helped(host, game) and not find('#help-card').is_displayed()
        resign()
        go('play')
        assert not shown('#help').is_selected()
        find('#help').click()
        find('[data-play=stroller]').click()
        wait_for(lambda: phase() == 'sense' and find('#help-card').is_displayed())


def test_an_account():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE) as server:
        begun(server)
        find('#username').send_keys('anna')
        find('#password').send_keys('a pass?word')
        assert found('dialog[open]') == [], 'a key in the password is a key of the page'
        find('#sign-up').click()
        assert shown('#me').text == 'anna'
        assert 'lanternfish-session' not in script('return document.cookie'), 'a script reads the cookie'
        find('#sign-out').click()
        shown('#username').send_keys('anna')
        find('#password').send_keys('not the word')
        find('#sign-in').click()
        wait_for(lambda: 'nobody of this name' in find('#account .failure').text)
        find('#password').clear()
        find('#password').send_keys('a pass?word')
        find('#sign-in').click()
        shown('#me').click()
        wait_for(lambda: found('main h1') and find('main h1').text == 'anna')


def signed_in(name, password):
    shown('#username').send_keys(name)
    find('#password').send_keys(password)
    find('#sign-in').click()
    wait_for(lambda: found('#me') and find('#me').text == name)


def texts(selector):
    """In one moment: the page may put others in their place at any time."""
    return script('return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText)', selector)


def press(selector):
    """As click(), and in one moment."""
    wait_for(lambda: found(selector))
    script('document.querySelector(arguments[0]).click()', selector)


def fits_everywhere():
    """The page as it stands on a telephone and in the dark."""
    try:
        for size, colours in (('wide', 'dark'), ('narrow', 'dark'), ('narrow', 'light')):
            look_as(size, colours)
            assert script('return document.documentElement.scrollWidth') <= (390 if size == 'narrow' else 1400), 'too wide'
            for card in found('.card'):
                assert (brightness(card) < 100) == (colours == 'dark')
    finally:
        look_as('wide', 'light')


def test_a_tournament():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE) as server:
        password = next(line for line in server.process.stdout if line.startswith('administrator ')).split('password ')[1].split()[0]
        for name in ('anna', 'bert'):
            server.join(name)
        begun(server)
        assert found('#tournaments') == []
        signed_in('administrator', password)
        shown('#tournaments summary').click()
        find('#cup-name').send_keys('autumn-cup')
        find('#make-cup').click()
        shown('#cup-player').send_keys('stroller')
        find('#cup-add').click()
        wait_for(lambda: len(found('#cup-table tbody tr')) == 1)
        go('play')
        shown('#sign-out').click()
        shown('#username')
        go('tournament/autumn-cup')
        wait_for(lambda: 'Sign in to enter' in ''.join(texts('main')))
        assert found('#cup-player') == []
        go('play')
        signed_in('anna', 'a password')
        shown('#tournaments a').click()
        press('#enter')
        # A game with the bot is offered, and counts in the table. The lobby says what it counts for.
        wait_for(lambda: found('#cup-mine a'), 60)
        go('play')
        wait_for(lambda: 'autumn-cup' in ''.join(texts('#invitations')))
        go('tournament/autumn-cup')
        press('#cup-mine a')
        wait_for(lambda: phase() in ('sense', 'waiting'), 60)
        resign()
        go('tournament/autumn-cup')
        wait_for(lambda: len(found('#cup-games-table tbody tr')) == 1)
        rows = [row.split() for row in texts('#cup-table tbody tr')]
        assert [row[1:6] for row in rows] == [['stroller', '1', '1', '1', '0'], ['anna', '0', '1', '0', '0']], rows
        assert '1 game played, ' in texts('main')[0]
        Client(server.base, 'bert', 'a password').call('tournaments/autumn-cup/enter', {})
        wait_for(lambda: len(found('#crosstable tbody tr')) == 3)
        fits_everywhere()
        press('#enter')
        wait_for(lambda: texts('#enter') == ['Enter'])
        press('#cup-games-table tbody tr')
        wait_for(lambda: script('return location.hash').startswith('#game/'))


def test_a_game_is_watched():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--watch', '1') as server:
        host, friend = Visitor(server.base), Visitor(server.base)
        token = host.call('/api/play', {'color': 'white', 'opponent': 'link', 'base': 300, 'increment': 0})[1]['id'].removeprefix('link-')
        game = friend.call('/api/play/join', {'link': token})[1]['id']
        for visitor in (host, friend):
            assert visitor.call(f'/api/play/{game}/ready', {})[0] == 200
            # Who plays it does not watch it.
            assert visitor.call(f'/api/watch/{game}/state')[0] == visitor.call(f'/api/watch/{game}/events')[0] == 403
            assert visitor.call('/api/watch')[1]['numbers'] == []
        comes_anew(server)
        press('#playing a')
        wait_for(lambda: 'The game begins' in ''.join(texts('#live')))
        for _ in range(3):
            assert one_turn_of(host, game) and one_turn_of(friend, game)
        wait_for(lambda: 'Turn 2 of' in texts('#live')[0])
        assert '1 turns late' not in texts('main')[0] and 'One turn late' in texts('main')[0]
        assert 'Turn 3' not in texts('#live')[0]
        fits_everywhere()
        assert host.call(f'/api/play/{game}/resign', {})[0] == 200
        wait_for(lambda: 'Turn 3 of' in texts('#live')[0] and found('#live .badge'))
        wait_for(lambda: len(found('#games tbody tr')) == 1)
        press('#games tbody tr')
        wait_for(lambda: script('return location.hash').startswith('#game/'))
        go('watch')
        assert 'No game to watch' in shown('#no-match').text


def test_a_game_begins_when_its_page_is_seen():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        comes_anew(server)
        shown('#friend').click()
        token = shown('#link').get_attribute('value').split('/#join/')[1]
        # The person looks at another tab when the friend comes.
        script('Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away }); window.away = true')
        friend = Visitor(server.base)
        game = friend.call('/api/play/join', {'link': token})[1]['id']
        assert friend.call(f'/api/play/{game}/ready', {})[0] == 200
        wait_for(lambda: script('return document.title').startswith('● '))
        time.sleep(1)
        assert friend.call(f'/api/play/{game}/state')[1]['phase'] == 'starting', 'the clock of somebody who is away runs'
        assert 'Waiting for guest-' in find('#status').text
        assert find('#call-off').is_displayed() and not any(find(f'#{name}').is_displayed() for name in ('pass', 'takeback', 'resign', 'help-card'))
        script('window.away = false; document.dispatchEvent(new Event("visibilitychange"))')
        wait_for(lambda: phase() == 'sense')
        assert script('return document.title') == 'Lanternfish'
        assert find('#pass').is_displayed() and not find('#call-off').is_displayed()
        # Whoever waits in vain calls the game off.
        go('play')
        shown('#friend').click()
        token = shown('#link').get_attribute('value').split('/#join/')[1]
        Visitor(server.base).call('/api/play/join', {'link': token})
        wait_for(lambda: found('#call-off') and find('#call-off').is_displayed())
        find('#call-off').click()
        wait_for(lambda: 'void' in find('#status').text)
        go('player/99999')
        wait_for(lambda: 'no such person' in texts('main')[0])


def test_who_is_busy_and_why():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE, '--house-games', '3') as server:
        begun(server)
        assert texts('nav a') == ['Play'], 'a room is offered that is empty'
        assert find('[data-play=stroller]').is_enabled() and found('.why') == []
        guests = [Visitor(server.base) for _ in range(3)]
        for guest in guests:
            assert guest.call('/api/play', {'color': 'white', 'opponent': 'stroller', 'base': 300, 'increment': 0})[0] == 200
        wait_for(lambda: texts('.why') == ['plays 3 games, as many as it takes at once'])
        assert 'of the house, plays 3 games' in find('#players').text
        told = guests[0].call('/api/session/new', {'username': 'anna', 'password': 'a password'})
        assert told[0] == 409 and 'finish it first' in told[1]['error'], told
        assert not find('[data-play=stroller]').is_enabled()
        fits_everywhere()


def test_ratings_over_time():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--tc', '60+0') as server:
        bots = [server.join(name) for name in ('anna', 'bert')]
        for bot in bots:
            bot.call('users/me/version', {})
            bot.call('users/me/ranked', {'ranked': True})

        def one_game(loser):
            game = wait_for(lambda: [bot.call('invitations/')['invitations'] for bot in bots][0])[0]
            for bot in bots:
                bot.game(game, 'ready', {})
            bots[loser].game(game, 'resign', {})
        for loser in (1, 0, 1, 1, 1):
            one_game(loser)
        bots[0].call('users/me/version', {})
        for loser in (1, 1):
            one_game(loser)
        player = Visitor(server.base)
        wait_for(lambda: [(p['version'], p['games']) for p in player.call('/api/player/2')[1]['ratings']][-1:] == [(2, 2)])
        comes_anew(server, '#player/2')
        chart = shown('svg.chart')
        assert len(found('svg.chart path.series')) == 2 and len(found('svg.chart polygon.band')) == 2
        assert 'Elo' in chart.get_attribute('aria-label')
        assert [key.strip() for key in texts('figcaption .key')] == ['version 1', 'version 2']
        assert script('const box = arguments[0].getBBox(); return box.width > 100 && box.height > 50', chart)
        find('#ratings-table summary').click()
        rows = [row.split('\t') for row in texts('#ratings-table tbody tr')]
        assert [row[0] for row in rows] == sorted((row[0] for row in rows), reverse=True) and rows[-1][:2] == ['1', '1'], rows
        # The last one is what the leaderboard says.
        best = next(row for row in player.call('/api/leaderboard')[1]['players'] if row['name'] == 'anna')
        assert rows[0][:2] == ['2', str(best['games'])] and rows[0][2].replace('−', '-') == str(round(best['rating'])), (rows[0], best)
        fits_everywhere()
        assert [error for error in errors_of(BROWSER) if 'Failed to load' not in error] == []


def test_the_first_view_is_small():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE) as server:
        BROWSER.execute_cdp_cmd('Network.setCacheDisabled', {'cacheDisabled': True})
        begun(server)
        wait_for(lambda: 'past' in ' '.join(script('return performance.getEntriesByType("resource").map((entry) => entry.name)')))
        sizes = script('return [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => [entry.name, entry.transferSize])')
        BROWSER.execute_cdp_cmd('Network.setCacheDisabled', {'cacheDisabled': False})
        assert len(sizes) > 8 and sum(size for _, size in sizes) < 64 << 10, sizes


def test_telephone_and_dark():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE) as server:
        begun(server)
        fits_everywhere()


run([test_a_guest_plays_a_bot_of_the_house, test_the_address_of_a_finished_game_lasts, test_a_friend_by_a_link, test_help_is_for_who_wants_it, test_an_account, test_a_tournament, test_a_game_is_watched,
     test_a_game_begins_when_its_page_is_seen, test_who_is_busy_and_why, test_ratings_over_time, test_the_first_view_is_small, test_telephone_and_dark])
