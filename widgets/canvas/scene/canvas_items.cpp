// Why: updates the items to match the shown network, touching only what differs.
#include <algorithm>
#include <set>

#include "widgets/canvas/items/conversions.h"
#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {
namespace {

constexpr std::size_t kMostGliding = 400;  // with more items the animation would not be smooth, so they jump
constexpr double kGlideFrom = 12;          // shorter moves come from arrow keys, so they jump

auto keyOf(const Edge& edge) {
  return std::tuple(edge.source, edge.output, edge.target, edge.input);
}

bool tellsOfBlocks(const Layer& layer) {
  return layer.type == kBlockUse || layer.type == kBlockInput || layer.type == kBlockOutput;
}

}  // namespace

void CanvasScene::showSheet(bool glide) {
  const bool many = itemIndexMethod() == BspTreeIndex && movedNodes() > kMostGliding;
  // The scene's index makes each move slow if many items overlap, as they do before the layout.
  if (many) setItemIndexMethod(NoIndex);
  updateContents();
  updateSpread();
  updateNotes();
  placeNodes(glide && itemIndexMethod() == BspTreeIndex && isVisible());
  updateEdges();
  updateGhosts();
  if (many) setItemIndexMethod(BspTreeIndex);
  if (!gliding_.empty()) {
    stepGlide(0);
    glide_.start();
  }
  pruneSelection();
}

std::size_t CanvasScene::movedNodes() const {
  return std::size_t(std::count_if(nodes_.begin(), nodes_.end(), [this](const auto& entry) {
    const Layer* layer = network_.find(entry.first);
    return layer && shownPlace(*layer) != entry.second->pos();
  }));
}

void CanvasScene::updateContents() {
  const EdgeIndex edges(network_.edges());
  const BlockId shown = sheet();
  const NetworkReport& known = report();
  std::set<LayerId> wrong;
  for (const NetworkProblem& problem : known.problems) wrong.insert(problem.layer);
  std::set<LayerId> alive;
  for (const Layer& layer : network_.layers()) {
    if (layer.block != shown) continue;
    alive.insert(alive.end(), layer.id);
    NodeItem*& item = nodes_[layer.id];
    if (!item) {
      item = new NodeItem(layer.id, style_);
      if (const auto marked = breakpoints_.find(layer.id); marked != breakpoints_.end())
        item->setBreakpoint(marked->second);
      if (const auto found = overlays_.find(layer.id); found != overlays_.end())
        item->setOverlay(found->second.first, found->second.second);
    }
    const auto into = edges.into(layer.id), outOf = edges.outOf(layer.id);
    const auto facts = known.layers.find(layer.id);
    NodeBasis& basis = bases_[layer.id];
    // A card with a problem, or one of a block, depends on more than its layer.
    const bool always = wrong.contains(layer.id) || tellsOfBlocks(layer);
    if (always) basis.forget();
    if (always || !basis.keeps(layer, facts == known.layers.end() ? nullptr : &facts->second, into, outOf))
      item->setContent(nodeContent(network_, layer, into, outOf, known));
  }
  for (auto it = nodes_.begin(); it != nodes_.end();) {
    if (alive.contains(it->first)) {
      ++it;
      continue;
    }
    bases_.erase(it->first);
    delete it->second;
    it = nodes_.erase(it);
  }
}

void CanvasScene::placeNodes(bool glide) {
  for (const auto& [id, item] : nodes_) placeNode(item, shownPlace(*network_.find(id)), glide);
}

void CanvasScene::placeNode(NodeItem* item, const QPointF& target, bool glide) {
  const bool isNew = item->scene() == nullptr;
  if (!isNew && glide && QLineF(item->pos(), target).length() > kGlideFrom) {
    gliding_[item->id()] = {item->pos(), target};
    return;
  }
  if (item->pos() != target) item->setPos(target);
  if (isNew) addItem(item);
}

void CanvasScene::updateNotes() {
  for (auto it = notes_.begin(); it != notes_.end();) {
    const Note* note = network_.findNote(it->first);
    if (note && note->block == sheet()) {
      ++it;
      continue;
    }
    delete it->second;
    it = notes_.erase(it);
  }
  for (const Note& note : network_.notes()) {
    if (note.block != sheet()) continue;
    NoteItem*& item = notes_[note.id];
    if (!item) {
      item = new NoteItem(note.id, style_);
      addItem(item);
    }
    const Note drawn = shownNote(note);
    if (!(item->note() == drawn)) item->setNote(drawn);
  }
}

void CanvasScene::updateEdges() {
  const NetworkReport& known = report();
  std::set<std::pair<LayerId, int>> faults;
  for (const NetworkProblem& problem : known.problems) faults.emplace(problem.layer, problem.input);
  std::vector<EdgeItem*> added;
  std::vector<EdgeItem*> old = std::exchange(edges_, {});
  std::ranges::sort(old, {}, [](const EdgeItem* item) { return keyOf(item->edge()); });
  std::vector<bool> kept(old.size());
  edges_.reserve(network_.edges().size());
  for (auto& [id, items] : edgesOf_) items.clear();
  for (const Edge& edge : network_.edges()) {
    if (!node(edge.source) || !node(edge.target)) continue;
    const auto found =
        std::ranges::lower_bound(old, keyOf(edge), {}, [](const EdgeItem* item) { return keyOf(item->edge()); });
    const bool isOld = found != old.end() && (*found)->edge() == edge;
    EdgeItem* item = isOld ? *found : new EdgeItem(edge, style_);
    if (isOld)
      kept[std::size_t(found - old.begin())] = true;
    else
      added.push_back(item);
    item->setBad(faults.contains({edge.target, edge.input}));
    if (item->setShape(edgeShape(known, edge))) {
      const QString shape = edgeShapeText(known, edge);
      item->setToolTip(shape.isEmpty() ? tr("The shape is not known yet") : shape);
    }
    edges_.push_back(item);
    edgesOf_[edge.source].push_back(item);
    edgesOf_[edge.target].push_back(item);
  }
  for (std::size_t i = 0; i < old.size(); ++i)
    if (!kept[i]) delete old[i];
  connectAll();
  for (EdgeItem* item : added) addItem(item);
}

EdgeRoute CanvasScene::routeOf(const Edge& edge, const CardRows& cards) const {
  const QPointF from = cards.along(portPosition({edge.source, true, edge.output}));
  const QPointF to = cards.along(portPosition({edge.target, false, edge.input}));
  return {edge, from, to, detourLane(edge, from, to, cards)};
}

void CanvasScene::connectAll() {
  const CardRows cards(nodes_, style_.sideways);
  std::vector<EdgeRoute> routes;
  routes.reserve(edges_.size());
  for (const EdgeItem* edge : edges_) routes.push_back(routeOf(edge->edge(), cards));
  std::vector<EdgeRoute*> lanes;
  for (EdgeRoute& route : routes) lanes.push_back(&route);
  spreadLanes(lanes, cards);
  for (std::size_t i = 0; i < routes.size(); ++i) edges_[i]->setRoute(routes[i].from, routes[i].to, routes[i].lane);
}

}  // namespace fovea
