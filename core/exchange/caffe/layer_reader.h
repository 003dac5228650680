// Why: what the makers of layers share while a network of Caffe's is read: which layer gives which blob, how large it
// is, which weights a layer has. Internal to caffe_import.
#pragma once
#include <set>

#include "core/exchange/caffe/caffe_import.h"

namespace fovea {

// A blob: an output of a layer, or labels.
struct CaffeSource {
  LayerId layer;
  int output = 0;
  std::optional<TensorType> type;  // not known behind a placeholder
  bool labels = false;
  std::size_t maker = 0;  // the layer of the text that gives it

  // Axes with the batch; 0: not known.
  int rank() const { return type ? type->shape.rank() : 0; }
};

// Why a layer cannot be one of Fovea's: it becomes a placeholder.
Error notSaid(const std::string& why);

class CaffeLayerReader {
 public:
  CaffeLayerReader(const CaffeNet& net, const CaffeImportOptions& options, ExchangeReport& report);
  Result<CaffeImported> read();

  const CaffeNet& net() const { return net_; }
  const CaffeImportOptions& options() const { return options_; }

  // The blob that the layer being read takes as its input `which`. Corrupt where no layer gives it.
  Result<CaffeSource> source(const CaffeLayer& layer, std::size_t which = 0);
  Result<std::vector<CaffeSource>> sources(const CaffeLayer& layer);
  void give(const std::string& blob, CaffeSource source);

  // Adds a layer and its edges. The first one of a layer of the text takes its name; `suffix` is appended for others.
  // Corrupt where a parameter is out of range.
  Result<LayerId> add(const CaffeLayer& layer, const std::string& type, FieldValues parameters,
                      const std::vector<CaffeSource>& inputs, const std::string& suffix = "");
  // The same, and its outputs are the blobs of the layer in order.
  Result<LayerId> become(const CaffeLayer& layer, const std::string& type, FieldValues parameters,
                         const std::vector<CaffeSource>& inputs, const std::string& suffix = "");
  // An output of a layer that was added.
  CaffeSource outputOf(LayerId id, int output = 0) const;

  // The layers of the text that read an output of `layer`, by number.
  std::vector<std::size_t> readersOf(const CaffeLayer& layer, std::size_t which = 0) const;
  std::size_t numberOf(const CaffeLayer& layer) const { return static_cast<std::size_t>(&layer - net_.layers.data()); }
  // Whether an output is read by nothing but losses and accuracies: labels.
  bool isForLabels(const CaffeLayer& layer, std::size_t which) const;

  // The blobs of the caffemodel; null where there are none.
  const std::vector<Tensor>* blobs(const CaffeLayer& layer) const;
  // Blob i as the variable i of the layer. Corrupt where the numbers are not as many as the variable has.
  Status take(const CaffeLayer& layer, LayerId id, const std::vector<std::string>& variables);
  Status setWeight(const CaffeLayer& layer, LayerId id, const std::string& variable, const Tensor& value);
  // The learning fields and the initialiser that the text asks for.
  void addLearning(const CaffeLayer& layer, const FieldReader& parameters, FieldValues& values);

  void approximate(const std::string& line);
  void drop(const CaffeLayer& layer, const std::string& why);
  void note(const std::string& line);
  // The error of a layer that gives samples whose shape is not known.
  Error shapeUnsaid(const CaffeLayer& layer);
  // A layer of the text that another one took in, and will not be read itself.
  void absorb(std::size_t number, LayerId into) { absorbed_[number] = into; }
  // Labels as a layer, for the layers that are placeholders themselves.
  Result<CaffeSource> labelsAsLayer(const std::string& blob);
  void setTransforms(TransformList list) { result_.transforms = std::move(list); }
  bool hasInput() const { return hasInput_; }
  void setHasInput() { hasInput_ = true; }

 private:
  struct Drawn {
    Layer layer;
    std::vector<TensorType> outputs;  // empty: not known
    std::map<std::string, TensorType> variables;
  };
  void findReaders();
  // What DIGITS puts before a network for deployment that begins with no layer.
  Result<CaffeSource> impliedInput(const std::string& blob);
  Status readLayer(const CaffeLayer& layer);
  Status addPlaceholder(const CaffeLayer& layer, const std::string& why);
  void work(Drawn& drawn, const std::vector<CaffeSource>& inputs);
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
  std::map<std::int32_t, int> depths_;
  std::map<int, int> lanes_;
  std::int32_t nextId_ = 1;
  bool hasInput_ = false;
};

// Layers that only Fovea has are written as those of Caffe's, with this before their type.
inline constexpr const char* kOwnLayers = "Fovea.";
Status makeOwnLayer(CaffeLayerReader& import, const CaffeLayer& layer);

// Makes the layers that stand for one of a type. An error of notSaid() makes a placeholder of it; others end reading.
using CaffeMaker = Status (*)(CaffeLayerReader&, const CaffeLayer&);
struct CaffeMakers {
  const char* type;
  CaffeMaker make;
};
// Null for a type that Fovea lacks.
CaffeMaker findCaffeMaker(const std::string& type);
std::vector<CaffeMakers> caffeDataMakers();
std::vector<CaffeMakers> caffeWindowMakers();
std::vector<CaffeMakers> caffeUnitMakers();
std::vector<CaffeMakers> caffeNormalizationMakers();
std::vector<CaffeMakers> caffeShapeMakers();
std::vector<CaffeMakers> caffeLossMakers();

}  // namespace fovea
