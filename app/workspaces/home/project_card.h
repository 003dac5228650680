// Why: shows a recent project with name, folder and the result of its best run, and can remove it from the list.
#pragma once
#include <QAbstractButton>
#include <QImage>

class QToolButton;

namespace fovea {

class ProjectCard : public QAbstractButton {
  Q_OBJECT
 public:
  // Reads the folder on another thread; until then only its name is shown.
  explicit ProjectCard(const QString& folder, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {308, 88}; }
  const QString& folder() const { return folder_; }
  // Reads the folder again, since its runs have changed.
  void read();
  // A few of its samples; null until it is read, or if there are none.
  const QImage& picture() const { return picture_; }
  const QString& figures() const { return words_; }

 Q_SIGNALS:
  void chosen();
  // Removed from the list; the folder stays.
  void forgotten();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QToolButton* forget_;
  QString folder_;
  QString name_;
  QString words_;
  QImage picture_;
  bool reading_ = false;
  bool again_ = false;  // to be read once more
};

}  // namespace fovea
