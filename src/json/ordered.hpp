// OrderedObject: a JSON object whose members are written in the order that suits the writer, and
// stand in canonical order (RFC 8785).
//
//   OrderedObject out;
//   out.key("tool").string(name);
//   out.key("effect").string("allow");
//   std::string text = std::move(out).take();  // {"effect":"allow","tool":"…"}
//
// Keys are plain ASCII and differ. The values' own keys are the writer's business, as are escapes:
// texts are quoted as Writer does it, which is canonical if nothing in them is escaped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/writer.hpp"

namespace touchstone::json {

class OrderedObject {
 public:
  // With room for that many bytes.
  explicit OrderedObject(std::size_t room = 256) {
    members_.reserve(room);
    members_.begin_object();
    order_.reserve(kUsualMembers);
  }

  // Begins a member; the one value that is written next is its value.
  Writer& key(std::string_view name);
  [[nodiscard]] std::string take() &&;

 private:
  static constexpr std::size_t kUsualMembers = 16;
  struct Member {
    std::uint64_t head;     // of the name, in its order: it nearly always tells two apart
    std::string_view name;  // as the caller holds it
    std::size_t begin;      // of the brace or comma before it
    std::size_t end;
  };
  void end_last();
  Writer members_;
  std::vector<Member> order_;
};

}  // namespace touchstone::json
