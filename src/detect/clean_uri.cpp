#include "detect/clean_uri.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/seal.hpp"
#include "base/text.hpp"

namespace touchstone::detect {
namespace {

constexpr std::size_t kMaxHost = 300;  // bytes of a scheme and a host
constexpr std::size_t kMaxHidden = 4;  // places of one URI
constexpr std::string_view kAfterScheme = "://";

struct Stretch {
  std::size_t begin;
  std::size_t end;
  bool drops = false;  // nothing stands for it

  [[nodiscard]] bool meets(const Stretch& other) const {
    return begin < other.end && other.begin < end;
  }
  [[nodiscard]] bool holds(const Stretch& other) const {
    return begin <= other.begin && other.end <= end;
  }
};
using Stretches = std::vector<Stretch>;

std::size_t find_or_end(std::string_view text, std::string_view any_of, std::size_t from) {
  return std::min(text.find_first_of(any_of, from), text.size());
}

// Who is named before a host, in this URI or in one that its path has.
Stretches users_in(std::string_view uri) {
  Stretches out;
  const std::string_view path = uri.substr(0, find_or_end(uri, "?#", 0));
  for (auto at = path.find("//"); at != std::string_view::npos; at = path.find("//", at + 2)) {
    if (at > 0 && path[at - 1] != ':') continue;
    const std::size_t begin = at + 2;
    const std::string_view authority = path.substr(begin, find_or_end(path, "/\\", begin) - begin);
    const auto sign = authority.rfind('@');
    if (sign != std::string_view::npos) out.push_back({begin, begin + sign + 1, true});
  }
  return out;
}

// Query, fragment, and parameters of the path.
Stretches parameters_in(std::string_view uri) {
  const std::size_t path = find_or_end(uri, "?#", 0);
  const std::size_t fragment = find_or_end(uri, "#", path);
  const std::size_t of_path = std::min(find_or_end(uri, ";", 0), path);
  Stretches out;
  for (const auto& [begin, end] : {std::pair{of_path + 1, path}, std::pair{path + 1, fragment},
                                   std::pair{fragment + 1, uri.size()}}) {
    if (begin < end) out.push_back({begin, end});
  }
  return out;
}

// Those that overlap as one.
Stretches merged(Stretches all) {
  std::ranges::sort(all, {}, &Stretch::begin);
  Stretches out;
  for (const Stretch& one : all) {
    if (out.empty() || !out.back().meets(one)) {
      out.push_back(one);
      continue;
    }
    out.back().end = std::max(out.back().end, one.end);
    out.back().drops = out.back().drops && one.drops;
  }
  return out;
}

std::string with_digests(std::string_view uri, const Stretches& hidden) {
  std::string out;
  std::size_t at = 0;
  for (const Stretch& one : hidden) {
    out += uri.substr(at, one.begin - at);
    if (!one.drops) out += digest_in_place(uri.substr(one.begin, one.end - one.begin));
    at = one.end;
  }
  return out.append(uri.substr(at));
}

class UriCleaner {
 public:
  UriCleaner(const ContentEngine& engine, ContentEngine::Scratch& scratch)
      : engine_(engine), scratch_(scratch) {}

  std::string clean(std::string_view uri) {
    if (uri.size() > kMaxUri) return brief(uri);
    const auto found = secrets(uri);
    if (!found) return brief(uri);
    const Stretches hidden = hidden_in(uri, *found);
    if (hidden.empty()) return std::string(uri);
    std::string out = with_digests(uri, hidden);
    return hidden.size() <= kMaxHidden && is_clean(out) ? out : brief(uri);
  }

 private:
  // None: it cannot be told.
  std::optional<Stretches> secrets(std::string_view text) {
    const auto found = engine_.scan(text, scratch_, {.instructions = false});
    Stretches out;
    for (const auto& item : found.items) {
      if (item.rule == kUnread) return std::nullopt;
      if (item.kind == ContentKind::kSecret) out.push_back({item.begin, item.end});
    }
    if (found.is_partial) return std::nullopt;
    return out;
  }

  static Stretches hidden_in(std::string_view uri, const Stretches& found) {
    Stretches out = users_in(uri);
    const auto is_dropped = [&](const Stretch& secret) {
      return std::ranges::any_of(out, [&](const Stretch& one) { return one.holds(secret); });
    };
    Stretches more;
    std::ranges::copy_if(found, std::back_inserter(more), std::not_fn(is_dropped));
    for (const Stretch& part : parameters_in(uri)) {
      const auto meets = [&](const Stretch& secret) { return part.meets(secret); };
      if (std::ranges::any_of(found, meets) ||
          names_credential(uri.substr(part.begin, part.end - part.begin)))
        more.push_back(part);
    }
    out.insert(out.end(), more.begin(), more.end());
    return merged(std::move(out));
  }

  bool is_clean(std::string_view uri) {
    if (uri.size() > kMaxUri) return false;
    const auto left = secrets(uri);
    return left && hidden_in(uri, *left).empty();
  }

  // Scheme and host, if that is what it begins with.
  std::string brief(std::string_view uri) {
    const std::string digest = digest_in_place(uri);
    const auto scheme = uri.substr(0, kMaxHost).find(kAfterScheme);
    if (scheme == std::string_view::npos) return digest;
    const std::size_t begin = scheme + kAfterScheme.size();
    std::string_view host = uri.substr(begin, find_or_end(uri, "/\\?#", begin) - begin);
    host.remove_prefix(host.rfind('@') + 1);  // npos + 1 is 0
    if (host.empty() || begin + host.size() > kMaxHost) return digest;
    std::string out(uri.substr(0, begin));
    out.append(host).append("/").append(digest);
    return is_clean(out) ? out : digest;
  }

  const ContentEngine& engine_;
  ContentEngine::Scratch& scratch_;
};

}  // namespace

std::string digest_in_place(std::string_view text) {
  return "sha256:" + base::hex(base::sha256(text));
}

std::string clean_uri(std::string_view uri, const ContentEngine& engine,
                      ContentEngine::Scratch& scratch) {
  return UriCleaner(engine, scratch).clean(uri);
}

}  // namespace touchstone::detect
