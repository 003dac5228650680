// Why: blocks that a person keeps for other networks: a folder of fovea-network files, each with one use of one block.
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

  // Made when the first block is saved. Empty: nothing can be kept.
  void setFolder(const QString& folder);
  const QString& folder() const { return folder_; }
  // By name; files that cannot be read are left out.
  const std::vector<SavedBlock>& blocks() const { return blocks_; }
  // Looks into the folder again.
  void refresh();
  // The block that `use` of `network` stands for, with all that it needs.
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
