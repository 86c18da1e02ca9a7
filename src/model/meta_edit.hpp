// MetaEdit: members added to objects inside `_meta`, whatever of them is there already.
//
// `_meta` may be missing, an object, or nonsense; so may each object in it. Members that are ours
// to set are set, string arrays are united, all else stays byte for byte. Where somebody put
// something that is no object, it is replaced: annotations that a guard relies on must not be
// blocked by it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/splice.hpp"
#include "json/writer.hpp"

namespace touchstone::model {

class MetaEdit {
 public:
  // What one object in `_meta` shall say.
  class Object {
   public:
    void set(std::string_view key, std::string json) {
      members_.push_back({key, std::move(json), {}});
    }
    // An array of strings that is united with the one already there; no strings, no change.
    void add_strings(std::string_view key, std::vector<std::string> strings);
    [[nodiscard]] bool empty() const { return members_.empty(); }

   private:
    friend class MetaEdit;
    struct Member {
      std::string_view key;
      std::string json;                  // of set()
      std::vector<std::string> strings;  // of add_strings()
    };
    std::vector<Member> members_;
  };

  MetaEdit(json::Splice& splice, json::View holder);

  void merge(std::string_view key, const Object& object);
  void finish();  // after the last merge

  // The text of one object in `_meta` with `object` merged into it; for whoever writes `_meta`
  // anew. `there` may be absent, or no object.
  [[nodiscard]] static std::string merged(json::View there, const Object& object);

 private:
  static void merge_members(json::Splice& splice, json::View there, const Object& object);

  json::Splice& splice_;
  json::View holder_;
  json::View meta_;
  json::Writer fresh_;  // a new `_meta`, where there is no usable one
  bool has_fresh_ = false;
};

}  // namespace touchstone::model
