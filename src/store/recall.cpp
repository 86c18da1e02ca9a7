#include "store/recall.hpp"

#include <algorithm>
#include <utility>

namespace touchstone::store {

void Recall::check(const Database& database) {
  if (database.epoch() == epoch_) return;
  clear();
  epoch_ = database.epoch();
}

void Recall::clear() {
  last.reset();
  sessions_.clear();
  parts_.clear();
}

SessionRow* Recall::session(std::string_view key) {
  const auto found = sessions_.find(key);
  return found == sessions_.end() ? nullptr : &found->second;
}

SessionRow& Recall::keep(SessionRow row) {
  if (sessions_.size() >= kMaxSessions) sessions_.clear();
  row.name.opening.clear();  // may be long, and never changes
  auto key = row.name.key;
  return sessions_.insert_or_assign(std::move(key), std::move(row)).first->second;
}

bool Recall::has_part(std::uint64_t number) const {
  return std::ranges::find(parts_, number) != parts_.end();
}

void Recall::keep_part(std::uint64_t number) {
  if (parts_.size() >= kMaxParts) parts_.clear();
  parts_.push_back(number);
}

}  // namespace touchstone::store
