#include "cli/short_key.hpp"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "approval/record.hpp"
#include "cli/store_file.hpp"

namespace touchstone::cli {
namespace {

constexpr std::size_t kTimeDigits = 12;  // of a decision's id, before its number
constexpr std::size_t kNumberDigits = 10;

struct KeyWords {
  std::string what;  // "session"
  std::string list;  // the command that shows them all
};

// Of those that fit, the one.
template <typename T>
base::Result<T> the_only(std::vector<T> fitting, const std::string& typed, const KeyWords& words) {
  if (fitting.size() == 1) return std::move(fitting.front());
  if (fitting.empty()) {
    const bool is_short = typed.size() < kShortestPart;
    return base::fail(fmt::format("there is no {} {}", words.what, typed), "",
                      (is_short ? fmt::format("{}, or type at least {} characters of what it shows",
                                              words.list, kShortestPart)
                                : words.list));
  }
  return base::fail(fmt::format("more than one {} begins or ends with it", words.what), typed,
                    "type more of it: " + words.list);
}

base::Result<std::vector<store::Session>> sessions_like(store::Store& store,
                                                        const std::string& part) {
  std::vector<store::Session> out;
  store::SessionFilter filter{.limit = store::kMaxPage};
  for (;;) {
    auto page = settled<std::vector<store::Session>>(
        [&](auto done) { store.list_sessions(filter, std::move(done)); });
    if (!page) return page;
    for (auto& session : *page) {
      filter.before = session.number;
      if (is_part_of(part, session.name.key)) out.push_back(std::move(session));
    }
    if (page->size() < store::kMaxPage || out.size() > 1) return out;
  }
}

base::Result<std::vector<store::Ticket>> tickets_like(store::Store& store,
                                                      const std::string& part) {
  std::vector<store::Ticket> out;
  store::TicketFilter filter{.limit = store::kMaxPage};
  for (;;) {
    auto page = settled<std::vector<store::Ticket>>(
        [&](auto done) { store.list_tickets(filter, std::move(done)); });
    if (!page) return page;
    for (auto& ticket : *page) {
      filter.before = ticket.asked;
      if (is_part_of(part, ticket.id)) out.push_back(std::move(ticket));
    }
    if (page->size() < store::kMaxPage || out.size() > 1) return out;
  }
}

std::optional<std::uint64_t> hex_number(std::string_view digits) {
  std::uint64_t number = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, 16);
  if (digits.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

base::Result<std::vector<store::Decision>> decisions_listed(store::Store& store,
                                                            const store::DecisionFilter& filter) {
  return settled<std::vector<store::Decision>>(
      [&](auto done) { store.list_decisions(filter, std::move(done)); });
}

// Numbers have no gaps, but the oldest are gone at some time.
base::Result<std::vector<store::Decision>> decision_numbered(store::Store& store,
                                                             std::string_view digits) {
  const auto number = hex_number(digits);
  if (!number || *number == 0 || digits.size() > kNumberDigits)
    return std::vector<store::Decision>();
  auto found = decisions_listed(
      store, {.after = fmt::format("{:012x}-{:010x}", 0, *number - 1), .limit = 1});
  if (found) std::erase_if(*found, [&](const auto& one) { return one.sequence != *number; });
  return found;
}

// An id begins with its time, so those that begin alike are of one span of time.
base::Result<std::vector<store::Decision>> decisions_since(store::Store& store,
                                                           std::string_view digits) {
  const auto time = hex_number(digits);
  if (!time || digits.size() > kTimeDigits || digits.size() < kShortestPart)
    return std::vector<store::Decision>();
  const auto bits = 4 * (kTimeDigits - digits.size());
  const auto at = [&](std::uint64_t begin) {
    return store::from_ms(static_cast<std::int64_t>(begin << bits));
  };
  return decisions_listed(store, {.since = at(*time), .until = at(*time + 1), .limit = 2});
}

}  // namespace

bool is_part_of(std::string_view part, std::string_view key) {
  if (part.size() < kShortestPart) return false;
  const auto colon = key.find(':');
  const auto behind = colon == std::string_view::npos ? key : key.substr(colon + 1);
  return key.starts_with(part) || key.ends_with(part) || behind.starts_with(part);
}

base::Result<std::vector<store::Session>> sessions_typed(store::Store& store,
                                                         const std::string& typed) {
  auto found = settled<std::optional<store::Session>>(
      [&](auto done) { store.find_session(typed, std::move(done)); });
  if (!found) return tl::unexpected(found.error());
  if (!*found) return sessions_like(store, typed);
  std::vector<store::Session> one;
  one.push_back(std::move(**found));
  return one;
}

base::Result<store::Session> find_session(store::Store& store, const std::string& typed,
                                          const StoreOptions& options) {
  auto like = sessions_typed(store, typed);
  if (!like) return tl::unexpected(like.error());
  return the_only(std::move(*like), typed,
                  {"session", "touchstone sessions list --all" + store_words(options)});
}

base::Result<store::Ticket> find_ticket(store::Store& store, const std::string& typed,
                                        const StoreOptions& options) {
  const auto id = approval::typed_id(typed);
  auto found = settled<std::optional<store::Ticket>>(
      [&](auto done) { store.find_ticket(id, std::move(done)); });
  if (!found) return tl::unexpected(found.error());
  if (*found) return std::move(**found);
  auto like = tickets_like(store, id);
  if (!like) return tl::unexpected(like.error());
  return the_only(std::move(*like), id,
                  {"ticket", "touchstone approvals list --all" + store_words(options)});
}

base::Result<store::Decision> find_decision(store::Store& store, const std::string& typed,
                                            const StoreOptions& options) {
  auto found = settled<std::optional<store::Decision>>(
      [&](auto done) { store.find_decision(typed, std::move(done)); });
  if (!found) return tl::unexpected(found.error());
  if (*found) return std::move(**found);
  auto like = decision_numbered(store, typed);
  auto since = like ? decisions_since(store, typed) : like;
  if (!since) return tl::unexpected(since.error());
  for (auto& one : *since) {
    if (like->empty() || like->front().id != one.id) like->push_back(std::move(one));
  }
  return the_only(std::move(*like), typed,
                  {"decision", "touchstone decisions list" + store_words(options)});
}

}  // namespace touchstone::cli
