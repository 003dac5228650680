// Why: the two families of convolution kernels, for the one place that orders them.
#pragma once
#include "core/backends/cpu/cpu_kernels.h"

namespace fovea::cpu {

// Direct convolutions over blocks of 16 images, for few channels; they refuse, with reasons, what oneDNN does better.
KernelEntry smallConvolution();
KernelEntry smallConvolutionBackwardData();
KernelEntry smallConvolutionBackwardWeights();

// Few small dense images.
KernelEntry rowConvolution();

// Every geometry, by oneDNN.
KernelEntry dnnlConvolution();
KernelEntry dnnlConvolutionBackwardData();
KernelEntry dnnlConvolutionBackwardWeights();

}  // namespace fovea::cpu
