// Why: browses a data set as pictures, a million as smoothly as ten. Cells have one size, so the visible ones are found
// by division; only those are requested, and pictures are made on other threads.
#pragma once
#include <QtCore/QCache>
#include <QtCore/QSet>
#include <QtCore/QThreadPool>
#include <QtGui/QImage>
#include <QtWidgets/QAbstractScrollArea>
#include <atomic>
#include <memory>

namespace fovea {

// The content of a ThumbnailGrid. image() and picture() are called on worker threads, several at once, all others on
// the GUI thread, so these two must be thread-safe. The source lives until its last picture is made.
class ThumbnailSource {
 public:
  virtual ~ThumbnailSource() = default;
  virtual qint64 count() const = 0;
  // The line under the picture; may be empty.
  virtual QString label(qint64 index) const = 0;
  // A null image is shown as an unreadable picture.
  virtual QImage image(qint64 index) const = 0;
  // The displayed picture, at most `side` device pixels wide and high: the fitted image, unless a source draws on it.
  virtual QImage picture(qint64 index, int side) const;
  // Identifies the picture's content across sources that show the same items in another choice or order.
  virtual quint64 key(qint64 index) const { return static_cast<quint64>(index); }
  // Shown paler than the others, since it is excluded.
  virtual bool isFaint(qint64) const { return false; }
};

// Scales to a square of `side` device pixels: small pictures with sharp pixels, large ones smoothly.
QImage fittedPicture(const QImage& picture, int side);

class ThumbnailGrid : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit ThumbnailGrid(QWidget* parent = nullptr);
  ~ThumbnailGrid() override;

  // Null shows nothing. Selection and pictures of the previous source are dropped.
  void setSource(std::shared_ptr<const ThumbnailSource> source);
  // Shows another choice or order of the same items: pictures are kept by their key, and so is the position unless
  // `toTop`. `selection` and `current` are indices of the new source; missing ones are ignored.
  void updateSource(std::shared_ptr<const ThumbnailSource> source, const QList<qint64>& selection, qint64 current,
                    bool toTop);
  qint64 count() const { return count_; }

  // The side of a picture in pixels (default 72); Ctrl and the wheel change it too.
  void setPictureSize(int pixels);
  int pictureSize() const { return picture_; }
  void setCaptionShown(bool shown);

  qint64 current() const { return current_; }  // -1 for none
  void setCurrent(qint64 index);
  // Sorted; Ctrl and Shift extend it.
  QList<qint64> selection() const;
  qint64 selectionSize() const;
  void clearSelection();
  void selectAll();
  void scrollTo(qint64 index);

  // The index at a point of the viewport, or -1.
  qint64 indexAt(const QPoint& point) const;
  QRect cellRect(qint64 index) const;
  // Whether every visible picture has arrived.
  bool isSettled() const;

 Q_SIGNALS:
  void currentChanged(qint64 index);
  void selectionChanged();
  // Double click or Enter.
  void activated(qint64 index);
  // The right button or the menu key, with something selected.
  void menuRequested(const QPoint& globalPosition);
  void pictureSizeChanged(int pixels);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Shared;
  struct Range {
    qint64 first = 0;
    qint64 last = -1;
  };

  void relayout();
  void followScreen();
  void forgetPictures();
  Range visible() const;
  void request(qint64 index);
  void forget(quint64 generation, quint64 key, qint64 index);
  void receive(quint64 generation, quint64 key, qint64 index, const QImage& picture);
  void drawPicture(QPainter& painter, qint64 index, const QRect& place);
  void select(qint64 index, Qt::KeyboardModifiers modifiers);
  void drawCell(QPainter& painter, qint64 index);
  bool isSelected(qint64 index) const;

  std::shared_ptr<const ThumbnailSource> source_;
  std::shared_ptr<Shared> shared_;  // used by worker tasks
  qint64 count_ = 0;
  QCache<quint64, QImage> pictures_;  // by key; cost in KiB
  QSet<quint64> wanted_;              // by key
  QThreadPool pool_;

  int picture_ = 72;
  double ratio_ = 1;  // device pixel ratio of the pictures
  bool caption_ = true;
  int columns_ = 1;
  int cellWidth_ = 1;
  int cellHeight_ = 1;
  qint64 current_ = -1;
  qint64 anchor_ = -1;
  // The selection is a range, except for toggled items, so that a million selected items cost no more than one.
  Range run_;
  QSet<qint64> toggled_;
};

}  // namespace fovea
