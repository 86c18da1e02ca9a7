#include "infer/reach.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/word_list.hpp"
#include "infer/weights.hpp"

namespace touchstone::infer {
namespace {

using model::ChoiceSet;
using model::Destination;
using model::Field;
using model::Origin;

// A URL that the caller gives: what is fetched from there is anybody's, and what is in it leaves.
const Parameter* caller_url(const Reading& reading) {
  static constexpr base::WordList kUrls("url uri href link website webpage");
  const auto* named = reading.parameter_called(kUrls);
  if (named != nullptr && !named->nested) return named;
  for (const auto& parameter : reading.parameters) {
    const auto format = parameter.schema.find("format");
    const bool url = format.equals("uri") || format.equals("url");
    if (!parameter.nested && url) return &parameter;
  }
  return nullptr;
}

// Somebody to send to, whoever that is.
const Parameter* addressee(const Reading& reading) {
  static constexpr base::WordList kAddressees(
      "recipient to cc bcc email attendee invitee receiver");
  return reading.parameter_called(kAddressees);
}

// "Uploads a file to file.io": what is written goes there, whatever else the words are about. The
// site as far as it is spelt, or nothing.
std::string site_written_to(const Reading& reading, const Effect& effect) {
  static constexpr base::WordList kEndings(
      "ai app biz cc cloud cn co com de dev eu fr gg gov info io jp ly me net nl org ru uk us xyz");
  const auto& text = reading.text;
  if (effect.reads()) return {};
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] != "to" && text[i] != "on") continue;
    std::string site(text[i + 1]);
    bool ends = site == "https" || site == "http";
    for (auto part = i + 2; text.gap(part) == Gap::kHyphen && !ends; ++part) {
      site += fmt::format(".{}", text[part]);
      ends = kEndings.has(text[part]) && text.gap(part + 1) != Gap::kHyphen;
    }
    if (ends) return site;
  }
  return {};
}

constexpr std::array kWorld{
    CueWeight{Cue::kWeb, Spot::kName, 2.2F},
    CueWeight{Cue::kWeb, Spot::kText, 0.6F},
    CueWeight{Cue::kMessaging, Spot::kName, 0.8F},
    CueWeight{Cue::kPublicPlace, Spot::kText, 1.2F},
    CueWeight{Cue::kPublicContent, Spot::kText, 0.2F},
    CueWeight{Cue::kLocal, Spot::kName, -1.5F},
    CueWeight{Cue::kLocal, Spot::kText, -0.7F},
    CueWeight{Cue::kOrganisation, Spot::kName, -1.2F},
    CueWeight{Cue::kOrganisation, Spot::kText, -0.9F},
    CueWeight{Cue::kOrganisation, Spot::kParameter, -0.8F},
};

Ballot weigh_world(const Reading& reading, const Effect& effect) {
  Ballot open;
  weigh_cues(reading, kWorld, open);
  if (const auto* url = caller_url(reading)) {
    open.add(1.6F, fmt::format("parameter `{}` takes an address", url->name), url->pointer);
  }
  if (const auto site = site_written_to(reading, effect); !site.empty()) {
    open.add(3.0F, fmt::format("description says that it writes to {}", site), "/description");
  }
  if (effect.act == Act::kSend) {
    const auto* to = addressee(reading);
    open.add(to != nullptr ? 2.4F : 1.2F,
             to != nullptr ? fmt::format("verb `{}` and parameter `{}`",
                                         reading.main_verb()->word(), to->name)
                           : fmt::format("verb `{}`", reading.main_verb()->word()),
             to != nullptr ? to->pointer : std::string(reading.name_pointer));
  }
  return open;
}

void infer_open_world(const Ballot& open, Findings& out) {
  if (open.empty()) return;
  // Where a world ends is a matter of opinion, and words are a poor fence.
  constexpr float kSurest = 0.86F;
  out.push_back(inferred(Field::kOpenWorld, open.carried(), std::min(kSurest, open.confidence()),
                         open.reason(open.carried() ? "deals with whatever is out there"
                                                    : "stays within what its server keeps"),
                         open.pointer()));
}

// One possible place, how sure, and why.
struct Reached {
  ChoiceSet where;
  float confidence;
  std::string reason;
  std::string pointer;
};

void tell(Field field, const std::vector<Reached>& places, Findings& out) {
  if (places.empty()) return;
  auto all = places.front();
  for (const auto& place : places) {
    all.where = all.where | place.where;
    if (place.confidence > all.confidence) {
      all.confidence = place.confidence;
      all.pointer = place.pointer;
    }
    if (&place != &places.front()) all.reason += "; " + place.reason;
  }
  out.push_back(
      inferred(field, all.where, all.confidence, std::move(all.reason), std::move(all.pointer)));
}

struct PlaceRow {
  Cue cue;
  ChoiceSet where;
  float by_name, by_text;
  std::string_view conclusion;
};

void add_by_cue(const Reading& reading, const PlaceRow& row, std::vector<Reached>& out) {
  for (const auto spot : {Spot::kName, Spot::kText}) {
    const auto& hit = reading.cues.at(row.cue, spot);
    const float sure = spot == Spot::kName ? row.by_name : row.by_text;
    if (!hit || sure <= 0) continue;
    out.push_back({row.where, sure,
                   fmt::format("{} says \"{}\": {}", place_in_words(reading, spot, hit), hit.phrase,
                               row.conclusion),
                   reading.pointer_of(spot, hit)});
    return;
  }
}

// A set without its riskiest member, half-believed, would get that member back (fold.hpp). So a
// name is believed, and what a description says in passing is only shown.
constexpr float kBelieved = 0.8F;
constexpr float kAside = 0.45F;

constexpr std::array kSources{
    PlaceRow{Cue::kWeb, Origin::kUntrustedPublic, 0.8F, 0, "anybody may have written it"},
    PlaceRow{Cue::kMessaging, Origin::kUntrustedPublic, 0.75F, 0, "anybody may have sent it"},
    PlaceRow{Cue::kPublicContent, Origin::kUntrustedPublic, 0.75F, 0.5F,
             "others may have written it"},
    PlaceRow{Cue::kOrganisation, Origin::kInternal, kBelieved, kAside, "kept by the organisation"},
    PlaceRow{Cue::kUserData, Origin::kUser, kBelieved, 0, "kept by the user"},
    PlaceRow{Cue::kLocal, Origin::kUser, kBelieved, kAside, "kept on the user's machine"},
    PlaceRow{Cue::kSystem, Origin::kSystem, kBelieved, 0, "what the system knows of itself"},
    PlaceRow{Cue::kReference, Origin::kTrustedPublic, kBelieved, kBelieved,
             "published, and somebody answers for it"},
};

void infer_source(const Reading& reading, const Effect& effect, Findings& out) {
  std::vector<Reached> places;
  if (const auto* url = caller_url(reading); url != nullptr && !(effect.act == Act::kAdd)) {
    places.push_back({Origin::kUntrustedPublic, effect.reads() ? 0.85F : 0.6F,
                      fmt::format("parameter `{}`: returns what stands at an address of the "
                                  "caller's choice",
                                  url->name),
                      url->pointer});
  }
  if (effect.may_read(reading)) {
    for (const auto& row : kSources) add_by_cue(reading, row, places);
  }
  tell(Field::kSource, places, out);
}

constexpr std::array kStores{
    PlaceRow{Cue::kPublicPlace, Destination::kPublic, 0.8F, 0.7F, "for everybody to see"},
    PlaceRow{Cue::kOrganisation, Destination::kInternal, kBelieved, kAside,
             "kept by the organisation"},
    PlaceRow{Cue::kLocal, Destination::kUser, kBelieved, kAside, "kept on the user's machine"},
    PlaceRow{Cue::kUserData, Destination::kUser, kBelieved, 0, "kept with the user's data"},
    PlaceRow{Cue::kSystem, Destination::kSystem, kBelieved, 0, "kept by the system"},
};

// Whoever sets one up decides where the system will send to from then on.
constexpr std::array kHooks{
    PlaceRow{Cue::kHook, Destination::kPublic, 0.75F, 0.6F, "an address that will be called"},
};

void infer_destination(const Reading& reading, const Effect& effect, Findings& out) {
  std::vector<Reached> places;
  if (const auto* url = caller_url(reading); url != nullptr && effect.act != Act::kAdd) {
    places.push_back(
        {Destination::kPublic, 0.7F,
         fmt::format("parameter `{}`: whatever is in the address leaves the system", url->name),
         url->pointer});
  } else if (reading.cues.has(Cue::kWeb, Spot::kName)) {
    places.push_back({Destination::kPublic, 0.65F, "name says that it goes to the web",
                      std::string(reading.name_pointer)});
  }
  if (!effect.reads()) {
    for (const auto& row : kHooks) add_by_cue(reading, row, places);
  }
  if (const auto site = site_written_to(reading, effect); !site.empty()) {
    places.push_back({Destination::kPublic, 0.75F,
                      fmt::format("description says \"{}\": leaves the system", site),
                      "/description"});
  }
  const auto* to = addressee(reading);
  if (effect.act == Act::kSend) {
    const auto verb = reading.main_verb()->word();
    places.push_back({Destination::kPublic, to != nullptr ? 0.85F : 0.65F,
                      to != nullptr ? fmt::format("parameter `{}` and verb `{}`: leaves the system",
                                                  to->name, verb)
                                    : fmt::format("verb `{}`: leaves the system", verb),
                      to != nullptr ? to->pointer : std::string(reading.name_pointer)});
  }
  if (effect.reads() && places.empty()) {
    constexpr float kSureToRead = 0.95F;
    const bool sure = effect.writes.confidence() >= kSureToRead;
    places.push_back({Destination::kEphemeral, sure ? kBelieved : kAside,
                      "only looks: what it is asked is not kept", effect.writes.pointer()});
  }
  if (!effect.reads()) {
    for (const auto& row : kStores) add_by_cue(reading, row, places);
  }
  tell(Field::kDestination, places, out);
}

}  // namespace

void infer_reach(const Reading& reading, const Effect& effect, Findings& out) {
  infer_open_world(weigh_world(reading, effect), out);
  infer_destination(reading, effect, out);
  infer_source(reading, effect, out);
}

}  // namespace touchstone::infer
