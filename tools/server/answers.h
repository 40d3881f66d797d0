#pragma once

// What a call did, or why it changed nothing, as HTTP says it.

#include "support/json_line.h"
#include "tools/server/store.h"
#include "tools/server/table.h"
#include "tools/web/http/http.h"

namespace lanternfish {

HttpResponse refusal(const Refused& why);
// What anybody may know of a game.
Json game_json(const StoredGame& game);
HttpResponse too_many_registrations();  // or guests

}  // namespace lanternfish
