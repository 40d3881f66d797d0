"""What a game on the page shows and offers: game_test.py BUILD."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import BROWSER, BUILD, COLOURS, begun, brightness, find, found, look_as, open_page, shown  # noqa: E402
from person import Person  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402


def test_the_end_shows_the_final_position_and_what_took_the_king():
    with Server(BUILD) as server:
        open_page(server)
        person = Person(server, begun(server))
        state = person.play()
        assert state['reason'] == 'KING_CAPTURE'
        words = shown('#last-words').text
        last = state['turns'][-1]['taken']
        assert f'from {last[:2]} to {last[2:4]} and captured the king' in words, words
        # The position after the capture: who took the king stands there, and nothing of the last window is left.
        label = find(f'[data-square={last[2:4]}]').get_attribute('aria-label')
        assert 'white' in label and 'captured black king' in label, label
        assert not found('.overlay .frame')
        find('#replay').click()
        wait_for(lambda: 'White begins' in find('#step-words').text)
        wait_for(lambda: 'senses' in find('#step-words').text)  # by itself
        find('[aria-label="To the last step"]').click()
        wait_for(lambda: 'captures the king' in find('#step-words').text)
        assert errors_of(BROWSER) == []


def test_heat_maps_have_a_scale_of_their_own_and_a_mark_at_the_best_window():
    with Server(BUILD) as server:
        open_page(server)
        person = Person(server, begun(server))
        person.play(3)
        shown('#boards[data-boards]:not([data-boards=""])')
        find('[data-layer=windows]').click()
        shown('.legend[data-layer=windows] .ramp')
        assert 'Fainter' not in find('#help-card').text
        best = max(person.current()['help']['windows'], key=lambda w: w['gain'])
        assert shown('.cell .best').find_element('xpath', '..').get_attribute('data-square') == best['square']
        assert f"{best['gain']:.1f} bits" in find('.legend').text
        find('[data-layer=threat]').click()
        shown('.legend[data-layer=threat] .ramp')


def test_the_signs_of_white_and_black_keep_their_colours():
    with Server(BUILD) as server:
        open_page(server)
        for colours in COLOURS:
            look_as(colours=colours)
            begun(server)
            assert brightness(shown('#names .disc.white')) > 240
            begun(server, color='black')
            assert brightness(shown('#names .disc.black')) < 40


if __name__ == '__main__':
    try:
        run([test_the_end_shows_the_final_position_and_what_took_the_king,
             test_heat_maps_have_a_scale_of_their_own_and_a_mark_at_the_best_window,
             test_the_signs_of_white_and_black_keep_their_colours])
    finally:
        BROWSER.quit()
