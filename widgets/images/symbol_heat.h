// Why: shows a text with a colour behind each of its symbols: the evidence that the symbol gives.
#pragma once
#include <QtCore/QStringList>
#include <QtWidgets/QAbstractScrollArea>
#include <vector>

namespace fovea {

// Returns the text to draw for a symbol: a mark if it has no shape of its own, as spaces and line breaks.
QString visibleSymbol(const QString& symbol);

class SymbolHeat : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit SymbolHeat(QWidget* parent = nullptr);

  // One text for each symbol; line breaks and spaces are shown as marks.
  void setSymbols(const QStringList& symbols);
  const QStringList& symbols() const { return symbols_; }
  // A number from −1 to 1 for each symbol: red speaks for the answer, blue against it. Empty: no colours.
  void setShares(const std::vector<float>& shares);
  // The symbol at a point of the viewport; −1 for none.
  int symbolAt(const QPoint& point) const;

  QSize sizeHint() const override { return {224, 120}; }

 Q_SIGNALS:
  // `share` is 0 without colours.
  void symbolHovered(int index, float share);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Cell {
    int width = 0;
    int height = 0;
    int columns = 1;
  };
  Cell cell() const;
  QRect rectOf(int index) const;
  void updateScrollBar();

  QStringList symbols_;
  std::vector<float> shares_;
};

}  // namespace fovea
