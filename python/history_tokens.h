#pragma once

// One player's private history as numbers for a network that reads sequences. Squares, windows and requests are
// oriented as those of nets/move_code.h: the own side is south. In the order of the game:
//
//   the colour           kFirstColorToken + 0 White, 1 Black; once, before all else
//   a notice             one of kFirstNoticeToken + 0 no capture, 1 + square
//   a sense              kFirstSenseToken + 0 nothing sensed; else 1 + square, then nine contents, rows from north to
//   south:
//                        kFirstContentToken + 0 off the board, 1 empty, 2-7 own P N B R Q K, 8-13 opposing
//   an own move          kFirstRequestToken + the request's code (a pass is one), then what became of it,
//                        kFirstTakenToken + 0 as requested, 1 nothing, 2 + the square where it stopped, then
//                        kFirstCaptureToken + 0 no capture, 1 + square
//
// 0 is no token: it fills what is left in front.

#include <cstdint>
#include <span>

#include "nets/move_code.h"
#include "rules/observation.h"

namespace lanternfish {

using Token = std::int16_t;

constexpr Token kFirstColorToken = 1;
constexpr Token kFirstNoticeToken = kFirstColorToken + 2;
constexpr Token kFirstSenseToken = kFirstNoticeToken + 65;
constexpr Token kFirstContentToken = kFirstSenseToken + 65;
constexpr Token kFirstRequestToken = kFirstContentToken + 14;
constexpr Token kFirstTakenToken = kFirstRequestToken + kPassCode + 1;
constexpr Token kFirstCaptureToken = kFirstTakenToken + 66;
constexpr Token kTokens = kFirstCaptureToken + 65;

// The newest tokens of the events of `me`, the last one at the end of `tokens`.
void write_history_tokens(std::span<const Observation> events, Color me, std::span<Token> tokens);

}  // namespace lanternfish
