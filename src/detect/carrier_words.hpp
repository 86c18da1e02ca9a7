// speaks_of_private(): does a placeholder in an address ask for what only the model has: the
// conversation, secrets, the user's data? Pure; any thread. Internal to src/detect.
#pragma once

#include <cstdint>
#include <string_view>

namespace touchstone::detect {

// How an address is used. What loads by itself needs nobody's click, and has fewer honest uses of
// such words.
enum class LinkUse : std::uint8_t { kClicked, kLoaded };

// `words` may be written as placeholders are: user_data, chatHistory, INSERT CONVERSATION. If a
// word is none of those that belong to this, it asks for something else: conversation_id.
[[nodiscard]] bool speaks_of_private(std::string_view words, LinkUse use);

}  // namespace touchstone::detect
