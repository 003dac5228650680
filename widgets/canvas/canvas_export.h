// Why: exports drawings for papers, slides and lessons, as vector graphics, as a picture, or on paper. Always in light
// colours, without background and selection. GUI thread only.
#pragma once
#include <QtCore/QString>

#include "core/network/network_analysis.h"

class QPainter;
class QRectF;

namespace fovea {

// Both draw the sheet at `path`: see CanvasScene. `sideways`: data flows to the right, see CanvasStyle.
//
// Writes the drawing atomically as SVG, PNG (twice the pixels of 1×) or PDF (one page, one point per pixel if that
// fits), depending on the extension. InvalidArgument (other extension, empty drawing, too large for a picture),
// PermissionDenied, NoSpace, Io.
Status exportDrawing(const Network& network, const NetworkReport& report, const QString& file,
                     const BlockPath& path = {}, bool sideways = false);

// Reads the network embedded in an exported drawing: exportDrawing hides the whole network in every file. Unsupported:
// another kind of file, or a picture without a network; Corrupt: the embedded data is damaged. At most 64 MiB.
Result<Network> readDrawing(const QString& file);

// Draws into `target` of a page, as large as fits but at most `pixel` units per pixel. Keeps the proportions.
void paintDrawing(const Network& network, const NetworkReport& report, QPainter& painter, const QRectF& target,
                  double pixel, const BlockPath& path = {}, bool sideways = false);

}  // namespace fovea
