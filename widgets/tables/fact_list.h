// Why: lists a few named figures in the inspector ("Mean 0.274"), lighter than a table: name on the left, value on the
// right, a line between rows.
#pragma once
#include <QtWidgets/QWidget>
#include <vector>

namespace fovea {

class FactList : public QWidget {
  Q_OBJECT
 public:
  struct Fact {
    QString name;
    QString value;
    QString help;  // tooltip of the row; may be empty
    bool operator==(const Fact&) const = default;
  };

  explicit FactList(QWidget* parent = nullptr);
  void setFacts(std::vector<Fact> facts);
  const std::vector<Fact>& facts() const { return facts_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  std::vector<Fact> facts_;
};

}  // namespace fovea
