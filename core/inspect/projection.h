// Why: projects a layer's high-dimensional activations for many samples onto a plane, where similar samples are close.
// Thread-safety: pure functions. The same arguments yield the same numbers.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/store/dataset.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/sample_answers.h"

namespace fovea {

struct PrincipalComponents {
  Tensor points;                  // f32 [N, components]: coordinates of the centred rows
  std::vector<double> explained;  // each component's fraction of the variance, descending
};

// Computes the directions of largest variance of the rows f32 [N, D] by subspace iteration (Halko et al. 2011) with at
// most `iterations` steps; few are enough if the components only compress the rows. Each is oriented so that its
// largest weight is positive. Fails with InvalidArgument (fewer than two rows, no column, a non-finite number, a number
// of components outside 1 .. min(N, D)) or Cancelled.
Result<PrincipalComponents> principalComponents(const Tensor& rows, std::int64_t components,
                                                const CancelToken& cancel = {}, const ProgressFunction& progress = {},
                                                int iterations = 500);

struct TsneOptions {
  double perplexity = 30;  // effective number of neighbours; at most a third of the rows
  std::int64_t iterations = 1000;
  std::uint64_t seed = 1;  // for separating equal rows
  double angle = 0.5;      // Barnes-Hut threshold for treating a cell as one point; 0: exact
  unsigned threads = 0;    // 0: number of hardware threads; does not affect the points
  Tensor start{};          // f32 [N, 2]: initial points at any scale; undefined: the principal components
};

// Returns f32 [N, 2] that keeps neighbours of the rows f32 [N, D] close (van der Maaten and Hinton 2008), with
// repulsion from a quadtree (van der Maaten 2014). More than 50 dimensions are first reduced to 50 principal
// components; the first two are the initial points. Fails with InvalidArgument as principalComponents() and for invalid
// options, or with Cancelled.
Result<Tensor> tsne(const Tensor& rows, const TsneOptions& options, const CancelToken& cancel = {},
                    const ProgressFunction& progress = {});

struct UmapOptions {
  std::int64_t neighbours = 15;  // number of neighbours including the row itself, from 2 to the number of rows
  double minimumDistance = 0.1;  // minimum distance of points on the plane, from 0 to 1
  std::int64_t epochs = 0;       // 0: 500 up to 10,000 rows, else 200
  std::uint64_t seed = 1;        // for the neighbours of many rows, noise and negative samples
  unsigned threads = 0;          // 0: number of hardware threads; does not affect the points
  Tensor start{};                // see TsneOptions::start
};

// Returns f32 [N, 2] that keeps the fuzzy neighbourhoods of the rows f32 [N, D] (UMAP, McInnes, Healy and Melville
// 2018), starting with their first two principal components. Fails with InvalidArgument as principalComponents() and
// for invalid options, or with Cancelled.
Result<Tensor> umap(const Tensor& rows, const UmapOptions& options, const CancelToken& cancel = {},
                    const ProgressFunction& progress = {});

// Returns the parameters a and b of UMAP's similarity 1 / (1 + a d²ᵇ), fitted by least squares to 1 up to the minimum
// distance and exp(minimum distance − d) beyond.
std::array<double, 2> umapCurve(double minimumDistance);

// Rotates, mirrors and shifts `points` f32 [N, 2] to be as close as possible to `reference` [N, 2], which is scaled to
// their size (orthogonal Procrustes). Both must have the same shape (asserted).
Tensor alignedPoints(const Tensor& points, const Tensor& reference);

struct LayerRows {
  Tensor rows;                        // f32 [N, D]: the layer's activations, all channels and positions
  std::vector<std::int64_t> indices;  // within the split
  std::vector<std::int32_t> labels;
  AnswerKind kind = AnswerKind::Numbers;
  std::vector<SampleAnswer> answers;  // one per row; values that only Classes have are NaN otherwise
};

// Returns the layer's activations for at most `samples` samples, evenly spread over the split, with the network's
// answers. Fails with InvalidArgument (an empty split, samples that do not fit the network, more than 2^27 numbers),
// NotFound (no such layer), Cancelled, or errors of the data set.
Result<LayerRows> layerRows(ModelInspector& inspector, const Dataset& dataset, Split split, const std::string& layer,
                            std::int64_t samples, const CancelToken& cancel, const ProgressFunction& progress);

enum class ProjectionMethod { PrincipalComponents, Tsne, Umap };
// "pca", "tsne", "umap"
const char* projectionMethodName(ProjectionMethod method);
// Fails with InvalidArgument, which lists all names.
Result<ProjectionMethod> projectionMethodFromName(std::string_view name);

struct ProjectionOptions {
  ProjectionMethod method = ProjectionMethod::Umap;
  TsneOptions tsne;
  UmapOptions umap;
};

// Projects rows to f32 [N, 2] by the chosen method. Uses fewer neighbours if t-SNE or UMAP need more than there are
// rows. Fails as the method, and with InvalidArgument for fewer than three rows.
Result<Tensor> projectRows(const Tensor& rows, const ProjectionOptions& options, const CancelToken& cancel,
                           const ProgressFunction& progress);

}  // namespace fovea
