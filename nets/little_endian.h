#pragma once

// Numbers in files: little-endian on every machine.

#include <bit>
#include <cstdint>
#include <string>

namespace lanternfish {

namespace detail {

template <typename Unsigned>
void put_little_endian(std::string& out, Unsigned value) {
  for (std::size_t i = 0; i < sizeof(value); ++i) {
    out.push_back(static_cast<char>(value >> (8 * i)));
  }
}

// Reads sizeof(Unsigned) bytes.
template <typename Unsigned>
Unsigned get_little_endian(const char* bytes) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(value); ++i) {
    value = static_cast<Unsigned>(value | Unsigned{static_cast<unsigned char>(bytes[i])} << (8 * i));
  }
  return value;
}

}  // namespace detail

inline void put_u16(std::string& out, std::uint16_t value) { detail::put_little_endian(out, value); }
inline void put_u32(std::string& out, std::uint32_t value) { detail::put_little_endian(out, value); }
inline void put_u64(std::string& out, std::uint64_t value) { detail::put_little_endian(out, value); }
inline void put_f32(std::string& out, float value) { put_u32(out, std::bit_cast<std::uint32_t>(value)); }

inline std::uint16_t get_u16(const char* bytes) { return detail::get_little_endian<std::uint16_t>(bytes); }
inline std::uint32_t get_u32(const char* bytes) { return detail::get_little_endian<std::uint32_t>(bytes); }
inline std::uint64_t get_u64(const char* bytes) { return detail::get_little_endian<std::uint64_t>(bytes); }
inline float get_f32(const char* bytes) { return std::bit_cast<float>(get_u32(bytes)); }

}  // namespace lanternfish
