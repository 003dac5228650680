// Why: programs without a window, and tests, want the outcome of what a service does later.
#pragma once
#include <QEventLoop>
#include <optional>
#include <utility>

#include "core/base/result.h"

namespace fovea {

// Calls `begin` with a function that takes the outcome, and processes events until it is called. GUI thread only.
template <class Outcome = Status, class Begin>
Outcome await(const Begin& begin) {
  std::optional<Outcome> outcome;
  QEventLoop loop;
  begin([&](const Outcome& told) {
    outcome = told;
    loop.quit();
  });
  if (!outcome) loop.exec();
  return std::move(*outcome);
}

}  // namespace fovea
