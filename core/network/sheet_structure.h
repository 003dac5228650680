// Why: splits a sheet into passages with one input and one output value, in sequence, and recursively splits the
// branches within a passage. The search for repeated parts uses it. Internal to this room.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "core/network/network.h"

namespace fovea {

// One output of a layer.
struct LayerValue {
  LayerId layer;
  int output = 0;
  auto operator<=>(const LayerValue&) const = default;
};

// An indivisible passage: a single layer, or branches up to the point where they have all joined.
struct Passage {
  std::vector<LayerId> layers;  // in data order
  std::optional<LayerValue> entry, exit;
  int shape = -1;  // equal for passages with the same layer types and connections
  int exact = -1;  // equal if the parameters are equal too
  bool foldable = false;
  bool branches() const { return layers.size() > 1; }
};
using PassageChain = std::vector<Passage>;

class SheetStructure {
 public:
  // `network` must outlive the structure and must not change.
  SheetStructure(const Network& network, BlockId sheet);
  ~SheetStructure();

  // The passages of the sheet, in data order.
  PassageChain outermost();
  // The passages of each branch of `passage`.
  std::vector<PassageChain> branchesOf(const Passage& passage);

 private:
  struct Link {
    std::size_t layer;  // the other end
    int output, input;
  };
  using Members = std::vector<std::size_t>;
  // The inner structures share it, so that each block is described once, however often it is nested.
  struct BlockNumbers {
    std::map<BlockId, int> known;
    std::map<std::string, int> numbers;  // by the text of a sheet
  };

  SheetStructure(const Network& network, BlockId sheet, std::shared_ptr<BlockNumbers> blockNumbers);
  std::vector<std::size_t> ordered(const Members& members) const;
  PassageChain chainOf(const Members& members);
  void describe(Passage& passage, const Members& members);
  // Writes the layers from `exit` back to the border of `members`, each once, with their inputs. Returns their number.
  std::size_t write(std::size_t exit, const std::vector<bool>& members, bool parameters, std::string& text);
  std::string layerText(const Layer& layer, bool parameters);
  // Returns a number that is equal for blocks with the same layer types and connections.
  int blockNumber(BlockId block);
  int numberOf(const std::string& text);
  std::vector<bool> marked(const Members& members) const;

  const Network& network_;
  std::vector<const Layer*> layers_;
  std::vector<std::vector<Link>> sources_, readers_;  // by layer; sources in order of input
  std::map<LayerId, std::size_t> indices_;
  std::set<std::string> shared_;  // the names of layers whose weights others use: all of them stay on the sheet
  std::map<std::string, int> numbers_;
  std::shared_ptr<BlockNumbers> blockNumbers_;
};

}  // namespace fovea
