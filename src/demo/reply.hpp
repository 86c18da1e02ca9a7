// Reply: what a tool, a prompt or a resource of ours answers, before it is dressed for an era.
//
// A value. The server (server.hpp) adds what a modern caller wants besides: resultType, ttlMs and
// cacheScope.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace touchstone::demo {

struct Reply {
  std::string result = "{}";      // a raw JSON object, without resultType
  std::string type = "complete";  // its resultType
  bool is_error = false;          // a tool's own failure; the result says so too
  bool later = false;             // go on as a task: the tool is run again, in the background

  // An error of the protocol instead, if code is not 0.
  int code = 0;
  std::string message;
  std::string data;  // raw JSON, or empty
};

// Content blocks, as raw JSON.
[[nodiscard]] std::string text_block(std::string_view text);
[[nodiscard]] std::string media_block(std::string_view type, std::string_view mime_type,
                                      std::string_view base64);
[[nodiscard]] std::string resource_block(std::string_view uri, std::string_view mime_type,
                                         std::string_view text);

// Results of a tool. `raw_meta` is the result's _meta, a JSON object, here and below.
[[nodiscard]] Reply content(std::initializer_list<std::string_view> blocks);
[[nodiscard]] Reply text(std::string_view text, std::string_view raw_meta = {});
[[nodiscard]] Reply failure(std::string_view text);  // isError: the model reads it and can react

// Results of a prompt (each block is a message of the user) and of a resource.
[[nodiscard]] Reply messages(std::initializer_list<std::string_view> blocks,
                             std::string_view raw_meta = {});
[[nodiscard]] Reply resource_text(std::string_view uri, std::string_view mime_type,
                                  std::string_view text, std::string_view raw_meta = {});
[[nodiscard]] Reply resource_blob(std::string_view uri, std::string_view mime_type,
                                  std::string_view base64);

[[nodiscard]] Reply raw(std::string result);
[[nodiscard]] Reply error(int code, std::string message, std::string raw_data = {});

}  // namespace touchstone::demo
