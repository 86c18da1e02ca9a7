// Examination: one call under examination; the work behind resolve().
#pragma once

#include <string>
#include <string_view>

#include "json/document.hpp"
#include "resolve/address.hpp"
#include "resolve/resolve.hpp"

namespace touchstone::resolve {

class Examination {
 public:
  Examination(const Plan& plan, const Settings& settings, json::View arguments)
      : plan_(plan), settings_(settings), arguments_(arguments) {}

  [[nodiscard]] Resolution run() &&;

 private:
  void look_at_arguments();
  void look_at_parameters();
  void look_at(const Parameter& parameter, json::View value);
  void on_absent(const Parameter& parameter);
  void on_choice(const Parameter& parameter, json::View value);
  void on_hint(const Parameter& parameter, json::View value);
  void on_shell(const Parameter& parameter, json::View value);
  void on_search(const Parameter& parameter, json::View value);
  void on_path(const Parameter& parameter, json::View value);
  void on_address(const Parameter& parameter, json::View value);
  void on_audience(const Parameter& parameter, json::View value);
  void on_change_flag(const Parameter& parameter, json::View value);
  // Calls `each` with every text of a text or list of texts; false if it is neither.
  template <typename Each>
  bool each_text(json::View value, Each each);

  // The argument says this of the effect.
  void say(std::string_view argument, Verdict says);
  void doubt(std::string_view argument, std::string why);
  void note(std::string_view argument, std::string text);
  void conclude();

  void tell(model::Field field, model::Value value, std::string reason);
  void tell_effect();
  void tell_reach();
  [[nodiscard]] bool elsewhere();  // another argument mentions an address
  void apply_rules();

  const Plan& plan_;
  const Settings& settings_;
  json::View arguments_;
  Verdict verdict_;
  bool said_ = false;     // some argument says what the call does
  bool returns_ = false;  // what is fetched from an address comes back
  bool addressed_ = false;
  Reach reach_ = Reach::kInternal;  // the farthest address
  std::string reach_why_;
  Resolution out_;
};

}  // namespace touchstone::resolve
