// Drives the readers over given bytes in given pieces and writes down what they say.
//
// For tests and fuzz targets. A transcript names everything that comes out, so two transcripts are
// equal exactly if the readers said the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "http/request_reader.hpp"
#include "http/response_reader.hpp"
#include "http/sse.hpp"

namespace touchstone::http {

// How many bytes to give next, when so many are left.
using Splitter = std::function<std::size_t(std::size_t left)>;

inline Splitter all_at_once() {
  return [](std::size_t left) { return left; };
}
inline Splitter byte_by_byte() {
  return [](std::size_t) { return std::size_t{1}; };
}
// `first` bytes, then the rest.
inline Splitter split_at(std::size_t first) {
  return [first, given = false](std::size_t left) mutable {
    return std::exchange(given, true) ? left : std::clamp<std::size_t>(first, 1, left);
  };
}
// Pieces of these sizes, over and over.
inline Splitter in_steps(std::string steps) {
  return [steps = std::move(steps), i = std::size_t{0}](std::size_t left) mutable {
    const auto step = static_cast<unsigned char>(steps[i++ % steps.size()]);
    return std::clamp<std::size_t>(step, 1, left);
  };
}

// Gives the reader the next piece of `rest`, in as many calls of room() as that takes.
template <typename Reader>
void give(Reader& reader, std::string_view& rest, const Splitter& split) {
  std::size_t size = split(rest.size());
  while (size > 0) {
    const auto room = reader.room();
    const std::size_t part = std::min(size, room.size());
    std::memcpy(room.data(), rest.data(), part);
    reader.commit(part);
    rest.remove_prefix(part);
    size -= part;
  }
}

struct ReadRequest {
  std::string method, target;
  std::vector<std::pair<std::string, std::string>> headers;
  bool keep_alive = false;
  bool expects_continue = false;
  int minor_version = 1;
  std::string body;
  friend bool operator==(const ReadRequest&, const ReadRequest&) = default;
};

struct ReadRequests {
  std::vector<ReadRequest> requests;
  int refused = 0;  // the status, or 0
  std::string why;
  bool head_pending = false;  // a head came, its body did not
  bool idle = false;
  bool padded = true;  // every body had the spare room it was promised
  friend bool operator==(const ReadRequests&, const ReadRequests&) = default;
};

inline ReadRequest copy_of(const RequestHead& head) {
  ReadRequest copy;
  copy.method = head.method;
  copy.target = head.target;
  for (const auto& [name, value] : head.headers) copy.headers.emplace_back(name, value);
  copy.keep_alive = head.keep_alive;
  copy.expects_continue = head.expects_continue;
  copy.minor_version = head.minor_version;
  return copy;
}

inline ReadRequests read_requests(std::string_view bytes, const Splitter& split = all_at_once(),
                                  Limits limits = {}, std::size_t padding = 64) {
  using State = RequestReader::State;
  RequestReader reader(limits, padding);
  ReadRequests out;
  while (true) {
    switch (reader.next()) {
      case State::kMore:
        if (bytes.empty()) {
          out.idle = reader.idle();
          return out;
        }
        give(reader, bytes, split);
        break;
      case State::kHead: out.head_pending = true; break;
      case State::kRequest: {
        out.head_pending = false;
        ReadRequest request = copy_of(reader.head());
        request.body = reader.take_body();
        out.padded &= request.body.capacity() >= request.body.size() + padding;
        out.requests.push_back(std::move(request));
        reader.restart();
        break;
      }
      case State::kRefused:
        out.refused = reader.refusal().status;
        out.why = reader.refusal().what;
        return out;
    }
  }
}

struct ReadResponse {
  int status = 0;
  std::string reason;
  std::vector<std::pair<std::string, std::string>> headers;
  bool keep_alive = false;
  std::string body;
  bool whole = false;
  friend bool operator==(const ReadResponse&, const ReadResponse&) = default;
};

struct ReadResponses {
  std::vector<ReadResponse> responses;
  std::string why;  // of a refusal, or empty
  friend bool operator==(const ReadResponses&, const ReadResponses&) = default;
};

// Reads until the bytes are used up; then, if `closes`, the peer closes.
inline ReadResponses read_responses(std::string_view bytes, const Splitter& split = all_at_once(),
                                    bool closes = true, bool head_only = false,
                                    Limits limits = {}) {
  using State = ResponseReader::State;
  ResponseReader reader(limits);
  reader.restart(head_only);
  ReadResponses out;
  bool ended = false;
  while (true) {
    switch (reader.next()) {
      case State::kMore:
        if (bytes.empty() && (ended || !closes)) return out;
        if (bytes.empty()) {
          reader.commit_end();
          ended = true;
        } else {
          give(reader, bytes, split);
        }
        break;
      case State::kHead: {
        ReadResponse response;
        response.status = reader.head().status;
        response.reason = reader.head().reason;
        response.keep_alive = reader.head().keep_alive;
        for (const auto& [name, value] : reader.head().headers) {
          response.headers.emplace_back(name, value);
        }
        out.responses.push_back(std::move(response));
        break;
      }
      case State::kBody: out.responses.back().body += reader.piece(); break;
      case State::kDone:
        out.responses.back().whole = true;
        if (bytes.empty() && !reader.has_leftover()) return out;
        reader.restart(head_only);
        break;
      case State::kRefused: out.why = reader.refusal().what; return out;
    }
  }
}

struct ReadEvents {
  std::vector<std::string> events;  // "id|event|data"
  std::string last_id;
  int retry_ms = -1;
  bool failed = false;
  friend bool operator==(const ReadEvents&, const ReadEvents&) = default;
};

inline ReadEvents read_events(std::string_view bytes, const Splitter& split = all_at_once(),
                              std::size_t max_event = 1000) {
  SseReader reader(max_event);
  ReadEvents out;
  while (!bytes.empty()) {
    const std::size_t size = split(bytes.size());
    reader.feed(bytes.substr(0, size));
    bytes.remove_prefix(size);
    while (const auto event = reader.next()) {
      out.events.push_back(fmt::format("{}|{}|{}", event->id, event->event, event->data));
    }
  }
  out.last_id = reader.last_id();
  out.retry_ms = reader.retry_ms().value_or(-1);
  out.failed = reader.failed();
  return out;
}

}  // namespace touchstone::http
