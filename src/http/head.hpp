// Head: the first lines of an HTTP/1.1 message, and the limits on them.
//
// Header names and values are views into memory that the reader owns; they are valid until the
// reader goes on to the next message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::http {

struct Header {
  std::string_view name;
  std::string_view value;  // without white space around it
};

class Headers {
 public:
  [[nodiscard]] std::string_view get(std::string_view name) const;  // first, or empty
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  void add(std::string_view name, std::string_view value) { all_.push_back({name, value}); }
  void clear() { all_.clear(); }
  void shrink(std::size_t kept) {  // clears, and keeps room for no more than these
    clear();
    if (all_.capacity() > kept) std::vector<Header>().swap(all_);
  }

 private:
  std::vector<Header> all_;
};

[[nodiscard]] bool same_name(std::string_view a, std::string_view b);  // ASCII, any case

struct Limits {
  std::size_t max_head = std::size_t{16} << 10;  // start line and headers: 431 beyond
  std::size_t max_headers = 100;                 // 431 beyond
  std::size_t max_body = std::size_t{16} << 20;  // 413 beyond
};

// Why a message was refused: the status to answer with, and words for the log and the body.
struct Refusal {
  int status = 400;
  std::string what;
};

}  // namespace touchstone::http
