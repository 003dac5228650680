// Why: gathers the spatial functions of one instruction set into its table.

const SpatialKernels& spatialTable() {
  static const SpatialKernels kernels{
      .windowSums = windowSums,
      .responses = responses,
      .responseTerms = responseTerms,
      .responseGradients = responseGradients,
      .normaliseRow = normaliseRow,
      .scaledDots = scaledDots,
      .rowGradients = rowGradients,
      .scaledAdd = scaledAdd,
      .stretch = stretch,
      .stretchBackward = stretchBackward,
      .maximumOfRows = maximumOfRows,
      .maximumOfSpans = maximumOfSpans,
      .sumsOfSpans = sumsOfSpans,
      .spreadOverSpans = spreadOverSpans,
      .scatter = scatter,
      .gather = gather,
      .keptElements = keptElements,
      .transpose = transpose,
  };
  return kernels;
}
