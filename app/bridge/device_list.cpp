#include "app/bridge/device_list.h"

#include <QCoreApplication>

namespace fovea {
namespace {

QString togetherWords(int count) {
  return QCoreApplication::translate("DeviceList", "%n device(s) together, which share each batch", nullptr, count);
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
      found.append({id, QStringLiteral("%1 · %2").arg(id, QString::fromStdString(device.name))});
      all.append(id);
    }
    if (all.size() > 1) found.append({all.join(','), togetherWords(static_cast<int>(all.size()))});
  }
  return found;
}

}  // namespace fovea
