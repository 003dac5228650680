// Why: declares the families of convolution kernels for the function that orders them.
#pragma once
#include "core/backends/cpu/runtime/cpu_kernels.h"

namespace fovea::cpu {

// Direct convolutions over blocks of 16 images, for few channels. They reject, with a reason, shapes that oneDNN does
// better.
KernelEntry smallConvolution();
KernelEntry smallConvolutionBackwardData();
KernelEntry smallConvolutionBackwardWeights();

// For narrow groups, which oneDNN computes slowly.
KernelEntry groupedConvolutionBackwardWeights();

// For a few small dense images.
KernelEntry rowConvolution();
// The same, fused with the pooling that follows.
KernelEntry rowPooledConvolution();

// Convolutions fused with the maximum pooling that follows, forward and backward.
void addPooledConvolutionKernels(KernelRegistry& registry);

// 3 x 3 convolutions by Winograd's algorithm on processors where oneDNN lacks it; `backward`: the gradient of the
// input.
KernelEntry winogradConvolution(bool backward);
KernelEntry winogradConvolutionBackwardWeights();

// All geometries, by oneDNN.
KernelEntry dnnlConvolution();
KernelEntry dnnlConvolutionBackwardData();
KernelEntry dnnlConvolutionBackwardWeights();

}  // namespace fovea::cpu
