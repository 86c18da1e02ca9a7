// Content: what of a result people and models read. Pure.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "flow/memory.hpp"
#include "json/document.hpp"

namespace touchstone::guard {

// The texts in the blocks of a tool's result, in resources, and in the messages of a prompt.
// Each lives as long as the call that takes it.
void each_text(json::View result, const std::function<void(std::string_view)>& take);

// What stands in an argument where a handle to this result stood: its texts, with line breaks
// between them. Of a result without any its structured content as JSON, of an error its message,
// and of whatever else (a picture) all of it, as JSON.
[[nodiscard]] std::string text_of(json::View result);

// Texts of people are in strings of their own: content blocks, structured content, messages, and
// what stands beside them, as the description of a prompt does. Of a result that has none of these,
// all is remembered.
// `asked_for`: the URI that was read, which its result repeats and did not bring.
void remember_content(flow::Memory& memory, json::View result, flow::SourceId source,
                      flow::Form form = flow::Form::kServed, std::string_view asked_for = {});

}  // namespace touchstone::guard
