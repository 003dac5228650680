// Why: a typed file name may be that of an existing file, whose content would be lost without a question.
#pragma once
#include <QString>

class QWidget;

namespace fovea {

// True if there is no such file, or the user agrees to replace it. Processes events meanwhile.
bool mayReplace(const QString& file, QWidget* place);

}  // namespace fovea
