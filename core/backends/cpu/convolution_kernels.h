// Why: the families of convolution kernels, for the one place that orders them.
#pragma once
#include "core/backends/cpu/cpu_kernels.h"

namespace fovea::cpu {

// Direct convolutions over blocks of 16 images, for few channels; they refuse, with reasons, what oneDNN does better.
KernelEntry smallConvolution();
KernelEntry smallConvolutionBackwardData();
KernelEntry smallConvolutionBackwardWeights();

// Narrow groups, where oneDNN has nothing fast.
KernelEntry groupedConvolutionBackwardWeights();

// Few small dense images.
KernelEntry rowConvolution();
// The same with the pooling behind it.
KernelEntry rowPooledConvolution();

// Convolutions and the maximum pooling behind them, forward and backward.
void addPooledConvolutionKernels(KernelRegistry& registry);

// 3 x 3 by Winograd's algorithm, where oneDNN has it not; `backward`: the gradient of the input.
KernelEntry winogradConvolution(bool backward);
KernelEntry winogradConvolutionBackwardWeights();

// Every geometry, by oneDNN.
KernelEntry dnnlConvolution();
KernelEntry dnnlConvolutionBackwardData();
KernelEntry dnnlConvolutionBackwardWeights();

}  // namespace fovea::cpu
