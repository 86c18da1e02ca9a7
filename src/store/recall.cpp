#include "store/recall.hpp"

#include <utility>

namespace touchstone::store {

void Recall::check(const Database& database) {
  if (database.epoch() == epoch_) return;
  clear();
  epoch_ = database.epoch();
  if (std::exchange(undone_, database.undone()) != undone_) bases_.clear();
}

void Recall::clear() {
  last.reset();
  last_piece.reset();
  sessions_.clear();
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

const std::string& Recall::shape_of(const DecisionRecord& record) {
  shape_.clear();
  for (const auto* part :
       {&record.kind, &record.effect, &record.principal, &record.server, &record.tool}) {
    const auto size = part->size();
    shape_.append(reinterpret_cast<const char*>(&size), sizeof size);  // NOLINT: bytes of a number
    shape_ += *part;
  }
  return shape_;
}

Base* Recall::base_of(const DecisionRecord& record) {
  const auto found = bases_.find(shape_of(record));
  return found == bases_.end() ? nullptr : &found->second;
}

void Recall::keep_base(const DecisionRecord& record, Base base) {
  if (base.text.size() > kMaxBaseBytes) return;
  const auto& shape = shape_of(record);
  if (bases_.size() >= kMaxBases && !bases_.contains(shape)) bases_.erase(bases_.begin());
  bases_.insert_or_assign(shape, std::move(base));
}

}  // namespace touchstone::store
