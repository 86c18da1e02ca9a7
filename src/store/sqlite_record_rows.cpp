// Decisions as their rows have them: ids, and records made whole again.
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "base/text.hpp"
#include "json/canonical.hpp"
#include "json/writer.hpp"
#include "store/difference.hpp"
#include "store/sqlite_rows.hpp"

namespace touchstone::store {
namespace {

// Twelve digits of milliseconds last until the year 10889, ten of numbers for a trillion records.
constexpr std::size_t kTimeDigits = 12;
constexpr std::size_t kDigestBytes = 32;
constexpr std::size_t kIdLength = kTimeDigits + 1 + 10;

std::optional<std::int64_t> from_hex(std::string_view digits) {
  std::uint64_t number = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, 16);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

void write_hex(std::span<char> into, std::int64_t number) {
  auto left = static_cast<std::uint64_t>(number);
  for (auto digit = into.rbegin(); digit != into.rend(); ++digit, left >>= 4U)
    *digit = "0123456789abcdef"[left & 15U];
}

base::Error damaged(const std::string& id, std::string_view how) {
  return {fmt::format("the record of decision {} is damaged: {}", id, how),
          {},
          "put back a copy of the store; the others can still be listed and shown"};
}

base::Result<std::string> text_in(const Query& row, const std::string& id) {
  if (row.is_null(6)) return put_in(row.text(3), row.bytes(5));
  if (row.is_null(7)) return tl::unexpected(damaged(id, "what it is a difference from is missing"));
  auto text = patched(row.bytes(7), row.bytes(3));
  if (!text) return tl::unexpected(damaged(id, "it is no difference from its base"));
  return std::move(*text);
}

// As many bytes as they are, or twice as many digits.
std::string digest_in(const Query& row) {
  const auto digest = row.bytes(4);
  return digest.size() == kDigestBytes ? base::hex(digest) : std::string(digest);
}

// What a list tells of a damaged one: that it is there, and why nothing else can be told.
Decision stand_in(const Query& row, const base::Error& why) {
  const auto place = place_in(row);
  Decision out{id_of(place), static_cast<std::uint64_t>(place.sequence), {}, digest_in(row)};
  json::Writer json;
  json.begin_object().key("at").integer(place.at);
  json.key("body").begin_object().key("why").string(why.what).end_object();
  json.key("effect").string("").key("id").string(out.id).key("kind").string(kDamagedKind);
  json.key("principal").string("").key("sequence").integer(place.sequence);
  json.key("server").string("").key("session").string("").key("tool").string("");
  json.end_object();
  out.json = std::move(json).take();
  out.damage = why.what;
  return out;
}

}  // namespace

bool is_decision_id(std::string_view text) { return place_of(text).has_value(); }

std::string id_of(const Place& place) {
  std::string out(kIdLength, '-');
  write_hex(std::span(out).first(kTimeDigits), place.at);
  write_hex(std::span(out).subspan(kTimeDigits + 1), place.sequence);
  return out;
}

std::optional<Place> place_of(std::string_view id) {
  if (id.size() != kIdLength || id[kTimeDigits] != '-') return std::nullopt;
  const auto at = from_hex(id.substr(0, kTimeDigits));
  const auto sequence = from_hex(id.substr(kTimeDigits + 1));
  if (!at || !sequence) return std::nullopt;
  return Place{*sequence, *at};
}

Place place_in(const Query& row) {
  const auto named = place_of(row.bytes(1));
  return {row.number(0), named ? named->at : row.number(2)};
}

base::Result<Decision> read_decision(const Query& row) {
  const auto place = place_in(row);
  Decision out{id_of(place), static_cast<std::uint64_t>(place.sequence), {}, digest_in(row)};
  auto text = text_in(row, out.id);
  if (!text) return tl::unexpected(text.error());
  out.json = std::move(*text);
  if (json::digest_of_canonical(out.json) != out.digest)
    return tl::unexpected(damaged(out.id, "its digest is another"));
  return out;
}

Decision listed_decision(const Query& row) {
  auto read = read_decision(row);
  return read ? std::move(*read) : stand_in(row, read.error());
}

}  // namespace touchstone::store
