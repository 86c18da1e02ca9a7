#include "guard/content.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/word_list.hpp"

namespace touchstone::guard {
namespace {

constexpr std::array<std::string_view, 3> kHolders{"content", "contents", "messages"};

// Members that are told of by themselves, that name a thing which the client asked for, or that
// are for programs.
constexpr base::WordList kNoWords(
    "text structuredContent message type mimeType data blob uri role _meta annotations icons");

void text_of_block(json::View block, std::string& scratch,
                   const std::function<void(std::string_view)>& take) {
  const json::View resource = block.find("resource");
  const json::View text = resource ? resource.find("text") : block.find("text");
  if (const auto words = text.as_string(scratch)) take(*words);
}

// What is said beside the texts: the description of a prompt, the name of a link, what a server
// adds of its own.
void remember_beside(flow::Memory& memory, json::View value, flow::SourceId source,
                     flow::Form form) {
  std::string scratch;
  for (const auto [key, inner] : value.members()) {
    if (kNoWords.has(key.as_string(scratch).value_or(""))) continue;
    if (const auto words = inner.as_string(scratch)) memory.remember(*words, source, form);
    remember_beside(memory, inner, source, form);
  }
  for (const json::View inner : value.elements()) {
    if (const auto words = inner.as_string(scratch)) memory.remember(*words, source, form);
    remember_beside(memory, inner, source, form);
  }
}

}  // namespace

void each_text(json::View result, const std::function<void(std::string_view)>& take) {
  std::string scratch;
  for (const std::string_view key : kHolders) {
    for (const json::View block : result.find(key).elements()) {
      const json::View inner = block.find("content");
      text_of_block(inner ? inner : block, scratch, take);
      for (const json::View part : inner.elements()) text_of_block(part, scratch, take);
    }
  }
}

std::string text_of(json::View result) {
  std::string all;
  bool any = false;
  each_text(result, [&](std::string_view text) {
    if (any) all += '\n';
    all += text;
    any = true;
  });
  if (any) return all;
  if (const json::View structured = result.find("structuredContent"))
    return std::string(structured.raw());
  if (auto message = result.find("message").as_string()) return std::move(*message);
  return std::string(result.raw());
}

// Of a result that has its texts nowhere we know, all is remembered.
void remember_content(flow::Memory& memory, json::View result, flow::SourceId source,
                      flow::Form form) {
  each_text(result, [&](std::string_view text) { memory.remember(text, source, form); });
  const json::View structured = result.find("structuredContent");
  if (structured) memory.remember(structured, source, form);
  const auto message = result.find("message").as_string();
  if (message) memory.remember(*message, source, form);
  const bool is_known = structured || message || std::ranges::any_of(kHolders, [&](auto key) {
                          return static_cast<bool>(result.find(key));
                        });
  if (is_known) return remember_beside(memory, result, source, form);
  if (result) memory.remember(result, source, form);
}

}  // namespace touchstone::guard
