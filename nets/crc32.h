#pragma once

// The checksum of weights files: CRC-32 as zlib and Python's zlib.crc32 compute it.

#include <array>
#include <cstdint>
#include <string_view>

namespace lanternfish {

namespace detail {

constexpr std::array<std::uint32_t, 256> crc32_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int k = 0; k < 8; ++k) {
      c = (c & 1) != 0 ? 0xedb88320 ^ (c >> 1) : c >> 1;
    }
    table[i] = c;
  }
  return table;
}
inline constexpr auto kCrc32Table = crc32_table();

}  // namespace detail

constexpr std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char byte : bytes) {
    crc = detail::kCrc32Table[(crc ^ static_cast<unsigned char>(byte)) & 0xff] ^ (crc >> 8);
  }
  return ~crc;
}
static_assert(crc32("123456789") == 0xcbf43926);

}  // namespace lanternfish
