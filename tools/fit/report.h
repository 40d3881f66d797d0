#pragma once

// What a fitted model is worth on games it has not seen, as tables of bits a move, and the model as the text that
// belief/opponent/move_model.cpp includes.

#include <functional>
#include <string>

#include "tools/fit/judgement_fit.h"
#include "tools/fit/mixture.h"

namespace lanternfish {

using UsePlayer = std::function<bool(const PlayerMoves&)>;

// Of the players for whom `use` holds: with all moves alike, with the shares as they are before the first move, and
// with shares learnt from the moves before in the same game.
std::string move_report(const Decisions& decisions, const Mixture& mixture, const UsePlayer& use);

// The same of the built-in model with its shares learnt: without an evaluator's judgements, with them trusted
// altogether, with the trust learnt in the game; and this trust.
std::string judgement_report(const JudgementData& data, const JudgementCoefficients& coefficients,
                             const UsePlayer& use);

// `origin`: lines that say where the coefficients come from, without comment marks.
std::string table_text(const Mixture& mixture, const std::string& origin);
std::string judgement_table_text(const JudgementCoefficients& coefficients, const std::string& origin);

}  // namespace lanternfish
