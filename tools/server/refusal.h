#pragma once

// Why a call changed nothing, as HTTP says it.

#include "tools/server/table.h"
#include "tools/web/http/http.h"

namespace lanternfish {

HttpResponse refusal(const Refused& why);

}  // namespace lanternfish
