// Why: the numbers of Caffe's networks (.caffemodel) and the means of its data sets (.binaryproto) are protocol buffers
// of a few known fields. They are read here field by field from the bytes, bounded by the size of the file, so that
// neither the schema nor the library is needed. Thread-safety: pure functions.
#pragma once
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// The blobs of layers that have any, f32, in the order of the file. Blobs of the old four numbers keep them as shape.
struct CaffeWeights {
  std::string network;
  std::vector<std::pair<std::string, std::vector<Tensor>>> layers;

  // Null where there is no layer of that name.
  const std::vector<Tensor>* find(const std::string& layer) const;
};

inline constexpr std::uint64_t kMostCaffeBytes = std::uint64_t{2} << 30;

// Layers of all three generations; f32 and f64, packed or not. Corrupt names what does not fit; Unsupported: HDF5.
Result<CaffeWeights> parseCaffeWeights(std::span<const std::byte> bytes);
Result<CaffeWeights> readCaffeWeights(const std::filesystem::path& path);
// As `caffe` of today writes them; `types` has the type of each layer. Unsupported where a message would be over 2 GiB.
struct CaffeWeightsLayer {
  std::string name, type;
  std::vector<Tensor> blobs;
};
Status writeCaffeWeights(const std::filesystem::path& path, const std::string& network,
                         const std::vector<CaffeWeightsLayer>& layers);

// A mean file: f32 [C, H, W].
Result<Tensor> parseCaffeMean(std::span<const std::byte> bytes);
Result<Tensor> readCaffeMean(const std::filesystem::path& path);
Status writeCaffeMean(const std::filesystem::path& path, const Tensor& mean);

}  // namespace fovea
