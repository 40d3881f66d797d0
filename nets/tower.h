#pragma once

// Residual blocks, nearly all the work of a network, behind one small interface: oneDNN where it is built in, a plain
// loop everywhere. Stem and heads are the same code for both.

#include <cstdint>
#include <memory>
#include <span>

#include "nets/folded_net.h"

namespace lanternfish {

// One object belongs to one thread at a time, and works on that thread alone.
class Tower {
 public:
  virtual ~Tower() = default;

  // Replaces the activations of `positions` positions by what comes out of the last block. Layout: [position, square,
  // channel].
  virtual void run(float* activations, int positions) = 0;
};

enum class TowerKind : std::uint8_t { kPlain, kOneDnn };

// The fastest kind built in.
TowerKind best_tower_kind();

// Keeps no reference to `blocks`. A kind that is not built in is our own bug. No blocks: a tower that changes nothing.
std::unique_ptr<Tower> make_tower(std::span<const FoldedBlock> blocks, int channels, TowerKind kind);

// The two kinds, for make_tower.
std::unique_ptr<Tower> make_plain_tower(std::span<const FoldedBlock> blocks, int channels);
std::unique_ptr<Tower> make_dnnl_tower(std::span<const FoldedBlock> blocks, int channels);

}  // namespace lanternfish
