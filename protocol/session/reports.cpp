#include "protocol/session/reports.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "protocol/messages/host_messages.h"
#include "protocol/session/options.h"

namespace lanternfish {

namespace {

constexpr double kMaxShown = 1e15;  // still exact as a double; what is not a number is shown as 0

std::int64_t rounded(double value) {
  return std::isnan(value) ? 0 : std::llround(std::clamp(value, -kMaxShown, kMaxShown));
}
std::uint64_t rounded_count(double value) { return static_cast<std::uint64_t>(rounded(std::max(value, 0.0))); }

SearchInfo::Sense sense_of(const Candidate& candidate) {
  return {.square = candidate.sense,
          .cp = candidate.cp,
          .gain_millibits = rounded(candidate.gain_bits * 1000),
          .expected_boards = rounded_count(candidate.expected_boards),
          .worst_boards = candidate.worst_boards};
}

SearchInfo::Request request_of(const Candidate& candidate) {
  return {.cp = candidate.cp,
          .cp_min = candidate.cp_min,
          .cp_max = candidate.cp_max,
          .cp_deviation = candidate.cp_deviation,
          .legal_permille = per_mille(candidate.legal),
          .capture_permille = per_mille(candidate.capture_probability),
          .king_permille = per_mille(candidate.king_probability),
          .move = candidate.move};
}

}  // namespace

int per_mille(double probability) { return static_cast<int>(rounded(std::clamp(probability, 0.0, 1.0) * 1000)); }
int per_million(double probability) {
  // A board that is held never shows as 0, which means that it is not.
  const auto ppm = static_cast<int>(rounded(std::clamp(probability, 0.0, 1.0) * 1'000'000));
  return probability > 0 ? std::max(ppm, 1) : 0;
}

std::vector<SearchInfo> search_lines(const CandidateReport& report, int multi_pv) {
  SearchInfo line{
      .phase = report.phase,
      .turn = report.turn,
      .boards = report.boards,
      .samples = report.samples,
      .time_ms = report.time_ms,
      .nodes = report.nodes,
      .nodes_per_second = report.nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(report.time_ms, 1)),
      .rank = 0,
      .candidate = {}};
  std::vector<SearchInfo> lines;
  for (const Candidate& candidate : report.candidates) {
    if (line.rank == multi_pv) {
      break;
    }
    ++line.rank;
    if (report.phase == Phase::kSense) {
      line.candidate = sense_of(candidate);
    } else {
      line.candidate = request_of(candidate);
    }
    lines.push_back(line);
  }
  if (lines.empty()) {
    lines.push_back(line);
  }
  return lines;
}

}  // namespace lanternfish
