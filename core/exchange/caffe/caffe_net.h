// Why: three generations of Caffe write networks in three ways, and one file may hold the training, testing and
// deployment networks. This converts all of them to one form: the current layers of one phase.
#pragma once
#include <optional>

#include "core/exchange/caffe/text_message.h"

namespace fovea {

enum class CaffePhase {
  Automatic,  // Training if the text has training layers, else Deploy
  Training,
  Test,
  Deploy
};

struct CaffeLayer {
  std::string name;
  std::string type;  // current name: "Convolution"
  std::vector<std::string> bottoms, tops;
  TextMessage message;                // its current fields: "convolution_param"
  std::vector<double> rates, decays;  // lr_mult and decay_mult of its blobs; empty: 1
  // The names of its blobs: layers whose blobs have the same names share them. Empty unless all blobs have one.
  std::vector<std::string> blobNames;
  TextPlace place;
  std::string text;       // as written in the file
  bool old = false;       // the text uses an older syntax
  bool declared = false;  // created from the network's `input` fields
};

struct CaffeNet {
  std::string name;
  CaffePhase phase = CaffePhase::Deploy;  // never Automatic
  std::vector<CaffeLayer> layers;         // in order
  std::size_t otherPhases = 0;            // number of layers excluded by their phase rules
};

// Corrupt with the place of the error.
Result<CaffeNet> readCaffeNet(const TextMessage& message, std::string_view text, CaffePhase phase);

// Converts a layer of an older syntax to the current one. Internal to caffe_net.
Status upgradeLayer(const TextField& field, CaffeLayer& layer);

}  // namespace fovea
