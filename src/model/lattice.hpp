// How values of one field compare in risk: the small algebra under fold(), check() and resolutions.
#pragma once

#include "model/field.hpp"
#include "model/value.hpp"

namespace touchstone::model {

// Both may be true: a flag goes to its risky value, sets unite, of two texts the first stays.
// Unset is the neutral element.
[[nodiscard]] Value join(const FieldSpec& field, const Value& a, const Value& b);

// What of the value must be heard whoever says it: a risky flag, telling members, data classes.
// Unset if the value is nothing but reassurance. Texts and URIs carry no risk and stay whole.
[[nodiscard]] Value telling_part(const FieldSpec& field, const Value& value);

// What of the value counts although its source is not believed: if it tells anything, it stands,
// and the risky member it may have left out is put back; otherwise unset.
[[nodiscard]] Value guarded(const FieldSpec& field, const Value& value);

// Is `resolved` within what `bound` allows? Each says which values are possible: unset allows
// everything, the risky flag allows both, a set allows its subsets, `none` allows no class.
[[nodiscard]] bool narrows(const FieldSpec& field, const Value& bound, const Value& resolved);

}  // namespace touchstone::model
