// Why: the name of a convolution problem in the cache of tuned plans; independent of cudnn-frontend.
#include <fmt/format.h>

#include "core/backends/cuda/module/convolution/convolution_graph.h"

namespace fovea::cuda {
namespace {

std::string wordsOf(const WindowAxis& axis) {
  return fmt::format("{}.{}.{}.{}.{}.{}", axis.input, axis.kernel, axis.stride, axis.dilation, axis.before, axis.after);
}

}  // namespace

std::string ConvolutionProblem::key() const {
  const char* const passes[] = {"fprop", "dgrad", "wgrad"};
  const ConvolutionGeometry& g = geometry;
  const std::string depth = g.volume ? "_d" + wordsOf(g.depth) : "";
  return fmt::format("{}_{}{}_{}_{}_n{}_c{}_m{}_g{}{}_h{}_w{}_b{}_r{}_e{}_s{}{}{}", passes[static_cast<int>(pass)],
                     dataTypeName(type), wide ? "_f32" : "", channelsLast ? "nhwc" : "nchw", exact ? "exact" : "fast",
                     g.batch, g.inputChannels, g.outputChannels, g.groups, depth, wordsOf(g.height), wordsOf(g.width),
                     bias ? 1 : 0, residual ? 1 : 0, static_cast<int>(end), slope,
                     statistics     ? "_stats"
                     : normGradient ? "_norm"
                                    : "",
                     normInput ? "_of_norm" : "");
}

}  // namespace fovea::cuda
