// Why: while a network learns, its nodes show measured figures below their usual text. These are the plain values, and
// the forms in which a node shows them; the canvas knows nothing of probes.
#pragma once
#include <QtCore/QSizeF>
#include <QtCore/QString>
#include <QtGui/QImage>
#include <vector>

namespace fovea {

// How much room every card keeps for figures. The cards of one drawing all have the same form.
enum class FigureForm {
  None,
  Rows,            // two rows
  RowsAndPicture,  // four rows beside a picture
  Picture,         // a large picture
};

// By how much a card grows; multiples of the grid.
QSizeF figureGrowth(FigureForm form);

struct NodeFigures {
  struct Row {
    QString label;
    QString value;
    double share = -1;  // drawn as a bar below the row, 0 to 1; negative: no bar
    bool warning = false;
    bool operator==(const Row&) const = default;
  };
  QImage picture;  // null: none
  std::vector<Row> rows;
  QString tip;  // added to the node's tooltip and to what a screen reader says
  bool operator==(const NodeFigures&) const = default;
};

// The sign of a breakpoint on a node.
enum class BreakpointMark { None, Off, On, Hit };

}  // namespace fovea
