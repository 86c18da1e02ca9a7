#include "detect/content_rules.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "detect/content_tables.hpp"
#include "detect/id_rules.hpp"
#include "detect/run_rules.hpp"

namespace touchstone::detect {
namespace {

// Of the confirm_*.cpp and instructions.cpp, which have no row in a table.
constexpr std::array<std::string_view, 21> kNamedInCode{"assigned-password",
                                                        "assigned-secret",
                                                        "birth-date",
                                                        "bitcoin-address",
                                                        "card-code",
                                                        "command-password",
                                                        "email",
                                                        "encoded-instructions",
                                                        "ethereum-address",
                                                        "exfiltration",
                                                        "hidden-characters",
                                                        "hidden-text",
                                                        "iban",
                                                        "impersonation",
                                                        "override",
                                                        "person-name",
                                                        "phone",
                                                        "secrecy",
                                                        "street-address",
                                                        "tool-bait",
                                                        "url-password"};

template <typename Row>
void add_ids(std::span<const Row> rows, std::vector<std::string_view>& out) {
  for (const Row& row : rows) out.push_back(row.id);
}

std::vector<std::string_view> gathered() {
  std::vector<std::string_view> out(kNamedInCode.begin(), kNamedInCode.end());
  out.push_back(kUnread);
  for (const auto table : {secrets_of_code(), secrets_of_clouds(), secrets_of_services()})
    add_ids(table, out);
  add_ids(keyed_secrets(), out);
  add_ids(run_rules(), out);
  for (const auto table : {ids_of_america(), ids_of_europe(), ids_of_accounts()})
    add_ids(table, out);
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

}  // namespace

std::span<const std::string_view> content_rules() {
  static const std::vector<std::string_view> kAll = gathered();
  return kAll;
}

}  // namespace touchstone::detect
