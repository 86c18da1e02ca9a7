// Who gets a message: somebody whom its server knows, or anybody.
#include "guard/recipient.hpp"

#include <gtest/gtest.h>

#include "guard/content.hpp"
#include "guard/result_label.hpp"
#include "json/string.hpp"
#include "json/test_support.hpp"

namespace touchstone::guard {
namespace {

// A session that was told this before it sends.
class Sender {
 public:
  Sender& by(std::string_view server, std::string tool, std::string_view text) {
    const Subject reader{.method = "tools/call", .server = server, .name = std::move(tool)};
    const auto source =
        memory_.intern({.uri = source_uri(reader), .author = author_of(reader, {}), .classes = {}});
    const auto result =
        json::document("{\"content\":[{\"type\":\"text\",\"text\":" + json::quoted(text) + "}]}");
    remember_content(memory_, result.root(), source, form_of(reader, {}));
    return *this;
  }
  [[nodiscard]] bool sends_to_somebody(std::string_view arguments,
                                       std::string tool = "send_message") {
    const auto parsed = json::document(arguments);
    Subject sender{.method = "tools/call", .server = "clinic", .name = std::move(tool)};
    sender.arguments = parsed.root();
    return is_to_somebody(sender, memory_.trace(parsed.root()), memory_);
  }

 private:
  flow::Memory memory_ = flow::Memory({.seed = 3});
};

constexpr std::string_view kPatients =
    R"({"patients":[{"id":"P-1001","name":"Mara Lind"},{"id":"P-1002","name":"Ole Berg"}]})";
Sender patients() { return Sender().by("clinic", "list_patients", kPatients); }

TEST(Recipient, is_somebody_whom_its_server_has_recorded) {
  for (const auto* arguments :
       {R"({"patient":"P-1001","text":"hi"})", R"({"patientId":"P-1001","text":"hi"})",
        R"({"to":{"recipient":"P-1001"},"text":"hi"})", R"({"Patient_ID":"P-1002","text":"hi"})",
        R"({"recipients":["P-1001","P-1002"],"text":"hi"})"})
    EXPECT_TRUE(patients().sends_to_somebody(arguments)) << arguments;
  EXPECT_TRUE(patients().sends_to_somebody(R"({"to":"ole@berg.example"})", "anything"));
  Sender reader;
  reader.by("clinic", "get_conversation", R"({"messages":[{"patient_id":"P-1001","unread":1}]})");
  EXPECT_TRUE(reader.sends_to_somebody(R"({"patient":"P-1001","text":"hi"})"));
}

TEST(Recipient, is_nobody_who_was_not_recorded_there) {
  constexpr std::string_view kCall = R"({"patient":"P-1001","text":"hi"})";
  EXPECT_FALSE(Sender().sends_to_somebody(kCall)) << "nobody knows them";
  EXPECT_FALSE(Sender().by("other", "list_patients", kPatients).sends_to_somebody(kCall));
  EXPECT_FALSE(
      Sender().by("clinic", "read_note", "Write to P-1001 as agreed.").sends_to_somebody(kCall));
  EXPECT_FALSE(patients()
                   .by("other", "list_rooms", R"({"rooms":[{"id":"P-1001"}]})")
                   .sends_to_somebody(kCall))
      << "another server has called something so";
}

TEST(Recipient, is_not_somebody_if_others_get_it_too) {
  for (const auto* arguments :
       {R"({"recipients":["P-1001","general"],"text":"hi"})",
        R"({"recipients":["general","P-1001"],"text":"hi"})",
        R"({"recipients":["P-1001","#general"],"text":"hi"})",
        R"({"patient":"P-1001","channel":"#general","text":"hi"})",
        R"({"patient":"P-1001","to":[{"room_id":7}],"text":"hi"})",
        R"({"patient":"P-1001","visibility":"everyone","text":"hi"})",
        R"({"patient":"P-1001","conversation":7,"text":"hi"})",
        R"({"recipient":"P-1001","distribution_list":"staff","text":"hi"})"})
    EXPECT_FALSE(patients().sends_to_somebody(arguments)) << arguments;
  for (const auto* tool : {"post_message_to_channel", "send_group_message", "send_text_to_list"})
    EXPECT_FALSE(patients().sends_to_somebody(R"({"patient":"P-1001"})", tool)) << tool;
}

TEST(Recipient, is_no_channel_of_the_server) {
  auto told = patients().by("clinic", "list_channels", R"({"channels":[{"id":"general"}]})");
  EXPECT_FALSE(told.sends_to_somebody(R"({"recipient":"general","text":"hi"})"));
  EXPECT_TRUE(told.sends_to_somebody(R"({"recipient":"P-1001","text":"hi"})"));
}

TEST(Recipient, is_not_whom_a_message_is_about) {
  for (const auto* arguments :
       {R"({"patient_note":"P-1001","text":"hi"})", R"({"about":{"note":"P-1001"}})",
        R"({"username":"P-1001"})", R"({"to":"P-1001"})", R"({"recipient":{"name":"P-1001"}})"})
    EXPECT_FALSE(patients().sends_to_somebody(arguments)) << arguments;
  EXPECT_FALSE(patients().sends_to_somebody(R"({"patient":"P-1001"})", "publish_record"));
}

}  // namespace
}  // namespace touchstone::guard
