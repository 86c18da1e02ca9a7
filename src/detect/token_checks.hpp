// Checks of tokens beyond their shape: is it a placeholder, is it varied, does its checksum fit?
// Pure; any thread. `token` is all of it, `body` what stands after its literal.
#pragma once

#include <string_view>

namespace touchstone::detect {

// What people write where a secret would stand: EXAMPLE, xxxxxxxx, your-key-here, ${TOKEN}.
[[nodiscard]] bool is_placeholder(std::string_view value);

// No placeholder, and as varied as its length lets one expect. The check that tokens get by
// default.
[[nodiscard]] bool is_varied(std::string_view token, std::string_view body);
// And with letters as well as digits.
[[nodiscard]] bool is_varied_mix(std::string_view token, std::string_view body);
[[nodiscard]] bool is_anything(std::string_view token, std::string_view body);

[[nodiscard]] bool is_github_token(std::string_view token, std::string_view body);
[[nodiscard]] bool is_npm_token(std::string_view token, std::string_view body);
[[nodiscard]] bool is_registry_token(std::string_view token, std::string_view body);
[[nodiscard]] bool is_aws_key_id(std::string_view token, std::string_view body);
[[nodiscard]] bool is_openai_key(std::string_view token, std::string_view body);
[[nodiscard]] bool is_jwt(std::string_view token, std::string_view body);
[[nodiscard]] bool is_bcrypt(std::string_view token, std::string_view body);
[[nodiscard]] bool is_discord_token(std::string_view token, std::string_view body);

}  // namespace touchstone::detect
