// Why: lists the breakpoints of the network: what pauses the run, where that happened last, on or off. GUI thread only.
#pragma once
#include <QWidget>

#include "app/bridge/session.h"

class QGridLayout;
class QLabel;
class QMenu;
class QSpinBox;

namespace fovea {

class BreakpointPanel : public QWidget {
  Q_OBJECT
 public:
  explicit BreakpointPanel(Session& session, QWidget* parent = nullptr);
  // Adds "Pause the run when" with the conditions for `layer`, named as probes name it.
  void addTo(QMenu& menu, const std::string& layer);
  // "zeros above 60 %", "is not a number".
  static QString words(const Breakpoint& breakpoint);
  // The value of a hit: "68.2 %".
  static QString valueText(const BreakpointHit& hit);

 private:
  // The text without the limit.
  static QString measureWords(const Breakpoint& breakpoint);
  void refresh();
  void addRow(int row, std::size_t index);

  Session& session_;
  QLabel* empty_;
  QWidget* list_;
  QGridLayout* rows_;
  QSpinBox* every_;
};

}  // namespace fovea
