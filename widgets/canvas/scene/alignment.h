// Why: builds the edits that align nodes or distribute them evenly. Pure.
#pragma once
#include "widgets/canvas/scene/edit_builders.h"

namespace fovea {

enum class Alignment { Left, Center, Right, Top, Middle, Bottom };

// Returns a MoveLayers edit that aligns the edges or centres of `layers` with the outermost one (centres: with the
// middle of the outermost edges). It contains only the layers that move and may be empty.
NetworkEdit alignEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf,
                      Alignment alignment);
// Makes the gaps between neighbours equal, within the grid; the first and the last node stay.
NetworkEdit distributeEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf,
                           Qt::Orientation orientation);

}  // namespace fovea
