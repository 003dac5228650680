#include "app/workspaces/inspect/live_input.h"

#include <QDir>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>

#include "core/base/file.h"
#include "core/base/guarded.h"
#include "core/data/files/image_file.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr double kUsualPace = 25;  // frames per second of a video that does not specify them
constexpr int kFolderMilliseconds = 1000;
constexpr qint64 kFigureMilliseconds = 500;  // shortest interval between updates of the figures

}  // namespace

LiveInput::LiveInput(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      figures_(new QLabel),
      previous_(new QPushButton(icon("chevron-left", IconRole::Text), {})),
      next_(new QPushButton(icon("chevron-right", IconRole::Text), {})),
      playButton_(new QPushButton(icon("play", IconRole::Text), tr("Play"))),
      stop_(new QPushButton(icon("stop", IconRole::Text), tr("Stop"))) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kPageMargin, size::kGrid, size::kPageMargin, 0);
  row->setSpacing(size::kGrid);
  setKind(title_, "strong");
  setKind(figures_, "muted");
  previous_->setAccessibleName(tr("Previous picture"));
  previous_->setToolTip(tr("The previous picture of the folder"));
  next_->setAccessibleName(tr("Next picture"));
  next_->setToolTip(tr("The next picture of the folder"));
  playButton_->setToolTip(tr("Goes through the pictures of the folder"));
  stop_->setToolTip(tr("Goes back to the samples"));
  row->addWidget(title_);
  row->addWidget(figures_, 1);
  for (QPushButton* button : {previous_, next_, playButton_, stop_}) row->addWidget(button);
  play_.setInterval(kFolderMilliseconds);
  connect(&play_, &QTimer::timeout, this, [this] { showFile((index_ + 1) % std::max(1, fileCount())); });
  connect(previous_, &QPushButton::clicked, this, [this] { showFile((index_ + fileCount() - 1) % fileCount()); });
  connect(next_, &QPushButton::clicked, this, [this] { showFile((index_ + 1) % fileCount()); });
  connect(playButton_, &QPushButton::clicked, this, [this] {
    play_.isActive() ? play_.stop() : play_.start();
    playButton_->setText(play_.isActive() ? tr("Pause") : tr("Play"));
    playButton_->setIcon(icon(play_.isActive() ? "pause" : "play", IconRole::Text));
  });
  connect(stop_, &QPushButton::clicked, this, [this] {
    stop();
    Q_EMIT stopped();
  });
  hide();
}

LiveInput::~LiveInput() = default;

void LiveInput::begin(Source source, const QString& name) {
  ++opening_;
  play_.stop();
  video_.reset();
  offered_.reset();
  files_.clear();
  source_ = source;
  name_ = name;
  taken_ = 0;
  skipped_ = shown_ = 0;
  since_.start();
  playButton_->setText(tr("Play"));
  playButton_->setIcon(icon("play", IconRole::Text));
  for (QWidget* part : std::initializer_list<QWidget*>{previous_, next_, playButton_})
    part->setVisible(source == Source::Folder);
  title_->setText(name);
  figures_->clear();
  setVisible(source != Source::None);
}

void LiveInput::stop() {
  begin(Source::None, {});
}

void LiveInput::startCamera(int index) {
  begin(Source::Camera, tr("Camera %1").arg(index));
  figures_->setText(tr("opening…"));
  const QPointer<LiveInput> self(this);
  const auto opening = opening_;
  // Opens the camera on another thread, since that may take seconds.
  (void)QtConcurrent::run([self, index, opening] {
    auto opened = std::make_shared<Result<std::unique_ptr<VideoReader>>>(guarded([&] { return openCamera(index); }));
    QMetaObject::invokeMethod(qApp, [self, opened, opening] {
      if (!self || self->opening_ != opening) return;
      if (opened->ok()) {
        self->startReader(std::move(**opened), 0, Source::Camera, self->name_);
      } else {
        self->stop();
        Q_EMIT self->failed(opened->error());
      }
    });
  });
}

void LiveInput::startVideo(const QString& file) {
  begin(Source::Video, QFileInfo(file).fileName());
  const QPointer<LiveInput> self(this);
  const auto opening = opening_;
  (void)QtConcurrent::run([self, path = file.toStdString(), opening] {
    auto opened = std::make_shared<Result<std::unique_ptr<VideoReader>>>(guarded([&] { return openVideo(path); }));
    QMetaObject::invokeMethod(qApp, [self, opened, opening] {
      if (!self || self->opening_ != opening) return;
      if (opened->ok()) {
        const double pace = (**opened)->framesPerSecond();
        self->startReader(std::move(**opened), pace > 0 ? pace : kUsualPace, Source::Video, self->name_);
      } else {
        self->stop();
        Q_EMIT self->failed(opened->error());
      }
    });
  });
}

void LiveInput::startReader(std::unique_ptr<VideoReader> reader, double framesPerSecond, Source source,
                            const QString& name) {
  begin(source, name);
  const QPointer<LiveInput> self(this);
  video_ = std::make_unique<LiveVideo>(std::move(reader), framesPerSecond, [self] {
    QMetaObject::invokeMethod(qApp, [self] {
      if (self) self->videoChanged();
    });
  });
}

void LiveInput::videoChanged() {
  if (!video_) return;
  if (video_->latest().number > taken_) Q_EMIT ready();
  if (!video_ || video_->state() == LiveVideo::State::Running) return showState();
  const bool lost = video_->state() == LiveVideo::State::Lost;
  const bool any = video_->latest().number > 0;
  if (figures_->text() == tr("ended")) return;
  figures_->setText(tr("ended"));
  Q_EMIT ended(lost ? tr("%1 gives no more pictures.").arg(name_) : tr("The video has ended."),
               any ? tr("The last picture stays.") : tr("It gave no picture at all."));
}

// Updates the figures rarely enough to be readable.
void LiveInput::showState() {
  if (since_.elapsed() < kFigureMilliseconds) return;
  const double rate = static_cast<double>(shown_) * 1000 / static_cast<double>(since_.restart());
  shown_ = 0;
  figures_->setText(tr("%1 pictures a second, %2 left out").arg(numberText(rate, 'f', 1)).arg(skipped_));
}

QStringList LiveInput::picturesOf(const QString& folder) {
  QStringList filters;
  for (const QByteArray& format : QImageReader::supportedImageFormats())
    filters << QStringLiteral("*.") + QString::fromLatin1(format);
  return QDir(folder).entryList(filters, QDir::Files, QDir::Name | QDir::LocaleAware);
}

bool LiveInput::startFolder(const QString& folder) {
  const QStringList files = picturesOf(folder);
  if (files.isEmpty()) return false;
  begin(Source::Folder, QDir(folder).dirName());
  for (const QString& file : files) files_ << QDir(folder).filePath(file);
  showFile(0);
  return true;
}

void LiveInput::showFile(int index) {
  if (index < 0 || index >= fileCount()) return;
  index_ = index;
  const QString file = files_[index];
  title_->setText(QFileInfo(file).fileName());
  name_ = title_->text();
  figures_->setText(tr("%1 of %2").arg(index + 1).arg(fileCount()));
  const QPointer<LiveInput> self(this);
  const auto opening = opening_;
  (void)QtConcurrent::run([self, path = file.toStdString(), opening, index] {
    auto picture = std::make_shared<Result<Tensor>>(guarded([&]() -> Result<Tensor> {
      FOVEA_TRY(const std::string bytes, readFile(path, kMaximumImageFile));
      return decodeImage(bytes);
    }));
    QMetaObject::invokeMethod(qApp, [self, picture, opening, index] {
      if (!self || self->opening_ != opening || self->index_ != index) return;
      if (!picture->ok()) return self->figures_->setText(coreMessage(picture->error().message));
      self->offered_ = std::make_shared<const Tensor>(std::move(**picture));
      Q_EMIT self->ready();
    });
  });
}

void LiveInput::offer(Source source, Picture picture, const QString& name) {
  if (source_ != source) begin(source, name);
  offered_ = std::move(picture);
  Q_EMIT ready();
}

LiveInput::Picture LiveInput::take() {
  if (offered_) return std::exchange(offered_, nullptr);
  if (!video_) return nullptr;
  const LiveVideo::Frame frame = video_->latest();
  if (frame.number <= taken_) return nullptr;
  skipped_ += static_cast<qint64>(frame.number - taken_ - 1);
  taken_ = frame.number;
  ++shown_;
  return frame.picture;
}

}  // namespace fovea
