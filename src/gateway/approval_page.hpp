// ApprovalPage: our page for questions, as far as there is one.
//
// Only a gateway that listens for HTTP has one; `approvals.page` says where people reach it, or
// that there is none. Its URLs go to clients in elicitations and nowhere else. Owned by the
// gateway; the loop's thread.
#pragma once

#include <string>
#include <string_view>

#include "approval/page.hpp"
#include "config/config.hpp"

namespace touchstone::gateway {

class ApprovalPage {
 public:
  ApprovalPage(approval::Desk& desk, const base::SealKey& store_key, const config::Config& config)
      : page_(desk, store_key), config_(config) {}

  // From now on somebody listens there. "Every address" is nothing that a person can open.
  void listen_at(const std::string& host, std::uint16_t port);

  [[nodiscard]] bool is_on() const { return !address().empty(); }
  [[nodiscard]] bool has(std::string_view path) const {
    return is_on() && path.starts_with(approval::Page::kPath);
  }
  // Where this question can be answered. Only while there is a page.
  [[nodiscard]] std::string url_of(const store::Ticket& ticket) const {
    return address() + page_.path_of(ticket.id);
  }
  [[nodiscard]] net::Task<http::Page> show(const http::PageRequest& request);

 private:
  [[nodiscard]] std::string address() const;  // without a slash at its end; empty: no page

  approval::Page page_;
  const config::Config& config_;
  bool listens_ = false;
  std::string listen_address_;
};

}  // namespace touchstone::gateway
