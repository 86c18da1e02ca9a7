// Message: one JSON-RPC 2.0 message, read once and kept with its bytes.
//
// A Message owns the Document it was read from; everything it tells is a View into that. Nothing is
// copied or converted: the id keeps its type and spelling, and params, result and error are passed
// on as bytes (rpc/write.hpp, json/splice.hpp). Batches are refused: MCP dropped them in 2025-06-18
// and no peer we know sends them.
//
// A value that moves; Views into it survive a move (document.hpp). Not tied to a thread.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "json/document.hpp"
#include "json/parser.hpp"

namespace touchstone::rpc {

enum class Kind : std::uint8_t { kRequest, kNotification, kResult, kError };

class Message {
 public:
  // Why a text is no message, and what of it can still be used for an answer.
  struct Fault {
    int code = 0;      // kParseError or kInvalidRequest
    std::string what;  // "not JSON: …", "neither a request nor a response: …"
    std::string id;    // the raw id if there was one, else "null"
    // The raw id of the request that it was to answer, as far as that can be told; else empty. What
    // may be a request has none.
    std::string answers = {};
  };

  [[nodiscard]] static tl::expected<Message, Fault> read(json::Document document);
  [[nodiscard]] static tl::expected<Message, Fault> parse(json::Parser& parser, json::Text text);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_request() const { return kind_ == Kind::kRequest; }
  [[nodiscard]] bool is_notification() const { return kind_ == Kind::kNotification; }
  [[nodiscard]] bool is_response() const { return kind_ >= Kind::kResult; }

  [[nodiscard]] std::string_view method() const { return method_; }  // of requests, notifications
  [[nodiscard]] json::View id() const { return id_; }                // absent in notifications
  // The id's exact bytes, usable as a key: 1 and "1" differ. "null" where there is none.
  [[nodiscard]] std::string_view raw_id() const { return id_ ? id_.raw() : "null"; }
  [[nodiscard]] json::View params() const { return params_; }  // absent if there are none
  [[nodiscard]] json::View result() const { return result_; }  // of kResult
  [[nodiscard]] json::View error() const { return error_; }    // of kError, an object
  [[nodiscard]] json::View root() const { return document_.root(); }
  [[nodiscard]] const json::Document& document() const { return document_; }
  [[nodiscard]] std::string_view text() const { return document_.text(); }

  [[nodiscard]] json::View param(std::string_view key) const { return params_.find(key); }
  [[nodiscard]] json::View meta(std::string_view key) const;  // params._meta[key]
  [[nodiscard]] int error_code() const;                       // 0 if this is no error

 private:
  explicit Message(json::Document document) : document_(std::move(document)) {}

  json::Document document_;
  std::string method_;
  json::View id_, params_, result_, error_;
  Kind kind_ = Kind::kNotification;
};

}  // namespace touchstone::rpc
