#include "app/bridge/device_list.h"

namespace fovea {

QList<std::pair<QString, QString>> computingDevices(const BackendRegistry& backends) {
  QList<std::pair<QString, QString>> found;
  for (const auto& backend : backends.backends()) {
    if (backend->name() != "cpu" && backend->name() != "cuda") continue;
    const auto devices = backend->devices();
    if (!devices.ok()) continue;
    for (const DeviceInfo& device : *devices) {
      const QString id = QString::fromStdString(device.id);
      found.append({id, QStringLiteral("%1 · %2").arg(id, QString::fromStdString(device.name))});
    }
  }
  return found;
}

}  // namespace fovea
