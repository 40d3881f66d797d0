#pragma once

// A little memory kept for the moment when there is none: to clean up after std::bad_alloc may itself need some. The
// destructor of a Json value does, and ends the program where it gets none. What is destroyed in plain work, with no
// exception about, is not helped.

namespace lanternfish {

// From now on an allocation that would fail while an exception is on its way or being handled takes from the reserve.
// Once for each program.
void keep_memory_reserve();
// Takes the reserve again where it was let go and there is memory. Any thread may call it, often.
void renew_memory_reserve();

}  // namespace lanternfish
