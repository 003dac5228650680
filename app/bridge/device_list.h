// Why: every choice of a device shows the same list.
#pragma once
#include <QList>
#include <QString>
#include <utility>

#include "core/backends/device.h"

namespace fovea {

// The devices that can compute, as ids with titles: "cpu", "cpu · AMD EPYC, 2 threads". May load libraries: not for the
// GUI thread.
QList<std::pair<QString, QString>> computingDevices(const BackendRegistry& backends);

}  // namespace fovea
