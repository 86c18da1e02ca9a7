// Receipt: what a tool answers that surely only writes, and so what of it is news.
//
// "Sent to ann@corp.example" names somebody whom the client has named itself: that is no personal
// data that the session has been given. Were it labelled so, the second mail would be asked about
// because of the first, and a yes for a session would end with its first use. Only for the label:
// rules about results, records and redaction go by all that was found. Pure.
#pragma once

#include <string_view>

#include "detect/content_json.hpp"
#include "guard/subject.hpp"

namespace touchstone::guard {

// `found` without personal and financial data that stand in the call's own arguments, as they are
// spelled in the result. All of it if the result may bring what was there before, if the client has
// not seen all of the arguments itself, or if not all that was found is told.
[[nodiscard]] detect::ResultDetections news_in(const detect::ResultDetections& found,
                                               const Subject& subject, std::string_view result);

}  // namespace touchstone::guard
