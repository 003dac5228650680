// Why: Caffe's weights (.caffemodel) and data set means (.binaryproto) are protocol buffers with a few known fields.
// They are read field by field from the bytes, within the size of the file, so that neither the schema nor the library
// is needed. Thread-safety: pure functions.
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

// The blobs of all layers that have some, f32, in file order. Old four-dimensional blobs keep those four extents as
// shape.
struct CaffeWeights {
  std::string network;
  std::vector<std::pair<std::string, std::vector<Tensor>>> layers;

  // Returns null if there is no layer of that name.
  const std::vector<Tensor>* find(const std::string& layer) const;
};

inline constexpr std::uint64_t kMostCaffeBytes = std::uint64_t{2} << 30;

// Accepts layers of all three generations; f32 and f64, packed or not. Corrupt names the fault; Unsupported: HDF5.
Result<CaffeWeights> parseCaffeWeights(std::span<const std::byte> bytes);
Result<CaffeWeights> readCaffeWeights(const std::filesystem::path& path);
// The weights of one layer in the current Caffe format. Unsupported if a message would exceed 2 GiB.
struct CaffeWeightsLayer {
  std::string name, type;
  std::vector<Tensor> blobs;
};
Status writeCaffeWeights(const std::filesystem::path& path, const std::string& network,
                         const std::vector<CaffeWeightsLayer>& layers);

// Reads a mean file as f32 [C, H, W].
Result<Tensor> parseCaffeMean(std::span<const std::byte> bytes);
Result<Tensor> readCaffeMean(const std::filesystem::path& path);
Status writeCaffeMean(const std::filesystem::path& path, const Tensor& mean);

}  // namespace fovea
