#include "app/bridge/device_list.h"

#include <QCoreApplication>
#include <QThread>
#include <algorithm>

#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

QString togetherWords(bool processor, int count) {
  return processor ? QCoreApplication::translate("DeviceList", "%n rank(s) on the processor", nullptr, count)
                   : QCoreApplication::translate("DeviceList", "%n device(s) together", nullptr, count);
}

// Adds the first 2, 4, … and all of `names` as choices. The devices of one choice share every batch.
void addTeams(const QStringList& names, bool processor, QList<std::pair<QString, QString>>& found) {
  for (qsizetype count = 2; count / 2 < names.size(); count *= 2) {
    const QStringList team = names.first(std::min(count, names.size()));
    found.append({team.join(','), togetherWords(processor, static_cast<int>(team.size()))});
  }
}

}  // namespace

QList<std::pair<QString, QString>> computingDevices(const BackendRegistry& backends) {
  QList<std::pair<QString, QString>> found;
  for (const auto& backend : backends.backends()) {
    if (backend->name() != "cpu" && backend->name() != "cuda") continue;
    const auto devices = backend->devices();
    if (!devices.ok()) continue;
    QStringList all;
    for (const DeviceInfo& device : *devices) {
      const QString id = QString::fromStdString(device.id);
      found.append({id, QStringLiteral("%1 · %2").arg(id, coreMessage(device.name))});
      all.append(id);
    }
    const bool processor = backend->name() == "cpu";
    // Offers at most four ranks on the processor.
    if (processor && !all.isEmpty()) all = QStringList(std::min(QThread::idealThreadCount(), 4), all.first());
    addTeams(all, processor, found);
  }
  return found;
}

}  // namespace fovea
