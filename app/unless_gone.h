// Why: a callback of work on another thread must not use an object that has been destroyed meanwhile.
#pragma once
#include <QPointer>
#include <functional>

#include "core/base/result.h"

namespace fovea {

// Calls `work` with the status unless `object` has been destroyed.
template <class Work>
std::function<void(const Status&)> unlessGone(QObject* object, Work work) {
  return [object = QPointer<QObject>(object), work = std::move(work)](const Status& status) {
    if (object) work(status);
  };
}

}  // namespace fovea
