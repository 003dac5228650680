// Why: small drawings of proportions and counts: class probabilities, the classes of a data set, the values of a layer.
#pragma once
#include <QtWidgets/QWidget>
#include <functional>
#include <vector>

namespace fovea {

// Rows of name, bar and figure, as for predictions. If the truth is known, the first row is coloured as right or wrong,
// and the true class has a tick; otherwise the first row is only highlighted.
class ProbabilityBars : public QWidget {
  Q_OBJECT
 public:
  enum class Mark {
    Plain,
    Faint,  // any other row
    First,
    Right,  // the true class
    Wrong,
  };
  struct Entry {
    QString name;
    double share = 0;  // length of the bar, 0 to 1
    QString figure;    // "71 %", "6,000"
    Mark mark = Mark::Plain;
  };

  explicit ProbabilityBars(QWidget* parent = nullptr);

  // Shows the `top` most probable classes, in descending order. Both have one entry per class (asserted). `truth` is
  // the true class; empty: unknown.
  void setProbabilities(const QStringList& names, const std::vector<double>& probabilities, int top = 5,
                        const QString& truth = {});
  // The same for scores without bounds, the highest first: the bars reach from the lowest of all scores to the highest.
  void setScores(const QStringList& names, const std::vector<double>& scores, int top = 5, const QString& truth = {});
  // Shows counts in the given order; the longest bar is full and none is highlighted.
  void setCounts(const QStringList& names, const std::vector<qint64>& counts);
  void setEntries(std::vector<Entry> entries);
  const std::vector<Entry>& entries() const { return entries_; }
  // Makes rows respond to pointer and keyboard (arrows and Enter); off by default.
  void setClickable(bool clickable);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int rowAt(int y) const;

 Q_SIGNALS:
  // An index of entries().
  void entryClicked(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void setRanked(const QStringList& names, const std::vector<double>& shares, const std::function<QString(int)>& figure,
                 int top, const QString& truth);

  std::vector<Entry> entries_;
  bool clickable_ = false;
  int hovered_ = -1;  // by mouse or keyboard
};

// A histogram, with the bin under the cursor as a tooltip.
class HistogramBars : public QWidget {
  Q_OBJECT
 public:
  explicit HistogramBars(QWidget* parent = nullptr);

  // Counts of equal bins over [low, high]. Negative or non-finite counts are a bug (asserted).
  void setBins(std::vector<double> counts, double low, double high);
  const std::vector<double>& bins() const { return counts_; }
  int binAt(int x) const;  // -1 outside
  // Makes bars respond to pointer and keyboard (arrows and Enter); off by default.
  void setClickable(bool clickable);
  // Sets the highlighted bar; -1: none.
  void setChosen(int bin);
  int chosen() const { return chosen_; }

  QSize sizeHint() const override { return {240, 84}; }
  QSize minimumSizeHint() const override { return {80, 48}; }

 Q_SIGNALS:
  void binClicked(int bin);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QString binText(int bin) const;
  void point(int bin);

  std::vector<double> counts_;
  double low_ = 0;
  double high_ = 1;
  bool clickable_ = false;
  int chosen_ = -1;
  int pointed_ = -1;  // by mouse or keyboard
};

}  // namespace fovea
