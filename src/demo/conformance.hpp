// The pieces of the conformance server, by what they test. Names and texts are those that the
// suite (@modelcontextprotocol/conformance) asks for.
#pragma once

#include "demo/parts.hpp"

namespace touchstone::demo {

void add_content_tools(Parts& parts);   // kinds of content, progress, log, changes, headers
void add_question_tools(Parts& parts);  // ask the client while it waits (legacy by nature)
void add_round_tools(Parts& parts);     // ask in rounds (modern by nature)
void add_task_tools(Parts& parts);
void add_test_prompts(Parts& parts);
[[nodiscard]] ResourcePart test_resources();

// Tools without arguments share this schema.
[[nodiscard]] std::string plain_tool(std::string_view name, std::string_view description);

// A picture of one red pixel, and a sound of no length.
inline constexpr std::string_view kPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg"
    "==";
inline constexpr std::string_view kWav =
    "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

}  // namespace touchstone::demo
