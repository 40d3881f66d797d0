#pragma once

// Numbers of 16 bits (IEEE 754 binary16), a storage form.

#include <bit>
#include <cstdint>

namespace lanternfish {

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
