// Why: the fields that the forms of transforms share. Internal to the library of transforms.
#pragma once
#include "core/data/transforms/transform_type.h"

namespace fovea::transform_fields {

inline Field real(const char* name, const char* title, const char* help, double value, double minimum, double maximum) {
  return {.name = name,
          .title = title,
          .help = help,
          .kind = FieldKind::Real,
          .defaultValue = value,
          .minimum = minimum,
          .maximum = maximum};
}

}  // namespace fovea::transform_fields
