#include "tools/web/look/request_scores.h"

#include <map>

#include <fmt/format.h>

#include "protocol/messages/messages.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/child_process.h"

namespace lanternfish {

namespace {

using namespace std::chrono_literals;
constexpr auto kScoringPatience = 120s;  // for all of it: a long history takes some time to work through
constexpr std::int64_t kNodes = 3000;
constexpr int kCandidates = 12;

PositionCommand told(const RecordedGame& game, Color side, std::size_t turn) {
  PositionCommand position{game.start, side, {}};
  for (std::size_t i = 0; i <= turn; ++i) {
    const RecordedTurn& own = game.turns[side][i];
    position.history.emplace_back(own.notice);
    position.history.emplace_back(own.sensed);
    if (i < turn && own.moved) {
      position.history.emplace_back(*own.moved);
    }
  }
  return position;
}

Json otherwise_on(const std::vector<Board>& likely, Move request) {
  Json list = Json::array();
  for (std::size_t i = 0; i < likely.size(); ++i) {
    const Move asked = normalized_request(likely[i], request);
    if (!request.is_null() && resolve(likely[i], asked).taken != asked) {
      list.push_back(i);
    }
  }
  return list;
}

Json candidate_json(const SearchInfo::Request& request, const std::vector<Board>& likely) {
  Json json;
  json["move"] = format_move(request.move);
  json["mean"] = request.cp;
  json["worst"] = request.cp_min;
  json["best"] = request.cp_max;
  json["legal"] = request.legal_permille;
  json["capture"] = request.capture_permille;
  json["king"] = request.king_permille;
  json["otherwise"] = otherwise_on(likely, request.move);
  return json;
}

}  // namespace

Result<Json> request_scores(const RecordedGame& game, Color side, std::size_t turn, const std::vector<Board>& likely,
                            const EngineSpec& engine, const std::stop_token& stop) {
  ChildProcess::Command command{.argv = engine.command, .directory = engine.directory};
  command.argv.front() = program_path(command.argv.front());
  const auto child = ChildProcess::start(command);
  if (!child) {
    return Error{child.error()};
  }
  const auto deadline = std::chrono::steady_clock::now() + kScoringPatience;
  GoCommand go;
  go.limits.nodes = kNodes;
  std::string lines = format_host_command(UciCommand{}) + "\n";
  for (const auto& [name, value] : engine.options) {
    lines += format_host_command(SetOptionCommand{name, value}) + "\n";
  }
  lines += format_host_command(SetOptionCommand{"MultiPV", std::to_string(kCandidates)}) + "\n";
  lines += format_host_command(SetOptionCommand{"Seed", "1"}) + "\n";
  lines += format_host_command(told(game, side, turn)) + "\n" + format_host_command(go) + "\n";
  (*child)->write_text(lines, deadline);

  std::map<int, SearchInfo::Request> candidates;  // by rank
  for (std::string line; !stop.stop_requested();) {
    const auto status = (*child)->read_line(line, std::min(deadline, std::chrono::steady_clock::now() + 200ms));
    if (status == ChildProcess::ReadStatus::kClosed || std::chrono::steady_clock::now() > deadline) {
      return Error{"the engine gave no answer"};
    }
    if (status == ChildProcess::ReadStatus::kTimeout) {
      continue;
    }
    const Result<EngineMessage> message = parse_engine_line(line);
    if (!message) {
      continue;
    }
    if (const auto* info = std::get_if<SearchInfo>(&*message)) {
      if (const auto* request = std::get_if<SearchInfo::Request>(&info->candidate)) {
        candidates[info->rank] = *request;
      }
    } else if (std::holds_alternative<BestMove>(*message)) {
      Json json;
      json["requests"] = Json::array();
      for (const auto& [rank, request] : candidates) {
        json["requests"].push_back(candidate_json(request, likely));
      }
      return json;
    }
  }
  return Error{"stopped"};
}

}  // namespace lanternfish
