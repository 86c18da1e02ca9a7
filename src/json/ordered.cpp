#include "json/ordered.hpp"

#include <algorithm>

namespace touchstone::json {

Writer& OrderedObject::key(std::string_view name) {
  end_last();
  // Before the first there is no comma.
  order_.push_back({name, members_.text().size() + (order_.empty() ? 0 : 1), 0});
  return members_.key(name);
}

void OrderedObject::end_last() {
  if (!order_.empty()) order_.back().end = members_.text().size();
}

std::string OrderedObject::take() && {
  end_last();
  std::ranges::sort(order_, {}, &Member::name);
  const std::string_view all = members_.text();
  std::string out;
  out.reserve(all.size() + 2);
  for (const auto& [name, begin, end] : order_) {
    out += out.empty() ? '{' : ',';
    out += all.substr(begin, end - begin);
  }
  return out.empty() ? "{}" : std::move(out += '}');
}

}  // namespace touchstone::json
