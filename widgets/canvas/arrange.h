// Why: puts a network in order: data flows down, one row a step, columns centred over each other.
#pragma once
#include "widgets/canvas/edit_builders.h"

namespace fovea {

// A MoveLayers edit for the layers that would stand elsewhere; no positions if all stand well already. Rows by longest
// path, order within a row by barycentre sweeps (Sugiyama, Tagawa and Toda 1981), columns by least squares with the
// order and the gaps kept. The drawing keeps its top and its centre. A cycle cannot be (applyEdit refuses it). Pure.
NetworkEdit arrangeEdit(const Network& network, const NodeSize& sizeOf);

}  // namespace fovea
