#include "tools/web/look/request_scores.h"

#include <cmath>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

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

Json request_json(const AskedRequest& request, const std::vector<Board>& likely) {
  const auto permille = [](double probability) { return std::lround(1000 * probability); };
  const Candidate& scores = request.scores;
  Json json;
  json["move"] = format_move(scores.move);
  json["same"] = Json::array();
  for (const Move move : request.same) {
    json["same"].push_back(format_move(move));
  }
  json["mean"] = scores.cp;
  json["worst"] = scores.cp_min;
  json["best"] = scores.cp_max;
  json["legal"] = permille(scores.legal);
  json["capture"] = permille(scores.capture_probability);
  json["king"] = permille(scores.king_probability);
  json["otherwise"] = otherwise_on(likely, scores.move);
  return json;
}

}  // namespace

Result<Json> request_scores(const RecordedGame& game, Color side, std::size_t turn, const std::vector<Board>& likely,
                            const QuestionSettings& settings, const std::stop_token& stop) {
  const auto asked = asked_requests(game, side, turn, settings, stop);
  if (!asked) {
    return Error{asked.error()};
  }
  Json json;
  json["requests"] = Json::array();
  for (const AskedRequest& request : *asked) {
    json["requests"].push_back(request_json(request, likely));
  }
  return json;
}

}  // namespace lanternfish
