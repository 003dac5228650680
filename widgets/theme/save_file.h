// Why: a file keeps the ending of its kind, also if the user types a name without one.
#pragma once
#include <QtCore/QString>

class QWidget;

namespace fovea {

// Asks for the name of a file to write; `name` is proposed. A name without an ending gets that of `name`. Empty if the
// user cancels. Processes events meanwhile, so the caller takes what it writes before.
QString saveFileName(QWidget* parent, const QString& title, const QString& name, const QString& filter);

}  // namespace fovea
