#include "json/ordered.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "base/block.hpp"

namespace touchstone::json {
namespace {

// Its first eight bytes as a number: the same order as that of the bytes.
std::uint64_t head_of(std::string_view name) {
  const auto first = base::load_block(name.substr(0, sizeof(std::uint64_t)));
  return __builtin_bswap64(std::bit_cast<std::array<std::uint64_t, 2>>(first)[0]);
}

}  // namespace

Writer& OrderedObject::key(std::string_view name) {
  end_last();
  const auto begin = order_.empty() ? 0 : members_.text().size();
  order_.push_back({head_of(name), name, begin, 0});
  return members_.key(name);
}

void OrderedObject::end_last() {
  if (!order_.empty()) order_.back().end = members_.text().size();
}

std::string OrderedObject::take() && {
  end_last();
  std::ranges::sort(order_, {}, [](const Member& one) { return std::tie(one.head, one.name); });
  const std::string_view all = members_.text();
  std::string out;
  out.reserve(all.size() + 1);
  for (const auto& one : order_) {
    const auto begin = out.size();
    out.append(all, one.begin, one.end - one.begin);
    out[begin] = ',';
  }
  out += order_.empty() ? "{}" : "}";
  out.front() = '{';
  return out;
}

}  // namespace touchstone::json
