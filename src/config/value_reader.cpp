#include "config/value_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/listen_address.hpp"
#include "config/tree.hpp"
#include "config/words.hpp"
#include "json/string.hpp"

namespace touchstone::config {
namespace {

// What a scalar says, for messages about types whose values are never secret; shortened, because a
// value that is wrong may also be long.
std::string quote(const Node& node) {
  constexpr std::size_t kLongest = 40;
  if (!node.is_scalar()) return std::string(with_article(node.kind));
  if (node.text.size() > kLongest) return "a long text";
  return node.kind == Node::Kind::kQuoted ? json::quoted(node.text) : node.text;
}

std::string count_text(std::uint64_t number) { return fmt::format("{}", number); }
std::string milliseconds_text(std::uint64_t number) {
  return duration_text(Milliseconds(static_cast<std::int64_t>(number)));
}

}  // namespace

template <typename Print>
bool ValueReader::within_bounds(std::uint64_t number, Print print) {
  const auto& [least, most] = key_.bounds;
  if (number >= least && number <= most) return true;
  problem(fmt::format("{} is too {}", quote(node_), number < least ? "small" : "large"),
          fmt::format("from {} to {}", print(least), print(most)));
  return false;
}

void ValueReader::operator()(bool* into) {
  const bool plain = node_.kind == Node::Kind::kPlain;
  if (plain && (node_.text == "true" || node_.text == "false")) {
    *into = node_.text == "true";
    return;
  }
  problem(fmt::format("expected true or false, found {}", quote(node_)),
          "true or false, in lower case and without quotation marks");
}

void ValueReader::operator()(float* into) {
  const auto share = node_.kind == Node::Kind::kPlain ? parse_share(node_.text) : std::nullopt;
  if (share) {
    *into = *share;
  } else {
    problem(fmt::format("expected a share, found {}", quote(node_)), "0 to 1, as in 0.85");
  }
}

void ValueReader::operator()(std::uint32_t* into) {
  const auto number = node_.is_scalar() ? parse_count(node_.text) : std::nullopt;
  if (!number) {
    problem(fmt::format("expected a whole number, found {}", quote(node_)), "digits only");
  } else if (node_.kind == Node::Kind::kQuoted) {
    problem(fmt::format("expected a number, found the text {}", quote(node_)),
            fmt::format("{}, without quotation marks", *number));
  } else if (within_bounds(*number, count_text)) {
    *into = static_cast<std::uint32_t>(*number);
  }
}

void ValueReader::operator()(std::size_t* into) {
  const auto bytes = node_.is_scalar() ? parse_size(node_.text) : std::nullopt;
  if (!bytes) {
    problem(fmt::format("expected a size, found {}", quote(node_)),
            "a whole number of B, KB, MB, GB, KiB, MiB or GiB, as in 16MiB");
  } else if (within_bounds(*bytes, size_text)) {
    *into = *bytes;
  }
}

void ValueReader::operator()(Milliseconds* into) {
  const auto duration = node_.is_scalar() ? parse_duration(node_.text) : std::nullopt;
  if (duration) {
    if (within_bounds(static_cast<std::uint64_t>(duration->count()), milliseconds_text)) {
      *into = *duration;
    }
  } else if (node_.is_scalar() && parse_count(node_.text)) {
    problem(fmt::format("{} of what? A duration needs a unit", quote(node_)),
            fmt::format("{0}s for seconds, {0}ms for milliseconds", node_.text));
  } else {
    problem(fmt::format("expected a duration, found {}", quote(node_)),
            "a whole number of ms, s, m or h, as in 30s");
  }
}

template <typename Enum>
void ValueReader::choose(Enum& into) {
  if (node_.is_scalar()) {
    for (const auto& [word, value] : words_for(Enum{})) {
      if (word != node_.text) continue;
      into = value;
      return;
    }
  }
  const auto words = all_words<Enum>();
  const std::vector<std::string_view> candidates(words.begin(), words.end());
  const auto meant = base::closest(node_.text, candidates);
  problem(fmt::format("is never {}", quote(node_)),
          meant.empty() ? base::list_in_words(words, "or") : std::string(meant));
}

template void ValueReader::choose(Trust& into);
template void ValueReader::choose(Transport& into);
template void ValueReader::choose(Isolation& into);
template void ValueReader::choose(Start& into);
template void ValueReader::choose(OnDrift& into);
template void ValueReader::choose(Writes& into);
template void ValueReader::choose(Routing& into);
template void ValueReader::choose(model::Annotate& into);
template void ValueReader::choose(model::Tier& into);

void ValueReader::operator()(std::string* into) {
  if (auto text = reader_.ruled_text(node_, key_.rule, path_)) *into = std::move(*text);
}

void ValueReader::operator()(Strings* into) {
  if (!reader_.expect(node_, Node::Kind::kList, path_)) return;
  for (std::size_t i = 0; i < node_.children.size(); ++i) {
    auto text = reader_.ruled_text(node_.children[i], key_.rule, fmt::format("{}[{}]", path_, i));
    if (text) into->push_back(std::move(*text));
  }
}

void ValueReader::operator()(Hours* into) {
  if (!reader_.expect(node_, Node::Kind::kList, path_)) return;
  const std::size_t count = node_.children.size();
  if (count == 0 || count > Hours::kMax) {
    return problem(count == 0 ? "has no window" : fmt::format("has more than {}", Hours::kMax),
                   count == 0 ? "leave the key out, or 00:00-24:00 for any time" : "");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Node& child = node_.children[i];
    const auto window = parse_window(child.is_scalar() ? child.text : "");
    if (window) {
      into->windows.push_back(*window);
      continue;
    }
    reader_.problem(child.offset, fmt::format("{}[{}]", path_, i),
                    fmt::format("{} {}", quote(child), window.error().what), window.error().remedy);
  }
}

void ValueReader::operator()(Pairs* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  for (const auto& child : node_.children) read_pair(child, *into);
}

void ValueReader::read_pair(const Node& child, Pairs& into) {
  const bool header = key_.rule == Rule::kHeader;
  if (header && !is_header_name(child.key)) {
    reader_.problem(child.key_offset, place_of(child), "is not a header's name",
                    "use letters, digits and '-'");
    return;
  }
  if (auto complaint = header ? std::nullopt : complaint_about(Rule::kVariable, child.key)) {
    reader_.problem(child.key_offset, place_of(child), complaint->what, complaint->remedy);
    return;
  }
  auto value = reader_.ruled_text(child, header ? Rule::kHeader : Rule::kAny, place_of(child));
  if (value) into.emplace_back(child.key, std::move(*value));
}

void ValueReader::operator()(std::vector<Token>* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.size() > kMaxTokens) {
    problem(fmt::format("has more than {} tokens", kMaxTokens));
    return;
  }
  for (const auto& child : node_.children) read_token(child, *into);
}

void ValueReader::read_token(const Node& child, std::vector<Token>& into) {
  if (!is_name(child.key, "@")) {
    reader_.problem(child.key_offset, place_of(child), "is not a name for who shows a token",
                    "use letters, digits, '-', '_', '.' and '@', at most 64 of them");
  }
  auto secret = secret_of(child, place_of(child));
  if (!secret) return;
  const auto same = std::ranges::find(into, *secret, &Token::secret);
  if (same != into.end()) {
    reader_.problem(child.offset, place_of(child),
                    fmt::format("is the same token as that of {}", same->principal),
                    "give each its own, or nobody can tell who called");
  }
  into.push_back({child.key, std::move(*secret)});
}

std::optional<std::string> ValueReader::secret_of(const Node& node, const std::string& path) {
  auto secret = reader_.text_of(node, path);
  if (!secret) return std::nullopt;
  if (const auto complaint = complaint_about_token(*secret)) {
    reader_.problem(node.offset, path, complaint->what, complaint->remedy);
  } else if (secret->size() < kShortestToken) {
    reader_.warn(
        node.offset, path, "is short enough to be guessed",
        fmt::format("at least {} random characters: openssl rand -hex 32", kShortestToken));
  }
  return secret;
}

void ValueReader::operator()(Secret* into) {
  if (auto secret = secret_of(node_, path_)) into->text = std::move(*secret);
}

void ValueReader::operator()(Listen into) {
  const auto text = reader_.text_of(node_, path_);
  if (!text) return;
  auto address = parse_listen(*text);
  if (!address) {
    problem(address.error().what, address.error().remedy);
    return;
  }
  *into.host = std::move(address->host);
  *into.port = address->port;
}

void ValueReader::operator()(std::vector<Server>* into) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.size() > kMaxServers) {
    problem(fmt::format("has more than {} servers", kMaxServers));
    return;
  }
  for (const auto& child : node_.children) {
    into->push_back(reader_.read_server(child, place_of(child)));
  }
}

template <typename Named>
void ValueReader::read_named(std::vector<Named>* into, std::string_view what) {
  if (!reader_.expect(node_, Node::Kind::kMap, path_)) return;
  if (node_.children.size() > kMaxViews) {
    problem(fmt::format("has more than {} {}s", kMaxViews, what));
    return;
  }
  for (const auto& child : node_.children) {
    if (!is_name(child.key)) {
      reader_.problem(child.key_offset, place_of(child),
                      fmt::format("is not a name for a {}", what),
                      "use letters, digits, '-', '_' and '.', at most 64 of them");
    }
    Named one;
    one.name = child.key;
    reader_.read_section(child, &one, place_of(child));
    into->push_back(std::move(one));
  }
}

void ValueReader::operator()(std::vector<View>* into) { read_named(into, "view"); }
void ValueReader::operator()(std::vector<Webhook>* into) { read_named(into, "channel"); }

void ValueReader::operator()(Limits* into) { reader_.read_section(node_, into, path_); }
void ValueReader::operator()(Approvals* into) { reader_.read_section(node_, into, path_); }
void ValueReader::operator()(Webhook* into) { reader_.read_section(node_, into, path_); }

}  // namespace touchstone::config
