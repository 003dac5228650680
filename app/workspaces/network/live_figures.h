// Why: turns what probes measured into the figures of the nodes on the shown sheet. Pure functions of values.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/network/network_edit.h"
#include "core/train/probe.h"
#include "widgets/canvas/items/node_figures.h"

namespace fovea {

// The figures on the nodes during training.
enum class LiveMode { Shapes, Time, Memory, Health, Pictures };
FigureForm figureForm(LiveMode mode);

// A layer of the shown sheet and the measured layers that stand for it: itself, or all layers inside a block.
struct LiveNode {
  LayerId layer;
  std::vector<std::string> measured{};  // names as in ProbeRequest; empty: the run has no such layer
  std::string last{};                   // the layer whose output is shown
  bool isData = false;                  // holds samples: zeros in them are no fault of the network
};

// The layers of the sheet at `path`, as a run with layers `known` measures them: a layer is the run's if name, type and
// parameters are the same.
std::vector<LiveNode> liveNodes(const Network& network, const std::vector<LayerId>& path,
                                const std::vector<Layer>& known);

// The figures of each node that was measured.
std::map<LayerId, NodeFigures> liveFigures(const std::vector<LiveNode>& nodes, const ProbeFrame& frame, LiveMode mode);

// "0.27", "1.1e-2": two significant digits.
QString shortNumber(double number);

}  // namespace fovea
