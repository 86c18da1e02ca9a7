#include "demo/reply.hpp"

#include <utility>

#include "json/writer.hpp"

namespace touchstone::demo {
namespace {

std::string in_content(std::initializer_list<std::string_view> blocks, bool is_error,
                       std::string_view raw_meta) {
  json::Writer w;
  w.begin_object().key("content").begin_array();
  for (const auto block : blocks) w.raw(block);
  w.end_array();
  if (is_error) w.key("isError").boolean(true);
  if (!raw_meta.empty()) w.key("_meta").raw(raw_meta);
  w.end_object();
  return std::move(w).take();
}

Reply resource(std::string_view uri, std::string_view mime_type, std::string_view member,
               std::string_view value, std::string_view raw_meta) {
  json::Writer w;
  w.begin_object().key("contents").begin_array().begin_object();
  w.key("uri").string(uri).key("mimeType").string(mime_type).key(member).string(value);
  w.end_object().end_array();
  if (!raw_meta.empty()) w.key("_meta").raw(raw_meta);
  w.end_object();
  return raw(std::move(w).take());
}

}  // namespace

std::string text_block(std::string_view text) {
  json::Writer w;
  w.begin_object().key("type").string("text").key("text").string(text).end_object();
  return std::move(w).take();
}

std::string media_block(std::string_view type, std::string_view mime_type,
                        std::string_view base64) {
  json::Writer w;
  w.begin_object().key("type").string(type).key("data").string(base64);
  w.key("mimeType").string(mime_type).end_object();
  return std::move(w).take();
}

std::string resource_block(std::string_view uri, std::string_view mime_type,
                           std::string_view text) {
  json::Writer w;
  w.begin_object().key("type").string("resource").key("resource").begin_object();
  w.key("uri").string(uri).key("mimeType").string(mime_type).key("text").string(text);
  w.end_object().end_object();
  return std::move(w).take();
}

Reply content(std::initializer_list<std::string_view> blocks) {
  return raw(in_content(blocks, false, {}));
}

Reply text(std::string_view text, std::string_view raw_meta) {
  return raw(in_content({text_block(text)}, false, raw_meta));
}

Reply failure(std::string_view text) {
  Reply reply = raw(in_content({text_block(text)}, true, {}));
  reply.is_error = true;
  return reply;
}

Reply messages(std::initializer_list<std::string_view> blocks, std::string_view raw_meta) {
  json::Writer w;
  w.begin_object().key("messages").begin_array();
  for (const auto block : blocks)
    w.begin_object().key("role").string("user").key("content").raw(block).end_object();
  w.end_array();
  if (!raw_meta.empty()) w.key("_meta").raw(raw_meta);
  w.end_object();
  return raw(std::move(w).take());
}

Reply resource_text(std::string_view uri, std::string_view mime_type, std::string_view text,
                    std::string_view raw_meta) {
  return resource(uri, mime_type, "text", text, raw_meta);
}

Reply resource_blob(std::string_view uri, std::string_view mime_type, std::string_view base64) {
  return resource(uri, mime_type, "blob", base64, {});
}

Reply raw(std::string result) {
  Reply reply;
  reply.result = std::move(result);
  return reply;
}

Reply error(int code, std::string message, std::string raw_data) {
  Reply reply;
  reply.code = code;
  reply.message = std::move(message);
  reply.data = std::move(raw_data);
  return reply;
}

}  // namespace touchstone::demo
