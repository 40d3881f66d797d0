#include "tools/server/answers.h"

namespace lanternfish {

HttpResponse json_answer(const Json& json) { return text_response(200, "application/json", dump_line(json)); }

HttpResponse refusal(const Refused& why) {
  using Why = Refused::Why;
  switch (why.why) {
    case Why::kWrong: return error_response(400, why.text);
    case Why::kForbidden: return error_response(403, why.text);
    case Why::kUnknown: return error_response(404, why.text);
    case Why::kTaken: return error_response(409, why.text);
    case Why::kStore: break;  // a client asks again after a status of 500 and more
  }
  return error_response(503, why.text);
}

HttpResponse too_many_registrations() {
  return error_response(429, "too many registrations from this address; please try again later");
}

}  // namespace lanternfish
