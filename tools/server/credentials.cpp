#include "tools/server/credentials.h"

#include <array>
#include <cstdlib>
#include <new>

#include <sodium.h>

#include "support/text.h"

namespace lanternfish {

namespace {

// The least that OWASP's Password Storage Cheat Sheet names for Argon2id. All clients sign in anew after a restart, so
// that more would keep a thousand games waiting.
constexpr unsigned long long kPasses = 2;
constexpr std::size_t kMemory = 19 << 20;  // bytes

const std::array<unsigned char, crypto_generichash_KEYBYTES>& key_of_this_process() {
  static const auto key = [] {
    if (sodium_init() < 0) {
      std::abort();  // the system gives no random numbers
    }
    std::array<unsigned char, crypto_generichash_KEYBYTES> random{};
    randombytes_buf(random.data(), random.size());
    return random;
  }();
  return key;
}

// The same in UTF-8.
std::string from_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0 | byte >> 6);
      utf8 += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return utf8;
}

// Nothing where the text has a character beyond U+00FF.
std::optional<std::string> to_latin1(std::string_view utf8) {
  std::string text;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if (byte < 0x80) {
      text += utf8[i];
    } else if ((byte & 0xfe) == 0xc2 && i + 1 < utf8.size()) {
      text += static_cast<char>((byte & 0x03) << 6 | (static_cast<unsigned char>(utf8[++i]) & 0x3f));
    } else {
      return std::nullopt;
    }
  }
  return text;
}

// A text of Latin-1 with a letter beyond ASCII is hardly ever UTF-8 as well.
std::string as_utf8(const std::string& field) { return escaped(field) == field ? field : from_latin1(field); }

}  // namespace

std::string hash_password(std::string_view password) {
  key_of_this_process();
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (crypto_pwhash_str(hash.data(), password.data(), password.size(), kPasses, kMemory) != 0) {
    throw std::bad_alloc();
  }
  return hash.data();
}

bool password_fits(const std::string& hash, std::string_view password) {
  key_of_this_process();
  // A name that nobody has costs the same time as one that somebody has.
  static const std::string nobody = hash_password("nobody");
  const bool closed = hash.empty() || hash.front() == '!';
  const bool fits = crypto_pwhash_str_verify((closed ? nobody : hash).c_str(), password.data(), password.size()) == 0;
  return fits && !closed;
}

std::string memory_hash(std::string_view text) {
  const auto& key = key_of_this_process();
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), key.data(), key.size());
  return hash;
}

std::string random_token() {
  key_of_this_process();
  std::array<unsigned char, 16> random{};
  randombytes_buf(random.data(), random.size());
  std::array<char, 2 * random.size() + 1> text{};
  return sodium_bin2hex(text.data(), text.size(), random.data(), random.size());
}

std::string token_hash(std::string_view token) {
  key_of_this_process();
  std::array<unsigned char, crypto_generichash_BYTES> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()), token.size(),
                     nullptr, 0);
  std::array<char, 2 * hash.size() + 1> text{};
  return sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool can_be_sent(std::string_view password) {
  const std::optional<std::string> sent = to_latin1(password);
  return sent && as_utf8(*sent) == password;
}

std::optional<std::pair<std::string, std::string>> basic_credentials(std::string_view field) {
  constexpr std::string_view kScheme = "Basic ";
  if (!field.starts_with(kScheme)) {
    return std::nullopt;
  }
  field.remove_prefix(kScheme.size());
  std::string text(field.size(), '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(text.data()), text.size(), field.data(), field.size(), nullptr,
                        &size, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0) {
    return std::nullopt;
  }
  text.resize(size);
  text = as_utf8(text);
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return std::nullopt;
  }
  return std::pair(text.substr(0, colon), text.substr(colon + 1));
}

}  // namespace lanternfish
