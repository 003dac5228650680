#include "widgets/canvas/items/canvas_style.h"
#include "widgets/canvas/layout/layout.h"

#ifdef FOVEA_HAVE_GRAPHVIZ
#include <fmt/format.h>
#include <graphviz/gvc.h>

#include <map>
#include <mutex>
#include <string>

// Links the only Graphviz plugin that is needed, so that no plugins are searched for and no text engine is loaded.
extern "C" gvplugin_library_t gvplugin_dot_layout_LTX_library;
#endif

namespace fovea {

#ifdef FOVEA_HAVE_GRAPHVIZ
namespace {

constexpr double kInch = 72;
constexpr int kGroupMargin = 28;                  // margin around the content of a frame, whose title is above it
constexpr std::size_t kMostGraphvizCells = 2500;  // limit of nodes: 0.9 s; the time grows faster than their number

char* text(const std::string& value) {
  return const_cast<char*>(value.c_str());  // Graphviz copies its arguments
}

std::string inches(double points) {
  return std::to_string(points / kInch);
}

class GraphvizDrawing {
 public:
  explicit GraphvizDrawing(const LayoutGraph& graph) {
    lt_symlist_t builtins[] = {{"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
                               {nullptr, nullptr}};
    context_ = gvContextPlugins(builtins, 0);
    drawing_ = agopen(text("network"), Agdirected, nullptr);
    setDefaults();
    for (const LayoutNode& node : graph.nodes) add(node);
    for (const Edge& edge : graph.edges) {
      ++readers_[edge.source];
      ++sources_[edge.target];
    }
    for (const Edge& edge : graph.edges) add(edge);
    for (std::size_t i = 0; i < graph.groups.size(); ++i) group(i, graph.groups[i]);
  }
  ~GraphvizDrawing() {
    gvFreeLayout(context_, drawing_);
    agclose(drawing_);
    gvFreeContext(context_);
  }
  GraphvizDrawing(const GraphvizDrawing&) = delete;
  GraphvizDrawing& operator=(const GraphvizDrawing&) = delete;

  bool layOut() { return gvLayout(context_, drawing_, "dot") == 0; }

  // Converts Graphviz's coordinates: its y points up, and its positions are centres.
  LayoutPlaces places() const {
    LayoutPlaces result;
    const double top = GD_bb(drawing_).UR.y;
    for (const auto& [id, entry] : nodes_) {
      const pointf middle = ND_coord(entry.node);
      result.emplace_back(id, QPointF(middle.x - entry.axis, top - middle.y - entry.size.height() / 2));
    }
    return result;
  }

 private:
  struct Entry {
    Agnode_t* node = nullptr;
    QSizeF size;
    double axis = 0;  // distance from the left side to the column's axis
  };

  void setDefaults() {
    const auto set = [this](int kind, const std::string& name, const std::string& value) {
      agattr(drawing_, kind, text(name), text(value));
    };
    set(AGRAPH, "rankdir", "TB");
    set(AGRAPH, "newrank", "true");  // rows depend only on edges: frames must not reverse any
    set(AGRAPH, "splines", "");
    set(AGRAPH, "nodesep", inches(canvas::kColumnGap));
    set(AGRAPH, "ranksep", inches(canvas::kRowGap));
    set(AGRAPH, "margin", std::to_string(kGroupMargin));
    set(AGNODE, "fixedsize", "true");
    set(AGNODE, "shape", "box");
    set(AGNODE, "label", "");
    set(AGNODE, "width", inches(canvas::kNodeWidth));
    set(AGNODE, "height", inches(canvas::kNodeHeight));
    set(AGEDGE, "weight", "1");
  }

  void add(const LayoutNode& node) {
    Entry entry;
    entry.size = node.size;
    entry.axis = node.axis;
    // A card with a problem is wider to the right of its axis, so the same width is reserved to the left.
    const double width = 2 * std::max(node.axis, node.size.width() - node.axis);
    entry.node = agnode(drawing_, text(std::to_string(node.id.index)), 1);
    agset(entry.node, text("width"), text(inches(width)));
    agset(entry.node, text("height"), text(inches(node.size.height())));
    nodes_[node.id] = entry;
  }

  void group(std::size_t number, const std::vector<LayerId>& layers) {
    Agraph_t* cluster = agsubg(drawing_, text(fmt::format("cluster{}", number)), 1);
    for (const LayerId id : layers) agsubnode(cluster, nodes_.at(id).node, 1);
  }

  // Weights an edge more if it is the only one at its ends, so that the trunk is straight and shortcuts go around it.
  // Edges end in the middle of a card, since edges to ports would bend the trunk.
  void add(const Edge& edge) {
    const bool onlyReader = readers_[edge.source] == 1, onlySource = sources_[edge.target] == 1;
    Agedge_t* line = agedge(drawing_, nodes_.at(edge.source).node, nodes_.at(edge.target).node, nullptr, 1);
    agset(line, text("weight"), text(onlyReader && onlySource ? "100" : onlyReader || onlySource ? "10" : "0"));
  }

  GVC_t* context_ = nullptr;
  Agraph_t* drawing_ = nullptr;
  std::map<LayerId, Entry> nodes_;
  std::map<LayerId, int> readers_, sources_;
};

}  // namespace

std::optional<LayoutPlaces> graphvizLayout(const LayoutGraph& graph) {
  static std::mutex one;  // the library keeps its state in globals
  const std::lock_guard lock(one);
  if (graph.nodes.empty() || layoutCells(graph) > kMostGraphvizCells) return {};
  agseterrf([](char*) { return 0; });  // suppresses messages on the terminal
  GraphvizDrawing drawing(graph);
  if (!drawing.layOut()) return {};
  return drawing.places();
}
#else
std::optional<LayoutPlaces> graphvizLayout(const LayoutGraph&) {
  return {};
}
#endif

LayoutPlaces bestLayout(const LayoutGraph& graph, const std::stop_token& stop) {
  if (auto places = graph.groups.empty() ? std::nullopt : graphvizLayout(graph)) return *places;
  return layeredLayout(graph, stop);
}

}  // namespace fovea
