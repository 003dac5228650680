// Why: shared helpers for exporting layers to Caffe: blob names, shapes, weights.
// Internal to caffe_export.
#pragma once
#include <map>
#include <set>

#include "core/exchange/caffe/caffe_export.h"
#include "core/exchange/caffe/text_writer.h"
#include "core/network/network_analysis.h"

namespace fovea {

// For the form View: the parts of a network that Caffe's own fields cannot express.
struct CaffeViewExtras {
  std::map<std::string, FieldValues> parameters;  // by layer, for fovea_param
  std::set<std::string> own;                      // layers written as Fovea's own
};

class CaffeLayerWriter {
 public:
  // All arguments must outlive the object. `network` has no blocks.
  CaffeLayerWriter(const Network& network, const CaffeExportRequest& request, ExchangeReport& report,
                   const CaffeViewExtras& extras);
  Result<CaffeExport> write();
  // Maps each layer of the text to the network's layer that wrote it.
  const std::map<std::string, std::string>& writers() const { return writers_; }

  CaffeForm form() const { return request_.form; }
  const Normalise* normalise() const { return request_.normalise; }
  const Network& network() const { return network_; }
  // The shape [N, ...] of an input, with N = 1; rank 0 if unknown.
  Shape inputShape(const Layer& layer, std::size_t which = 0) const;
  Shape outputShape(const Layer& layer, int output = 0) const;
  // The names of its input blobs; "" for an unconnected input.
  std::vector<std::string> inputs(const Layer& layer) const;
  // The blob name of an output, chosen by the first call; `inPlace` allows the input's name.
  std::string output(const Layer& layer, int which = 0, bool inPlace = false);
  // Gives the output the name `blob`.
  void alias(const Layer& layer, const std::string& blob) { blobs_[{layer.id.index, 0}] = blob; }
  // Returns a name for a layer or blob that the network does not have: "pool1_rest".
  std::string freshLayer(const std::string& wish);
  std::string freshBlob(const std::string& wish);

  // Opens a layer of the text; everything written until close() becomes its fields.
  TextWriter& open(const Layer& layer, const std::string& name, const std::string& type,
                   const std::vector<std::string>& bottoms, const std::vector<std::string>& tops);
  void close();
  // Adds the weights of the layer opened last, by variable. Does nothing if no weights were requested.
  Status addWeights(const Layer& layer, const std::vector<std::string>& variables);
  void addBlob(const Tensor& blob);
  bool wantsWeights() const { return static_cast<bool>(request_.weights); }
  bool hasBlobs() const { return !layers_.empty() && !layers_.back().blobs.empty(); }  // the layer opened last
  // Writes `param { … }` for its blobs; weight decay applies to the first `weights`.
  void addLearning(const Layer& layer, std::size_t blobs, std::size_t weights = 1);
  void addFiller(const Layer& layer);
  TextWriter& text() { return text_; }
  const std::string& labels() const { return labels_; }
  bool hasLoss() const { return hasLoss_; }
  void approximate(const std::string& line);

 private:
  Status writeLayer(const Layer& layer);
  Status writeOwn(const Layer& layer);
  Status writePlaceholder(const Layer& layer);
  void choosePlaceholderNames();
  bool readOnce(const Edge& edge) const;

  const Network& network_;
  std::set<LayerId> shared_;  // layers whose weights others use
  const CaffeExportRequest& request_;
  ExchangeReport& report_;
  const CaffeViewExtras& extras_;
  NetworkReport shapes_;
  TextWriter text_;
  std::vector<CaffeWeightsLayer> layers_;
  std::map<std::pair<std::int32_t, int>, std::string> blobs_, wished_;
  std::map<std::pair<std::int32_t, int>, int> readers_;
  std::set<std::string> layerNames_, blobNames_;
  std::map<std::string, std::string> writers_;
  std::string labels_ = "label";
  bool hasLoss_ = false;
};

Error notSaidInCaffe(const std::string& why);

using CaffeEmitter = Status (*)(CaffeLayerWriter&, const Layer&);
struct CaffeEmitters {
  const char* type;
  CaffeEmitter emit;
};
// Returns null for a type that Caffe lacks.
CaffeEmitter findCaffeEmitter(const std::string& type);
std::vector<CaffeEmitters> caffeWindowEmitters();
std::vector<CaffeEmitters> caffeUnitEmitters();
std::vector<CaffeEmitters> caffeShapeEmitters();
std::vector<CaffeEmitters> caffeLossEmitters();

// Splits `from` at `points` into the blobs `tops`; those without a name have no reader.
void emitSlices(CaffeLayerWriter& writer, const Layer& layer, const std::string& name, const std::string& from,
                std::vector<std::string> tops, std::int64_t axis, const std::vector<std::int64_t>& points);

// Writes `fovea_param { … }`.
void writeOwnFields(TextWriter& text, const FieldValues& values);

}  // namespace fovea
