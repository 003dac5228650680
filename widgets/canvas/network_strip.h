// Why: what the network costs, always in sight below the drawing. It only shows what it is given. GUI thread only.
#pragma once
#include <QtWidgets/QFrame>
#include <array>
#include <cstdint>
#include <optional>

class QBoxLayout;
class QLabel;
class QAbstractButton;

namespace fovea {

struct NetworkStripFields {
  std::int64_t parameters = 0;
  double flopsPerSample = 0;
  std::int64_t batch = 0;
  std::optional<std::int64_t> trainingMemoryBytes;   // at this batch; not shown while not known
  std::optional<std::int64_t> inferenceMemoryBytes;  // likewise
  std::optional<std::int64_t> sampleBytes;   // what a block keeps of one sample; instead of the memory at a batch
  std::optional<std::int64_t> largestBatch;  // that fits on `device`; not shown while not known
  bool largerNotTried = false;
  QString device;
  int problems = 0;
  bool partial = false;  // the costs are those of what could be computed
  bool operator==(const NetworkStripFields&) const = default;
};

// "431,080"; "4.4 M", "1.2 G": three figures at most. "38 MB".
QString countText(std::int64_t count);
QString amountText(double amount);
QString bytesText(std::int64_t bytes);

class NetworkStrip : public QFrame {
  Q_OBJECT
 public:
  explicit NetworkStrip(QWidget* parent = nullptr);

  void setFields(const NetworkStripFields& fields);
  const NetworkStripFields& fields() const { return fields_; }
  QAbstractButton* problemsButton() const { return problems_; }

 Q_SIGNALS:
  void problemsClicked();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Figure {
    QWidget* box;
    QBoxLayout* row;
    QLabel* label;
    QLabel* value;
    void show(const QString& name, const QString& text);
    void hide();
  };
  Figure addFigure(const char* objectName);
  std::array<Figure*, 5> figures() { return {&parameters_, &flops_, &memory_, &inference_, &largest_}; }
  void showFigures();
  bool fitsInOneRow() const;
  // Names beside the figures, or over them, which takes half the width.
  void stack(bool stacked);
  // Side by side if there is room, else stacked; then the last ones go first, and the tooltip has them all.
  void fit();

  NetworkStripFields fields_;
  bool stacked_ = false;
  Figure parameters_, flops_, memory_, inference_, largest_;
  QLabel* fine_;
  QAbstractButton* problems_;
};

}  // namespace fovea
