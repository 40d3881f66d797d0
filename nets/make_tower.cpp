#include <cassert>

#include "nets/tower.h"

namespace lanternfish {

TowerKind best_tower_kind() {
#ifdef LANTERNFISH_HAS_ONEDNN
  return TowerKind::kOneDnn;
#else
  return TowerKind::kPlain;
#endif
}

std::unique_ptr<Tower> make_tower(std::span<const FoldedBlock> blocks, int channels, TowerKind kind) {
#ifdef LANTERNFISH_HAS_ONEDNN
  if (kind == TowerKind::kOneDnn && !blocks.empty()) {
    return make_dnnl_tower(blocks, channels);
  }
#endif
  assert(kind == TowerKind::kPlain || blocks.empty());
  return make_plain_tower(blocks, channels);
}

}  // namespace lanternfish
