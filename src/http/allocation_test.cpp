// Counts allocations: what is promised about memory on the hottest path is tested, not hoped for.
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "http/test_support.hpp"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace touchstone::http {
namespace {

template <typename Reader>
void receive(Reader& reader, std::string_view bytes) {
  const auto room = reader.room();
  ASSERT_GE(room.size(), bytes.size());
  std::memcpy(room.data(), bytes.data(), bytes.size());
  reader.commit(bytes.size());
}

std::size_t read_one(RequestReader& reader, std::string_view bytes) {
  const std::size_t before = allocations;
  receive(reader, bytes);
  while (reader.next() == RequestReader::State::kHead) continue;
  EXPECT_EQ(reader.take_body().size(), 300U);
  reader.restart();
  return allocations - before;
}

TEST(Allocation, a_request_takes_none_but_its_body_once_the_connection_is_warm) {
  RequestReader reader;
  const std::string lines = "Host: a\r\nAccept: application/json, text/event-stream\r\nX: y\r\n";
  const std::string body(300, 'x');
  const std::string length = "POST / HTTP/1.1\r\n" + lines + "Content-Length: 300\r\n\r\n" + body;
  const std::string chunked = "POST / HTTP/1.1\r\n" + lines +
                              "Transfer-Encoding: chunked\r\n\r\n12c\r\n" + body + "\r\n0\r\n\r\n";
  (void)read_one(reader, length);
  (void)read_one(reader, chunked);
  EXPECT_EQ(read_one(reader, length), 1U);
  EXPECT_EQ(read_one(reader, chunked), 1U);
}

TEST(Allocation, a_response_takes_none_once_the_connection_is_warm) {
  ResponseReader reader;
  for (int i = 0; i < 3; ++i) {
    const std::size_t before = allocations;
    receive(reader,
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
    ResponseReader::State at = reader.next();
    while (at != ResponseReader::State::kDone) at = reader.next();
    reader.restart();
    if (i > 0) EXPECT_EQ(allocations - before, 0U);
  }
}

}  // namespace
}  // namespace touchstone::http
