#include "widgets/canvas/scene/block_shelf.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <algorithm>

#include "core/network/network_part.h"

namespace fovea {
namespace {

constexpr int kMostFiles = 200;
constexpr qint64 kLargestFile = 4 << 20;  // larger files are not read for their name

// Derives a file name from the block's name.
QString fileName(const QString& name) {
  QString file;
  for (const QChar c : name) file += c.isLetterOrNumber() || c == QLatin1Char('-') ? c.toLower() : QLatin1Char('-');
  return file.isEmpty() ? QStringLiteral("block") : file.left(64);
}

QString freePath(const QString& folder, const QString& name) {
  QString path = folder + QLatin1Char('/') + name + QStringLiteral(".json");
  for (int next = 2; QFileInfo::exists(path); ++next)
    path = QStringLiteral("%1/%2-%3.json").arg(folder, name).arg(next);
  return path;
}

}  // namespace

void BlockShelf::setFolder(const QString& folder) {
  folder_ = folder;
  refresh();
}

void BlockShelf::refresh() {
  blocks_.clear();
  const QDir folder(folder_);
  const QFileInfoList files =
      folder_.isEmpty() ? QFileInfoList()
                        : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files | QDir::Readable, QDir::Name);
  for (const QFileInfo& file : files.mid(0, kMostFiles)) {
    if (file.size() > kLargestFile) continue;
    const Result<Network> network = read(file.filePath());
    if (network.ok()) blocks_.push_back({file.filePath(), QString::fromStdString(network->name())});
  }
  std::stable_sort(blocks_.begin(), blocks_.end(), [](const SavedBlock& a, const SavedBlock& b) {
    return a.name.compare(b.name, Qt::CaseInsensitive) < 0;
  });
  Q_EMIT changed();
}

Result<Network> BlockShelf::read(const QString& path) const {
  return readNetwork(path.toStdString());
}

Status BlockShelf::save(const Network& network, LayerId use) {
  const Layer* layer = network.find(use);
  const Block* block = layer ? network.findBlock(usedBlock(*layer)) : nullptr;
  if (!block) return fail(ErrorCode::InvalidArgument, "This is no block.");
  if (folder_.isEmpty() || !QDir().mkpath(folder_))
    return fail(ErrorCode::Io, "There is no folder to keep blocks in.", "Choose one in the settings.");
  Network part = networkPart(network, std::span(&use, 1), {});
  FOVEA_CHECK(applyEdit(part, {RenameNetwork{block->name}, {}}));
  const QString path = freePath(folder_, fileName(QString::fromStdString(block->name)));
  FOVEA_CHECK(writeNetwork(path.toStdString(), part));
  refresh();
  return {};
}

Status BlockShelf::remove(const QString& path) {
  if (!QFile::remove(path))
    return fail(ErrorCode::Io, "The file " + path.toStdString() + " cannot be removed.", "Look at its rights.");
  refresh();
  return {};
}

}  // namespace fovea
