// Residual blocks without any library. Vectors of eight floats are the compiler's business: AVX where the preset allows
// it, two SSE registers each elsewhere.

#include <cassert>
#include <cstring>

#include "nets/tower.h"

namespace lanternfish {

namespace {

// The board with a border of zeros, so that no tap has to ask whether it is on the board.
constexpr int kPaddedSide = 10;
constexpr int kPaddedSquares = kPaddedSide * kPaddedSide;
constexpr int padded(int file, int rank) { return (rank + 1) * kPaddedSide + file + 1; }

// Output channels and squares of one register tile: 8 sums of 8 floats, which hides the latency of the additions and
// leaves half of AVX2's 16 registers to weights and inputs.
constexpr int kLanes = 8;
constexpr int kTileVectors = 2;
constexpr int kTileChannels = kLanes * kTileVectors;
constexpr int kTileSquares = 4;
static_assert(kTileChannels == kChannelStep);

using Lanes [[gnu::vector_size(kLanes * sizeof(float))]] = float;

// By reference: a vector in a function's result has another calling convention with and without AVX.
inline void load(Lanes& lanes, const float* from) { std::memcpy(&lanes, from, sizeof(lanes)); }
inline void store(const Lanes& lanes, float* to) { std::memcpy(to, &lanes, sizeof(lanes)); }

struct PackedConv {
  std::vector<float> weights;  // [tile of output channels, tap, in, channel of the tile]
  std::vector<float> bias;     // [out]
};

PackedConv pack(const FoldedConv& conv, int channels) {
  PackedConv packed{.weights = {}, .bias = conv.bias};
  packed.weights.reserve(conv.weights.size());
  for (int tile = 0; tile < channels; tile += kTileChannels) {
    for (int tap = 0; tap < 9; ++tap) {
      for (int in = 0; in < channels; ++in) {
        for (int out = tile; out < tile + kTileChannels; ++out) {
          packed.weights.push_back(conv.weights[static_cast<std::size_t>((out * channels + in) * 9 + tap)]);
        }
      }
    }
  }
  return packed;
}

// Adds to the sums of one tile what one tap brings: `input` are the channels of the tile's first input square.
inline void add_tap(Lanes (&sums)[kTileSquares][kTileVectors], const float* input, const float* weights, int channels) {
  for (int in = 0; in < channels; ++in) {
    Lanes first;
    Lanes second;
    load(first, weights + in * kTileChannels);
    load(second, weights + in * kTileChannels + kLanes);
    for (int square = 0; square < kTileSquares; ++square) {
      const float x = input[square * channels + in];
      sums[square][0] += x * first;
      sums[square][1] += x * second;
    }
  }
}

// output = ReLU(convolution of input, plus output itself where kAddOutput). Both are padded boards.
template <bool kAddOutput>
void convolve(const PackedConv& conv, int channels, const float* input, float* output) {
  for (int tile = 0; tile < channels; tile += kTileChannels) {
    const float* weights = conv.weights.data() + static_cast<std::ptrdiff_t>(tile) * 9 * channels;
    for (int rank = 0; rank < 8; ++rank) {
      for (int file = 0; file < 8; file += kTileSquares) {
        Lanes sums[kTileSquares][kTileVectors];
        for (auto& sum : sums) {
          load(sum[0], conv.bias.data() + tile);
          load(sum[1], conv.bias.data() + tile + kLanes);
        }
        for (int tap = 0; tap < 9; ++tap) {
          const int square = padded(file + tap % 3 - 1, rank + tap / 3 - 1);
          add_tap(sums, input + static_cast<std::ptrdiff_t>(square) * channels,
                  weights + static_cast<std::ptrdiff_t>(tap) * channels * kTileChannels, channels);
        }
        for (int square = 0; square < kTileSquares; ++square) {
          float* out = output + static_cast<std::ptrdiff_t>(padded(file + square, rank)) * channels + tile;
          for (int v = 0; v < kTileVectors; ++v) {
            Lanes sum = sums[square][v];
            if constexpr (kAddOutput) {
              Lanes before;
              load(before, out + v * kLanes);
              sum += before;
            }
            store(sum > 0 ? sum : Lanes{}, out + v * kLanes);
          }
        }
      }
    }
  }
}

class PlainTower : public Tower {
 public:
  PlainTower(std::span<const FoldedBlock> blocks, int channels)
      : channels_(channels),
        board_(static_cast<std::size_t>(kPaddedSquares) * static_cast<std::size_t>(channels)),
        middle_(board_.size()) {
    assert(channels % kTileChannels == 0);
    for (const FoldedBlock& block : blocks) {
      convs_.push_back(pack(block.first, channels));
      convs_.push_back(pack(block.second, channels));
    }
  }

  void run(float* activations, int positions) override {
    if (convs_.empty()) {
      return;
    }
    const std::ptrdiff_t size = 64 * static_cast<std::ptrdiff_t>(channels_);
    for (int i = 0; i < positions; ++i) {
      run_one(activations + i * size);
    }
  }

 private:
  void run_one(float* activations) {
    const std::size_t row = sizeof(float) * 8 * static_cast<std::size_t>(channels_);
    const auto row_of = [this](int rank) {
      return board_.data() + static_cast<std::ptrdiff_t>(padded(0, rank)) * channels_;
    };
    for (int rank = 0; rank < 8; ++rank) {
      std::memcpy(row_of(rank), activations + static_cast<std::ptrdiff_t>(8 * rank) * channels_, row);
    }
    for (std::size_t i = 0; i < convs_.size(); i += 2) {
      convolve<false>(convs_[i], channels_, board_.data(), middle_.data());
      convolve<true>(convs_[i + 1], channels_, middle_.data(), board_.data());
    }
    for (int rank = 0; rank < 8; ++rank) {
      std::memcpy(activations + static_cast<std::ptrdiff_t>(8 * rank) * channels_, row_of(rank), row);
    }
  }

  int channels_;
  std::vector<PackedConv> convs_;  // two a block
  std::vector<float> board_;       // [padded square, channel]; the border stays zero
  std::vector<float> middle_;      // the same, between the two convolutions of a block
};

}  // namespace

std::unique_ptr<Tower> make_plain_tower(std::span<const FoldedBlock> blocks, int channels) {
  return std::make_unique<PlainTower>(blocks, channels);
}

}  // namespace lanternfish
