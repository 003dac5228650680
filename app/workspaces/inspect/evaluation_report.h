// Why: writes an evaluation as a document for people who do not have the program. GUI thread only.
#pragma once
#include <string>
#include <vector>

#include "app/workspaces/inspect/figure_strip.h"
#include "app/workspaces/inspect/shown_evaluation.h"

namespace fovea {

// Widgets drawn into the report in their current state; hidden ones are left out.
struct ReportViews {
  QString title;
  std::vector<FigureStrip::Figure> figures;
  std::vector<QWidget*> plots;
};

// Returns the rows of the table by class: the heads, the first classes, and a remark if there are more.
std::vector<QStringList> reportedClasses(const Evaluation& evaluation);

// Returns a PDF of A4 pages: figures, plots, the table by class, and the hardest samples as pictures.
std::string evaluationReport(const ShownEvaluation& shown, const ReportViews& views);

}  // namespace fovea
