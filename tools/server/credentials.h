#pragma once

// Passwords by Argon2id, as libsodium does it, and how HTTP brings them.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lanternfish {

// For the store; it holds salt and cost. Takes some 20 ms and 19 MB.
std::string hash_password(std::string_view password);
// As long whether or not it fits. False for an empty hash, and for one that begins with '!': an account that is closed.
bool password_fits(const std::string& hash, std::string_view password);
// A short hash by a key that only this process has: for remembering in memory that a password fitted.
std::string memory_hash(std::string_view text);
// For sessions and links: a random word that nobody guesses, and what is kept of it.
std::string random_token();
std::string token_hash(std::string_view token);
// Takes the same time wherever the first difference is.
bool same_secret(std::string_view a, std::string_view b);

// Whether a password that was registered as JSON comes back as it was from the Python package requests, and so from
// reconchess: it sends passwords in Latin-1, and none with other characters.
bool can_be_sent(std::string_view password);
// Name and password of a field "Basic ..." (RFC 7617), which does not say its encoding: UTF-8, or else Latin-1. Both
// come back in UTF-8.
std::optional<std::pair<std::string, std::string>> basic_credentials(std::string_view field);

}  // namespace lanternfish
