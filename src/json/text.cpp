#include "json/text.hpp"

#include <utility>

namespace touchstone::json {

Text::Text(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.capacity() < bytes_.size() + kPadding) bytes_.reserve(bytes_.size() + kPadding);
}

Text Text::copy_of(std::string_view bytes) {
  std::string copy;
  copy.reserve(bytes.size() + kPadding);
  copy.append(bytes);
  return Text(std::move(copy));
}

}  // namespace touchstone::json
