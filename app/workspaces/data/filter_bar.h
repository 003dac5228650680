// Why: one row of controls to find samples: text, split, class, quality, order. Active filters are shown below as
// chips; a click removes one.
#pragma once
#include <QWidget>

#include "app/workspaces/data/sample_browser.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSpinBox;
class QTimer;

namespace fovea {

class FilterBar : public QWidget {
  Q_OBJECT
 public:
  FilterBar(Session& session, SampleBrowser& browser, QWidget* parent = nullptr);

  QLineEdit* search() const { return search_; }
  QComboBox* split() const { return split_; }
  QComboBox* classes() const { return class_; }
  QPushButton* check() const { return check_; }
  const std::array<QSpinBox*, 2>& sides() const { return sides_; }
  QPushButton* sort() const { return sort_; }
  QPushButton* tags() const { return tags_; }
  // The texts of the shown chips.
  QStringList chips() const;

 private:
  QPushButton* menuButton(const QString& iconName, const QString& text, const QString& help);
  void buildSizeMenu();
  void connectFields();
  void showData();
  void showView();
  void fillClasses(const DatasetInfo& info);
  void showSides(const BrowserView& view);
  void showChips();
  void addChip(const QString& text, std::function<void(CatalogueFilter&)> clear);
  void fillCheckMenu();
  void fillSortMenu();
  void fillTagMenu();
  void addNetworks(QMenu* menu);
  template <class Change>
  void change(Change change) {
    CatalogueFilter filter = browser_.filter();
    change(filter);
    browser_.setFilter(filter);
  }

  Session& session_;
  SampleBrowser& browser_;
  QLineEdit* search_;
  QComboBox* split_;
  QComboBox* class_;
  QStringList classes_;  // the offered classes
  QPushButton* check_;
  QPushButton* size_;
  std::array<QSpinBox*, 2> sides_{};
  QPushButton* tags_;
  QPushButton* sort_;
  QLabel* count_;
  QWidget* chips_;
  QTimer* typing_;
  bool filling_ = false;
};

}  // namespace fovea
