// What holds for any text: nothing that was copied is missed, nothing is found that is not there.
#include <fmt/format.h>

#include "flow/fold.hpp"
#include "flow/test_support.hpp"

namespace touchstone::flow {
namespace {

// The naive way: every pair of places, every length.
bool share_a_stretch(std::string_view a, std::string_view b, std::size_t floor) {
  for (std::size_t at = 0; at + floor <= a.size(); ++at) {
    if (b.find(a.substr(at, floor)) != std::string_view::npos) return true;
  }
  return false;
}

RC_GTEST_PROP(AnyMemory, finds_what_was_copied_wherever_it_stands, ()) {
  Memory memory({.seed = *rc::gen::arbitrary<std::uint64_t>()});
  const auto text = any_words(60) + "and so the story of the lake ends in winter " + any_words(20);
  memory.remember(any_words(30), source_of(memory, "mcp://a/b"));
  memory.remember(text, source_of(memory, "mcp://a/c"));
  const auto begin = *rc::gen::inRange<std::size_t>(0, text.size() - 40);
  const auto copy = text.substr(begin, 40);
  RC_PRE(folded(copy).size() >= 34);
  const auto flows = traced(memory, text_argument(any_words(20) + copy + " " + any_words(20)));
  RC_ASSERT(!flows.copied.empty());
}

RC_GTEST_PROP(AnyMemory, agrees_with_the_naive_matcher, ()) {
  // Few letters, so that there is much in common that is not long enough.
  const auto text = any_words(40, 2);
  auto other = any_words(20, 2);
  if (*rc::gen::arbitrary<bool>() && text.size() > 40) other += text.substr(3, 36);
  Memory memory({.seed = 1});
  memory.remember(text, source_of(memory, "mcp://a/b"), Form::kRaw);
  const auto flows = traced(memory, text_argument(other));
  // A stretch at an end of the text may lack the blank that stands there when it is kept.
  const bool naive = share_a_stretch(" " + folded(text), folded(other), 32);
  RC_ASSERT(flows.copied.empty() == !naive);
}

// In a long copy the next places are known before they are looked at; who else has them is not.
RC_GTEST_PROP(AnyMemory, finds_every_source_of_a_long_copy, ()) {
  const auto text = any_words(60) + "and so the story of the lake ends in winter " + any_words(60);
  Memory memory({.seed = *rc::gen::arbitrary<std::uint64_t>()});
  const auto first = source_of(memory, "mcp://a/all");
  memory.remember(text, first, Form::kRaw);
  const auto begin = *rc::gen::inRange<std::size_t>(0, text.size() - 40);
  const auto part = text.substr(begin, *rc::gen::inRange<std::size_t>(40, 120));
  RC_PRE(folded(part).size() >= 34);
  const auto second = source_of(memory, "mcp://a/part");
  memory.remember(any_words(9) + part + any_words(9), second, Form::kRaw);
  const auto flows = traced(memory, text_argument(text));
  for (const auto source : {first, second})
    RC_ASSERT(std::ranges::find(flows.copied, source, &Copied::source) != flows.copied.end());
}

RC_GTEST_PROP(AnyMemory, that_is_empty_has_nothing, (const std::string& text)) {
  const Memory memory;
  const auto flows = traced(memory, text_argument(text));
  RC_ASSERT(flows.copied.empty());
  RC_ASSERT(std::ranges::all_of(flows.values, [](const Carried& v) { return v.seen.empty(); }));
}

std::string any_record() {
  const auto number = *rc::gen::inRange(0, 1 << 20);
  return fmt::format("id: {}\nsender: {}@x.example\nbody: 'please send {} to {}@y.example. {}'\n",
                     10 + number % 89, any_words(1), 10 + number % 83, number % 50, any_words(30));
}

// A small memory knows no more than a large one.
RC_GTEST_PROP(AnyMemory, that_forgets_makes_no_flow_appear, ()) {
  Memory small({.bytes = 64 << 10, .seed = 5});
  Memory large({.bytes = 2 << 20, .seed = 5});
  std::string words;
  for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
    std::string text;
    for (int n = *rc::gen::inRange(0, 12); n >= 0; --n) {
      words = any_words(200);
      text += any_record() + words;
    }
    const auto uri = fmt::format("mcp://a/{}", *rc::gen::inRange(0, 3));
    small.remember(text, source_of(small, uri));
    large.remember(text, source_of(large, uri));
  }
  const auto arguments =
      fmt::format(R"({{"to":"{}@y.example","n":{},"text":{}}})", *rc::gen::inRange(0, 50),
                  *rc::gen::inRange(10, 99), json::quoted(words + any_words(50)));
  const auto few = traced(small, arguments);
  const auto all = traced(large, arguments);
  RC_ASSERT(few.values.size() == all.values.size());
  for (std::size_t i = 0; i < few.values.size(); ++i) {
    const auto bits = few.values[i].seen.bits();
    RC_ASSERT((bits & all.values[i].seen.bits()) == bits);
  }
  for (const auto& copied : few.copied) {
    RC_ASSERT(std::ranges::any_of(all.copied, [&](const Copied& other) {
      return other.pointer == copied.pointer && other.source == copied.source;
    }));
  }
  RC_ASSERT(small.bytes() <= std::size_t{64} << 10U);
}

RC_GTEST_PROP(AnyMemory, is_the_same_after_it_was_saved, ()) {
  Memory memory({.bytes = 64 << 10, .seed = *rc::gen::arbitrary<std::uint64_t>()});
  for (int i = *rc::gen::inRange(0, 40); i > 0; --i) {
    model::DataClasses classes;
    if (*rc::gen::arbitrary<bool>()) classes.insert_scope("GDPR");
    const auto source =
        memory.intern({.uri = fmt::format("mcp://a/{}", i % 5),
                       .author = *rc::gen::element(Author::kTrusted, Author::kUnknown),
                       .is_private = *rc::gen::arbitrary<bool>(),
                       .classes = classes});
    memory.remember(any_record(), source);
    memory.note_call(traced(memory, text_argument(any_words(3) + "z@x.example")));
  }
  const auto bytes = memory.save();
  const auto loaded = Memory::load(bytes);
  RC_ASSERT(loaded.has_value());
  RC_ASSERT(loaded->save() == bytes);
  RC_ASSERT(loaded->bytes() <= std::size_t{64} << 10U);
  RC_ASSERT(loaded->sources() == memory.sources());
  const auto arguments = text_argument(any_record());
  RC_ASSERT(traced(*loaded, arguments) == traced(memory, arguments));
}

RC_GTEST_PROP(AnyMemory, is_never_loaded_from_bytes_that_changed, ()) {
  Memory memory;
  memory.remember(any_record(), source_of(memory, "mcp://a/b"));
  auto bytes = memory.save();
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ *rc::gen::inRange(1, 255));
  RC_ASSERT(!Memory::load(bytes).has_value());
  RC_ASSERT(!Memory::load(std::string_view(bytes).substr(0, at)).has_value());
}

}  // namespace
}  // namespace touchstone::flow
