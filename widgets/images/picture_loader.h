// Why: makes pictures of samples on other threads and caches them, so that a widget that paints them never waits. GUI
// thread only; the source's picture() is called on worker threads.
#pragma once
#include <QtCore/QCache>
#include <QtCore/QObject>
#include <QtCore/QSet>
#include <QtCore/QThreadPool>
#include <QtGui/QImage>
#include <atomic>
#include <memory>

namespace fovea {

class ThumbnailSource;

class PictureLoader : public QObject {
  Q_OBJECT
 public:
  explicit PictureLoader(QObject* parent = nullptr);
  ~PictureLoader() override;

  // Null: there are no pictures. Those of the previous source are dropped.
  void setSource(std::shared_ptr<const ThumbnailSource> source);
  // A picture of `side` device-independent pixels for a screen with that pixel ratio. Null while it is being made:
  // arrived() follows. A picture that cannot be made is a null image.
  const QImage* picture(qint64 index, int side, double ratio);
  // Drops requests that have not begun.
  void forgetRequests();
  bool isSettled() const { return wanted_.isEmpty(); }

 Q_SIGNALS:
  void arrived();

 private:
  struct Shared;
  void receive(quint64 generation, quint64 key, const QImage& picture);

  std::shared_ptr<Shared> shared_;  // used by worker tasks
  std::shared_ptr<const ThumbnailSource> source_;
  QCache<quint64, QImage> pictures_;  // cost in KiB
  QSet<quint64> wanted_;
  double ratio_ = 1;
  QThreadPool pool_;
};

}  // namespace fovea
