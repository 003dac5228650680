// Why: shared helpers for importing Caffe layers: which layer produces which blob, blob sizes, and layer weights.
// Internal to caffe_import.
#pragma once
#include <set>

#include "core/exchange/caffe/caffe_import.h"

namespace fovea {

// A blob: an output of a layer, or labels.
struct CaffeSource {
  LayerId layer;
  int output = 0;
  std::optional<TensorType> type;  // unknown after a placeholder
  bool labels = false;
  std::size_t maker = 0;  // the layer of the text that produces it

  // The rank including the batch axis; 0: unknown.
  int rank() const { return type ? type->shape.rank() : 0; }
};

// The reason why a layer cannot be converted and becomes a placeholder.
Error notSaid(const std::string& why);

class CaffeLayerReader {
 public:
  CaffeLayerReader(const CaffeNet& net, const CaffeImportOptions& options, ExchangeReport& report);
  Result<CaffeImported> read();

  const CaffeNet& net() const { return net_; }
  const CaffeImportOptions& options() const { return options_; }

  // The blob of input `which` of the current layer. Corrupt if no layer produces it.
  Result<CaffeSource> source(const CaffeLayer& layer, std::size_t which = 0);
  Result<std::vector<CaffeSource>> sources(const CaffeLayer& layer);
  void give(const std::string& blob, CaffeSource source);

  // Adds a layer and its edges. The first layer added for a layer of the text gets its name; others get `suffix`
  // appended. Corrupt if a parameter is out of range.
  Result<LayerId> add(const CaffeLayer& layer, const std::string& type, FieldValues parameters,
                      const std::vector<CaffeSource>& inputs, const std::string& suffix = "");
  // The same, and its outputs become the blobs of the text's layer, in order.
  Result<LayerId> become(const CaffeLayer& layer, const std::string& type, FieldValues parameters,
                         const std::vector<CaffeSource>& inputs, const std::string& suffix = "");
  // An output of a layer that was added.
  CaffeSource outputOf(LayerId id, int output = 0) const;

  const std::string& nameOf(LayerId id) const { return drawn_[indexOf_.at(id.index)].layer.name; }

  // The indices of the layers that read an output of `layer`.
  std::vector<std::size_t> readersOf(const CaffeLayer& layer, std::size_t which = 0) const;
  std::size_t numberOf(const CaffeLayer& layer) const { return static_cast<std::size_t>(&layer - net_.layers.data()); }
  // Whether only losses and accuracies read an output, which then holds labels.
  bool isForLabels(const CaffeLayer& layer, std::size_t which) const;

  // The blobs in the caffemodel, or null.
  const std::vector<Tensor>* blobs(const CaffeLayer& layer) const;
  // Stores blob i as variable i of the layer. Corrupt if the number of elements differs.
  Status take(const CaffeLayer& layer, LayerId id, const std::vector<std::string>& variables);
  Status setWeight(const CaffeLayer& layer, LayerId id, const std::string& variable, const Tensor& value);
  // Sets the learning fields and the initializer from the text.
  void addLearning(const CaffeLayer& layer, const FieldReader& parameters, FieldValues& values);

  void approximate(const std::string& line);
  void drop(const CaffeLayer& layer, const std::string& why);
  void note(const std::string& line);
  // The error for a layer with samples of unknown shape.
  Error shapeUnsaid(const CaffeLayer& layer);
  // Marks a layer of the text as merged into another one, so that it is not read itself.
  void absorb(std::size_t number, LayerId into) {
    absorbed_[number] = into;
    noteNames(net_.layers[number], nameOf(into));
  }
  // Converts labels to a layer, for readers that are placeholders.
  Result<CaffeSource> labelsAsLayer(const std::string& blob);
  void setTransforms(TransformList list) { result_.transforms = std::move(list); }
  bool hasInput() const { return hasInput_; }
  void setHasInput() { hasInput_ = true; }

 private:
  struct Drawn {
    Layer layer;
    std::vector<TensorType> outputs;  // empty: unknown
    std::map<std::string, TensorType> variables;
  };
  void findReaders();
  // The input that DIGITS assumes for a deployment network without input layer.
  Result<CaffeSource> impliedInput(const std::string& blob);
  Status readLayer(const CaffeLayer& layer);
  Status addPlaceholder(const CaffeLayer& layer, const std::string& why);
  void work(Drawn& drawn, const std::vector<CaffeSource>& inputs);
  // Lets layers whose blobs have the same names use the same weights. `main`: the first layer drawn for a Caffe layer.
  void shareByNames(const CaffeLayer& layer, Drawn& drawn, bool main);
  // Remembers the names of the layer's blobs; layers of one group share all of them.
  void noteNames(const CaffeLayer& layer, const std::string& group);
  // Reports blobs of one name that are not shared here.
  void reportUnshared();
  Status applyOwnFields(const CaffeLayer& layer, const LayerType& type, FieldValues& values) const;
  std::string uniqueName(const std::string& wish);
  void placeLayer(Layer& layer, const std::vector<CaffeSource>& inputs);
  Result<Network> build();
  void reportUnusedWeights();

  const CaffeNet& net_;
  const CaffeImportOptions& options_;
  ExchangeReport& report_;
  CaffeImported result_;
  std::vector<Drawn> drawn_;
  std::map<std::int32_t, std::size_t> indexOf_;  // of ids in drawn_
  std::vector<Edge> edges_;
  std::map<std::string, CaffeSource> blobs_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> readers_;
  std::map<std::size_t, LayerId> absorbed_;
  std::set<std::string> names_, approximated_, usedWeights_;
  std::map<std::string, const Layer*> before_;
  std::map<std::string, std::string> owners_;  // of weights: the layer drawn first, by type and names of blobs
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> named_;  // by blob: layer and its group
  std::map<std::int32_t, int> depths_;
  std::map<int, int> lanes_;
  std::int32_t nextId_ = 1;
  bool hasInput_ = false;
};

// The prefix of the Caffe type for layers that only Fovea has.
inline constexpr const char* kOwnLayers = "Fovea.";
Status makeOwnLayer(CaffeLayerReader& import, const CaffeLayer& layer);

// Creates the layers for one Caffe type. After notSaid() the layer becomes a placeholder; other errors stop reading.
using CaffeMaker = Status (*)(CaffeLayerReader&, const CaffeLayer&);
struct CaffeMakers {
  const char* type;
  CaffeMaker make;
};
// Returns null for a type that Fovea does not support.
CaffeMaker findCaffeMaker(const std::string& type);
std::vector<CaffeMakers> caffeDataMakers();
std::vector<CaffeMakers> caffeWindowMakers();
std::vector<CaffeMakers> caffeUnitMakers();
std::vector<CaffeMakers> caffeNormalizationMakers();
std::vector<CaffeMakers> caffeShapeMakers();
std::vector<CaffeMakers> caffeLossMakers();

}  // namespace fovea
