// Why: three generations of Caffe write a network in three ways, and one file holds the networks of training, testing
// and deployment. This brings all of them into one form: a list of layers as of today, of one phase.
#pragma once
#include <optional>

#include "core/exchange/caffe/text_message.h"

namespace fovea {

enum class CaffePhase {
  Automatic,  // Training where the text has anything of training, else Deploy
  Training,
  Test,
  Deploy
};

struct CaffeLayer {
  std::string name;
  std::string type;  // as of today: "Convolution"
  std::vector<std::string> bottoms, tops;
  TextMessage message;                // its fields as of today: "convolution_param"
  std::vector<double> rates, decays;  // lr_mult and decay_mult of its blobs; empty: 1
  TextPlace place;
  std::string text;       // as it stands in the file
  bool old = false;       // the text is of an earlier syntax
  bool declared = false;  // made of the `input` fields of a network
};

struct CaffeNet {
  std::string name;
  CaffePhase phase = CaffePhase::Deploy;  // never Automatic
  std::vector<CaffeLayer> layers;         // in order
  std::size_t otherPhases = 0;            // layers left out because of their rules
};

// Corrupt with the place of what cannot be read.
Result<CaffeNet> readCaffeNet(const TextMessage& message, std::string_view text, CaffePhase phase);

// A layer of the earlier syntaxes brought up to date. Internal to caffe_net.
Status upgradeLayer(const TextField& field, CaffeLayer& layer);

}  // namespace fovea
