#pragma once

// The way of a child's complaints to our standard error: what could move the cursor or change colours is spelled out
// (support/text.h), as in all that our programs print.

namespace lanternfish {

// A descriptor that children may take as their standard error: a thread of ours reads it and prints whole lines. It
// stays open to the end of the program, which first prints what has been written until then. -1 where the system gives
// no pipe or no thread. Called from any thread.
int escaped_stderr();

}  // namespace lanternfish
