#include "widgets/images/picture_loader.h"

#include <QtCore/QMutex>
#include <cmath>

#include "core/base/guarded.h"
#include "widgets/images/thumbnail_grid.h"

namespace fovea {
namespace {

constexpr int kLoaderCacheKiB = 64 * 1024;
constexpr int kLoaderThreads = 2;
constexpr int kLargestSide = 1024;

// Pictures of one sample in two sizes are two pictures.
quint64 keyOf(qint64 index, int side) {
  return static_cast<quint64>(index) * kLargestSide + static_cast<quint64>(side);
}

}  // namespace

// The state shared with tasks; `loader` is null once it is destroyed.
struct PictureLoader::Shared {
  QMutex mutex;
  PictureLoader* loader = nullptr;
  std::atomic<quint64> generation{0};
};

PictureLoader::PictureLoader(QObject* parent)
    : QObject(parent), shared_(std::make_shared<Shared>()), pictures_(kLoaderCacheKiB) {
  shared_->loader = this;
  pool_.setMaxThreadCount(kLoaderThreads);
}

PictureLoader::~PictureLoader() {
  {
    const QMutexLocker lock(&shared_->mutex);
    shared_->loader = nullptr;
  }
  ++shared_->generation;
  pool_.clear();
  pool_.waitForDone();
}

void PictureLoader::setSource(std::shared_ptr<const ThumbnailSource> source) {
  source_ = std::move(source);
  pictures_.clear();
  forgetRequests();
}

void PictureLoader::forgetRequests() {
  ++shared_->generation;
  pool_.clear();
  wanted_.clear();
}

const QImage* PictureLoader::picture(qint64 index, int side, double ratio) {
  if (!source_ || index < 0 || index >= source_->count()) return nullptr;
  if (ratio != ratio_) {
    pictures_.clear();
    forgetRequests();
    ratio_ = ratio;
  }
  const quint64 key = keyOf(index, side);
  if (const QImage* found = pictures_.object(key)) return found;
  if (wanted_.contains(key)) return nullptr;
  wanted_.insert(key);
  pool_.start([source = source_, shared = shared_, index, key, side, ratio, generation = shared_->generation.load()] {
    if (shared->generation.load() != generation) return;
    // A picture that cannot be made, because of damage or lack of memory, is a null image.
    QImage picture;
    (void)guarded([&] {
      picture = source->picture(index, static_cast<int>(std::lround(side * ratio)));
      picture.setDevicePixelRatio(ratio);
    });
    const QMutexLocker lock(&shared->mutex);
    if (!shared->loader) return;
    QMetaObject::invokeMethod(
        shared->loader,
        [loader = shared->loader, generation, key, picture] { loader->receive(generation, key, picture); },
        Qt::QueuedConnection);
  });
  return nullptr;
}

void PictureLoader::receive(quint64 generation, quint64 key, const QImage& picture) {
  if (generation != shared_->generation.load()) return;
  wanted_.remove(key);
  pictures_.insert(key, new QImage(picture), std::max<qsizetype>(1, picture.sizeInBytes() / 1024));
  Q_EMIT arrived();
}

}  // namespace fovea
