#include "json/ordered.hpp"

#include <algorithm>

namespace touchstone::json {

Writer& OrderedObject::key(std::string_view name) {
  order_.push_back({name, members_.text().size()});
  return members_.key(name);
}

std::string OrderedObject::take() && {
  struct Slice {
    std::string_view name;
    std::string_view member;  // with the comma before it, but for the first
  };
  const std::string_view all = members_.text();
  std::vector<Slice> slices;
  slices.reserve(order_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto end = i + 1 < order_.size() ? order_[i + 1].begin : all.size();
    const auto begin = order_[i].begin + (i > 0 ? 1 : 0);
    slices.push_back({order_[i].name, all.substr(begin, end - begin)});
  }
  std::ranges::sort(slices, {}, &Slice::name);
  std::string out;
  out.reserve(all.size() + 2);
  for (const auto& slice : slices) {
    out += out.empty() ? '{' : ',';
    out += slice.member;
  }
  return out.empty() ? "{}" : std::move(out += '}');
}

}  // namespace touchstone::json
