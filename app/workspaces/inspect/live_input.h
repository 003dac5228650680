// Why: feeds the network from a camera, a video, a folder of pictures, a drawing or a text; pictures that it has no
// time for are skipped. GUI thread only.
#pragma once
#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <memory>

#include "core/data/importers/live_video.h"

class QLabel;
class QPushButton;

namespace fovea {

// A strip that names the source and controls it. Hidden if there is no source.
class LiveInput : public QWidget {
  Q_OBJECT
 public:
  enum class Source { None, Camera, Video, Folder, Drawing, Text };
  using Picture = std::shared_ptr<const Tensor>;

  explicit LiveInput(QWidget* parent = nullptr);
  ~LiveInput() override;

  Source source() const { return source_; }
  // Opens a camera on another thread; emits failed() if there is none.
  void startCamera(int index);
  void startVideo(const QString& file);
  // Reads pictures from `reader`; tests use it in place of a camera. `framesPerSecond` as for LiveVideo.
  void startReader(std::unique_ptr<VideoReader> reader, double framesPerSecond, Source source, const QString& name);
  // Returns the file names of the pictures in a folder, sorted.
  static QStringList picturesOf(const QString& folder);
  // Steps through the pictures of a folder. Returns false if there are none.
  bool startFolder(const QString& folder);
  // Offers a drawing or a text; replaces any other source.
  void offer(Source source, Picture picture, const QString& name);
  // Stops the source, since another sample is inspected.
  void stop();

  // Returns the latest picture if it has not been taken yet, else null. Call it when ready for the next picture.
  Picture take();
  // Returns the name of the source for captions: "Camera 0", "photo.jpg".
  QString name() const { return name_; }
  // Returns the number of pictures that were replaced before they were taken.
  qint64 skipped() const { return skipped_; }
  int fileCount() const { return static_cast<int>(files_.size()); }
  int fileIndex() const { return index_; }

 public Q_SLOTS:
  void showFile(int index);

 Q_SIGNALS:
  // A picture can be taken.
  void ready();
  // The source ended or could not be opened; the last picture stays.
  void ended(const QString& title, const QString& advice);
  void failed(const fovea::Error& error);
  void stopped();

 private:
  void begin(Source source, const QString& name);
  void videoChanged();
  void showState();

  Source source_ = Source::None;
  QString name_;
  std::unique_ptr<LiveVideo> video_;
  std::uint64_t taken_ = 0;    // number of the last frame that was taken
  std::uint64_t opening_ = 0;  // counts sources; one that opens too late is dropped
  Picture offered_;
  QStringList files_;
  int index_ = 0;
  qint64 skipped_ = 0;
  qint64 shown_ = 0;
  QElapsedTimer since_;
  QTimer play_;

  QLabel* title_;
  QLabel* figures_;
  QPushButton* previous_;
  QPushButton* next_;
  QPushButton* playButton_;
  QPushButton* stop_;
};

}  // namespace fovea
