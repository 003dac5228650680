// Why: the user's saved blocks for other networks: a folder of fovea-network files, each with one use of one block.
// Files are written atomically and never replaced. GUI thread only.
#pragma once
#include <QtCore/QObject>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct SavedBlock {
  QString path;
  QString name;
};

class BlockShelf : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // The folder is created when the first block is saved. Empty: nothing can be saved.
  void setFolder(const QString& folder);
  const QString& folder() const { return folder_; }
  // Sorted by name; unreadable files are skipped.
  const std::vector<SavedBlock>& blocks() const { return blocks_; }
  // Reads the folder again.
  void refresh();
  // Saves the block of `use` in `network`, with all blocks that it needs.
  Status save(const Network& network, LayerId use);
  Result<Network> read(const QString& path) const;
  Status remove(const QString& path);

 Q_SIGNALS:
  void changed();

 private:
  QString folder_;
  std::vector<SavedBlock> blocks_;
};

}  // namespace fovea
