// Why: the canvas shows texts and positions of core, which knows no Qt.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QString>
#include <string>

#include "core/network/network.h"

namespace fovea {

inline QString fromStd(const std::string& text) {
  return QString::fromStdString(text);
}

inline QPointF pointOf(const Position& position) {
  return {position.x, position.y};
}

}  // namespace fovea
