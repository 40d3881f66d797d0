#pragma once

// RBC-UCI 1 as text and as structs, in both directions and for both sides. No input or output happens here. Engines
// parse host lines and format engine lines; arenas and referees do the reverse.

#include "protocol/messages/engine_messages.h"  // IWYU pragma: export
#include "protocol/messages/host_messages.h"    // IWYU pragma: export
