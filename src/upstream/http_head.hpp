// HttpHeads: the heads of our requests to one server.
//
// What is the same in every request is put together once. Headers come from the config and from the
// call, from nowhere else: a client's Authorization is not within reach here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "http/url.hpp"

namespace touchstone::upstream {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

class HttpHeads {
 public:
  // Fails if the config has a header that cannot be sent, or that would change where a message
  // ends.
  [[nodiscard]] static base::Result<HttpHeads> make(const config::Server& server,
                                                    const http::Url& url);

  // Goes with every request from then on; empty: not.
  void set_session(std::string_view id) { session_ = id; }
  void set_version(std::string_view version) { version_ = version; }
  [[nodiscard]] const std::string& session() const { return session_; }
  [[nodiscard]] const std::string& version() const { return version_; }

  // Fails if a header has a name or value that cannot be sent.
  [[nodiscard]] base::Result<std::string> post(const HeaderList& headers, std::size_t size) const;
  [[nodiscard]] std::string get(std::string_view last_event_id) const;
  [[nodiscard]] std::string del() const;

 private:
  void append_state(std::string& out, bool with_version) const;

  std::string common_;  // Host, User-Agent and the config's headers
  std::string target_;
  std::string post_;  // a POST up to its size
  std::string session_, version_;
};

}  // namespace touchstone::upstream
