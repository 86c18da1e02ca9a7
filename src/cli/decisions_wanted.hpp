// WantedDecisions: which decisions the options of `decisions list` and `tail` mean.
//
// The store is asked for what its rows can tell; the rest, which stands inside the records or is
// typed in another form than they have, is looked at record by record, a page at a time. The parser
// and what it last saw are its own. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "json/document.hpp"
#include "json/parser.hpp"
#include "store/store.hpp"

namespace touchstone::cli {

// What would have been decided if rules in shadow counted too; empty: the same.
[[nodiscard]] std::string would_have_been(json::View record);
// A result that has no record of its own stands in that of its call.
[[nodiscard]] bool has_result_inside(json::View record);

class WantedDecisions {
 public:
  // An error for words that no decision has, and for a part of a key that several sessions have.
  [[nodiscard]] static base::Result<WantedDecisions> by(store::Store& store,
                                                        const DecisionsOptions& options);

  // The newest ones that fit, newest first. What stands inside records may have to be looked for in
  // all of them: `progress` hears now and then how many were looked at, and how many fit.
  using Progress = std::function<void(std::size_t looked, std::size_t found)>;
  [[nodiscard]] base::Result<std::vector<store::Decision>> newest(store::Store& store,
                                                                  const Progress& progress = {});
  // Those after this one ("": all), oldest first; `last` becomes the last that was looked at.
  [[nodiscard]] base::Result<std::vector<store::Decision>> after(store::Store& store,
                                                                 std::string& last);

 private:
  struct Name {  // how a tool of a server is called by clients
    std::string server;
    std::string prefix;
  };

  explicit WantedDecisions(const DecisionsOptions& options) : options_(options) {}
  [[nodiscard]] base::Result<void> choose_session(store::Store& store);
  void choose_tool();
  void choose_kind();
  void choose_mark();
  [[nodiscard]] bool is_all() const;  // the store's answer is
  void take(std::vector<store::Decision> page, std::vector<store::Decision>& into);
  void note_results(const std::vector<store::Decision>& page);
  [[nodiscard]] bool fits(const store::Decision& decision);
  [[nodiscard]] bool fits_tool(json::View record) const;
  [[nodiscard]] bool fits_result(json::View record, std::uint64_t sequence) const;
  [[nodiscard]] bool has_own_record(json::View call, std::uint64_t sequence) const;

  DecisionsOptions options_;
  store::DecisionFilter filter_;
  std::string session_part_;    // empty: the store knows
  std::string tool_name_;       // in a longer form; empty: the store knows
  std::vector<Name> names_;     // for it
  std::string separator_;       // in it
  bool wants_results_ = false;  // also those inside calls
  // Results that may have been written together with their calls: what they are about, by number.
  std::map<std::uint64_t, std::string> own_;
  std::string mark_;  // what the text of each has that fits; empty: nobody knows
  std::size_t looked_ = 0;
  json::Parser parser_;
};

}  // namespace touchstone::cli
