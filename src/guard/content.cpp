#include "guard/content.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/word_list.hpp"

namespace touchstone::guard {
namespace {

constexpr std::array<std::string_view, 3> kHolders{"content", "contents", "messages"};

// Members that say how a block is shown, or are for programs.
constexpr base::WordList kNoWords("type mimeType size role _meta annotations icons");

// What the protocol itself says with each result. Any other value may be somebody's words.
bool is_of_protocol(std::string_view name, json::View value) {
  return name == "resultType" && value.equals("complete");
}

void text_of_block(json::View block, std::string& scratch,
                   const std::function<void(std::string_view)>& take) {
  const json::View resource = block.find("resource");
  const json::View text = resource ? resource.find("text") : block.find("text");
  if (const auto words = text.as_string(scratch)) take(*words);
}

// Takes the words of a result into the memory, wherever in it they stand.
class Remembering {
 public:
  Remembering(flow::Memory& memory, flow::SourceId source, flow::Form form,
              std::string_view asked_for)
      : memory_(memory), source_(source), form_(form), asked_for_(asked_for) {}

  void value(json::View value) {
    if (const auto words = value.as_string(scratch_)) {
      memory_.remember(*words, source_, form_);
    } else if (!value.is(json::Kind::kBool)) {
      memory_.remember(value, source_, form_);
    }
  }

  // A text, a picture, a link, or what holds some of these.
  void block(json::View block) {
    if (block.kind() != json::Kind::kObject) return value(block);
    for (const auto [key, inner] : block.members()) {
      const auto name = key.as_string(scratch_).value_or("");
      if (kNoWords.has(name) || is_bytes(name, block)) continue;
      if (name == "uri" && inner.equals(asked_for_)) continue;
      if (name == "content") {
        blocks(inner);
      } else if (name == "resource") {
        const auto form = std::exchange(form_, as_passed(form_));
        blocks(inner);
        form_ = form;
      } else {
        value(inner);
      }
    }
  }

  void blocks(json::View holder) {
    if (holder.kind() != json::Kind::kArray) return block(holder);
    for (const json::View one : holder.elements()) block(one);
  }

 private:
  // A resource is somebody's text, whoever embeds it.
  static flow::Form as_passed(flow::Form form) {
    return form <= flow::Form::kServed ? flow::Form::kPassed : form;
  }
  static bool is_bytes(std::string_view name, json::View block) {
    if (name != "data") return name == "blob";
    const json::View type = block.find("type");
    return type.equals("image") || type.equals("audio");
  }

  flow::Memory& memory_;
  flow::SourceId source_;
  flow::Form form_;
  std::string_view asked_for_;
  std::string scratch_;
};

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
                      flow::Form form, std::string_view asked_for) {
  Remembering remembering(memory, source, form, asked_for);
  constexpr std::array<std::string_view, 2> kOthers{"structuredContent", "message"};
  const auto stands = [&](std::string_view key) { return static_cast<bool>(result.find(key)); };
  if (!std::ranges::any_of(kHolders, stands) && !std::ranges::any_of(kOthers, stands))
    return remembering.value(result);
  for (const auto [key, inner] : result.members()) {
    const auto name = key.as_string().value_or("");
    if (std::ranges::find(kHolders, name) != kHolders.end()) {
      remembering.blocks(inner);
    } else if (!kNoWords.has(name) && !is_of_protocol(name, inner)) {
      remembering.value(inner);
    }
  }
}

}  // namespace touchstone::guard
