// Page: where a person answers one question in a browser.
//
//   GET  <kPath><key>   shows it, or what became of it
//   POST <kPath><key>   answers it, as verdict.hpp reads answers; the first answer counts
//
// Whoever has the key may look and answer: it goes to the client that may ask its user, and stands
// in no refusal, log or record. A form counts only if a page of ours sent it. Owned by the gateway;
// the desk outlives it; the loop's thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "approval/desk.hpp"
#include "approval/page_key.hpp"
#include "http/page.hpp"

namespace touchstone::approval {

class Page {
 public:
  static constexpr std::string_view kPath = "/approvals/";
  static constexpr std::size_t kMaxForm = std::size_t{4} << 10;  // bytes of a form

  Page(Desk& desk, const base::SealKey& store_key) : desk_(desk), keys_(store_key) {}

  // Behind the address that people reach us by.
  [[nodiscard]] std::string path_of(std::string_view ticket) const {
    return std::string(kPath) + keys_.of(ticket);
  }
  // `ours` as in http::is_from_own_page(). The request outlives the task.
  [[nodiscard]] net::Task<http::Page> show(const http::PageRequest& request, std::string ours);

 private:
  [[nodiscard]] net::Task<http::Page> show_ticket(const http::PageRequest& request,
                                                  std::string ticket);
  [[nodiscard]] net::Task<http::Page> answer(Question question, store::Ticket ticket,
                                             std::string body);

  Desk& desk_;
  PageKeys keys_;
};

}  // namespace touchstone::approval
