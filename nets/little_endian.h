#pragma once

// Numbers in files, little-endian on every machine, and their checksum.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/crc.hpp>

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

// The checksum of files: CRC-32 as zlib and Python's zlib.crc32 compute it.
inline std::uint32_t crc32(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

inline void put_u16(std::string& out, std::uint16_t value) { detail::put_little_endian(out, value); }
inline void put_u32(std::string& out, std::uint32_t value) { detail::put_little_endian(out, value); }
inline void put_u64(std::string& out, std::uint64_t value) { detail::put_little_endian(out, value); }
inline void put_f32(std::string& out, float value) { put_u32(out, std::bit_cast<std::uint32_t>(value)); }

inline std::uint16_t get_u16(const char* bytes) { return detail::get_little_endian<std::uint16_t>(bytes); }
inline std::uint32_t get_u32(const char* bytes) { return detail::get_little_endian<std::uint32_t>(bytes); }
inline float get_f32(const char* bytes) { return std::bit_cast<float>(get_u32(bytes)); }

// Numbers of 16 bits (IEEE 754 binary16).
constexpr float kMaxHalf = 65504;

constexpr float from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half} >> 15 << 31;
  const std::uint32_t exponent = half >> 10 & 31U;
  const std::uint32_t mantissa = half & 1023U;
  if (exponent == 0) {
    const float size = static_cast<float>(mantissa) * 0x1p-24F;
    return sign != 0 ? -size : size;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

// The nearest number, the even one of two as near. `value` is finite and at most kMaxHalf in size.
constexpr std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
  const float size = std::bit_cast<float>(bits & 0x7fffffffU);
  if (size < 0x1p-14F) {  // no exponent: a multiple of 2^-24
    // Added to 0.5, which has an ulp of 2^-24, the number is rounded by the processor.
    const std::uint32_t rounded = std::bit_cast<std::uint32_t>(size + 0.5F) - std::bit_cast<std::uint32_t>(0.5F);
    return static_cast<std::uint16_t>(sign | rounded);
  }
  const std::uint32_t wide = std::bit_cast<std::uint32_t>(size) - (112U << 23);
  const std::uint32_t rounded = (wide + 0xfffU + (wide >> 13 & 1U)) >> 13;
  return static_cast<std::uint16_t>(sign | rounded);
}

}  // namespace lanternfish
