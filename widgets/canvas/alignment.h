// Why: a drawing by hand looks tidy when nodes stand on a line or at equal distances; these are the edits for that.
// Pure.
#pragma once
#include "widgets/canvas/edit_builders.h"

namespace fovea {

enum class Alignment { Left, Center, Right, Top, Middle, Bottom };

// A MoveLayers edit that puts the edges or the middles of `layers` on one line, that of the outermost (of middles: the
// middle between the outermost edges); only those that would stand elsewhere are moved, so it may hold no positions.
NetworkEdit alignEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf,
                      Alignment alignment);
// The same so that the gaps between neighbours are equal, within the grid; the first and the last stay.
NetworkEdit distributeEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf,
                           Qt::Orientation orientation);

}  // namespace fovea
