// Why: to see what repeats on a sheet one has to see its parts: stretches that one value enters and one leaves, one
// after another, and in those that branch again the stretches of each branch. Internal to this room.
#pragma once
#include <map>
#include <memory>
#include <optional>

#include "core/network/network.h"

namespace fovea {

// What a layer makes: one of its outputs.
struct LayerValue {
  LayerId layer;
  int output = 0;
  auto operator<=>(const LayerValue&) const = default;
};

// A stretch that cannot be divided: a single layer, or branches up to where they have joined.
struct Passage {
  std::vector<LayerId> layers;  // in order of the data
  std::optional<LayerValue> entry, exit;
  int shape = -1;  // equal for passages of the same types connected in the same way
  int exact = -1;  // equal if the parameters are the same too
  bool foldable = false;
  bool branches() const { return layers.size() > 1; }
};
using PassageChain = std::vector<Passage>;

class SheetStructure {
 public:
  // `network` outlives the structure and stays as it is.
  SheetStructure(const Network& network, BlockId sheet);
  ~SheetStructure();

  // The passages of the sheet, in order of the data.
  PassageChain outermost();
  // Those of each branch of `passage`.
  std::vector<PassageChain> branchesOf(const Passage& passage);

 private:
  struct Link {
    std::size_t layer;  // the other end
    int output, input;
  };
  using Members = std::vector<std::size_t>;

  std::vector<std::size_t> ordered(const Members& members) const;
  PassageChain chainOf(const Members& members);
  void describe(Passage& passage, const Members& members);
  // The layers from `exit` back to where `members` end, each once, with what it reads; how many they are is returned.
  std::size_t write(std::size_t exit, const std::vector<bool>& members, bool parameters, std::string& text);
  std::string layerText(const Layer& layer, bool parameters);
  const std::string& blockText(BlockId block);
  int numberOf(const std::string& text);
  std::vector<bool> marked(const Members& members) const;

  const Network& network_;
  std::vector<const Layer*> layers_;
  std::vector<std::vector<Link>> sources_, readers_;  // by layer; sources in order of input
  std::map<LayerId, std::size_t> indices_;
  std::map<std::string, int> numbers_;
  std::map<BlockId, std::string> blockTexts_;
};

}  // namespace fovea
