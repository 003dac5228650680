// Why: shows the network's costs below the drawing at all times. Display only. GUI thread only.
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
  std::optional<std::int64_t> trainingMemoryBytes;   // at this batch; hidden while unknown
  std::optional<std::int64_t> inferenceMemoryBytes;  // likewise
  std::optional<std::int64_t> sampleBytes;           // kept per sample by a block; replaces the memory at a batch
  std::optional<std::int64_t> largestBatch;          // that fits on `device`; hidden while unknown
  bool largerNotTried = false;
  QString device;
  int problems = 0;
  bool partial = false;  // the costs cover only the part that could be computed
  bool operator==(const NetworkStripFields&) const = default;
};

// At most three significant figures: "431,080"; "4.4 M", "1.2 G". "38 MB".
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
  // Shows names above the figures, which takes half the width, or beside them.
  void stack(bool stacked);
  // Places names side by side with figures if they fit, else stacked; then hides the last ones. The tooltip has all.
  void fit();

  NetworkStripFields fields_;
  bool stacked_ = false;
  Figure parameters_, flops_, memory_, inference_, largest_;
  QLabel* fine_;
  QAbstractButton* problems_;
};

}  // namespace fovea
