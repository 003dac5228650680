// Why: the devices that a person can choose are listed alike wherever there is a choice.
#pragma once
#include <QList>
#include <QString>
#include <utility>

#include "core/backends/device.h"

namespace fovea {

// Those that compute for real, as ids with what each is: "cpu", "cpu · AMD EPYC, 2 threads". May load libraries: not
// for the GUI thread.
QList<std::pair<QString, QString>> computingDevices(const BackendRegistry& backends);

}  // namespace fovea
