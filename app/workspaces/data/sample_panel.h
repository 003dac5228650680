// Why: shows the selected sample as large as possible, with its properties and the actions for it or for all selected
// ones.
#pragma once
#include <QWidget>

#include "app/workspaces/data/sample_browser.h"
#include "app/workspaces/data/sample_loader.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSlider;

namespace fovea {

class FactList;
class ImageView;

class SamplePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SamplePanel(QWidget* parent = nullptr);

  // The classes that can be assigned; an edit may have added one.
  void setClasses(const DatasetInfo& info);
  // Shows `record`, one of `selected` samples; nothing if that is 0.
  void show(std::shared_ptr<const BrowserView> view, std::uint32_t record, qint64 selected, const QColor& ink);
  // Opens it in a separate window, too; if it is still being read, after that.
  void showLarge();
  ImageView* picture() const { return picture_; }
  FactList* facts() const { return facts_; }
  QSlider* maskOpacity() const { return opacity_; }
  QComboBox* classes() const { return class_; }

 Q_SIGNALS:
  // Requests for all selected samples.
  void relabel(qint32 label);
  // Creates a class for them.
  void newClass();
  void move(fovea::Split split);
  void exclude();
  void include();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildActions();
  void showDetails(const std::shared_ptr<const SampleDetails>& details);
  void showFacts();
  void showPicture();
  QImage marks(int side) const;
  void openFile();

  SampleLoader loader_;
  std::shared_ptr<const BrowserView> view_;
  std::shared_ptr<const SampleDetails> details_;
  std::uint32_t record_ = 0;            // the shown one, or the one that is being read
  std::optional<std::uint32_t> large_;  // the one to open in a window after it was read
  QLabel* title_;
  QLabel* problem_;
  ImageView* picture_;
  QWidget* opacityRow_;
  QSlider* opacity_;
  QPlainTextEdit* text_;
  QLabel* targetTitle_;
  ImageView* target_;
  FactList* facts_;
  QPushButton* file_;
  QComboBox* class_;
  QStringList classes_;  // the offered classes
  QPushButton* move_;
  QPushButton* exclude_;
  bool includes_ = false;  // the button restores excluded samples
};

}  // namespace fovea
