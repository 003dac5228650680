// Why: a drawing goes into papers, slides and lessons: as vectors, as a picture, or on paper. Always in light colours,
// without ground and selection. GUI thread only.
#pragma once
#include <QtCore/QString>

#include "core/network/network_analysis.h"

class QPainter;
class QRectF;

namespace fovea {

// Both draw the sheet that `path` leads to: see CanvasScene. `sideways`: data flows to the right, see CanvasStyle.
//
// Writes the drawing as SVG, PNG (twice as many pixels as at 1×) or PDF (one page, a point a pixel if that fits), as
// the name's end says; atomically. InvalidArgument (another end, nothing drawn, too large for a picture),
// PermissionDenied, NoSpace, Io.
Status exportDrawing(const Network& network, const NetworkReport& report, const QString& file,
                     const BlockPath& path = {}, bool sideways = false);

// The network that a drawing holds: exportDrawing writes it, whole, into every file, where it is not seen.
// Unsupported: another kind of file, or a picture without a network; Corrupt: what it holds is damaged. At most 64 MiB.
Result<Network> readDrawing(const QString& file);

// Draws into `target` of a page, as large as fits but not larger than `pixel` units a pixel. Keeps the proportions.
void paintDrawing(const Network& network, const NetworkReport& report, QPainter& painter, const QRectF& target,
                  double pixel, const BlockPath& path = {}, bool sideways = false);

}  // namespace fovea
