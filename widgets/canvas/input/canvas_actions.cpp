#include "widgets/canvas/input/canvas_actions.h"

#include <QtGui/QKeyEvent>

#include "widgets/canvas/input/canvas_input.h"

namespace fovea {
namespace {

constexpr int kClipboardGroup = 3, kDrawingGroup = 6, kBlockGroup = 7, kZoomGroup = 4;

QString fullId(const QString& id) {
  return QStringLiteral("network.") + id;
}

}  // namespace

CanvasActions::CanvasActions(CanvasController& controller, CanvasView& view, CanvasInput& input, QObject* parent)
    : QObject(parent), controller_(controller), view_(view), input_(input) {
  addEditing();
  addDrawing();
  addBlocks();
  addViews();
}

void CanvasActions::add(ActionSpec spec, std::function<void()> work) {
  spec.id = fullId(spec.id);
  spec.keysIn = &view_;
  spec.handlesKeys = true;
  all_ << makeAction(this, spec, std::move(work));
}

void CanvasActions::addEditing() {
  const auto edit = [this](const char* id, const QString& text, const QList<QKeySequence>& keys, const QString& help,
                           std::function<void()> work) {
    add({.id = id, .text = text, .keys = keys, .help = help, .menu = "edit", .group = kClipboardGroup},
        std::move(work));
  };
  edit("cut", tr("Cut"), {QKeySequence(tr("Ctrl+X"))}, tr("Take the selected layers to the clipboard"),
       [this] { controller_.cutSelection(); });
  edit("copy", tr("Copy"), {QKeySequence(tr("Ctrl+C"))}, tr("Copy the selected layers, also for another project"),
       [this] { controller_.copySelection(); });
  edit("paste", tr("Paste"), {QKeySequence(tr("Ctrl+V"))}, tr("Insert the layers of the clipboard"),
       [this] { controller_.paste(input_.freshPointer()); });
  edit("duplicate", tr("Duplicate"), {QKeySequence(tr("Ctrl+D"))}, tr("Copy the selected layers beside themselves"),
       [this] { controller_.duplicateSelection(); });
  edit("delete", tr("Delete"), {QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)},
       tr("Remove what is selected from the drawing"), [this] { controller_.deleteSelection(); });
  edit("selectAll", tr("Select all"), {QKeySequence(tr("Ctrl+A"))}, tr("Every layer and note of this sheet"),
       [this] { controller_.selectAll(); });
  edit("rename", tr("Rename"), {QKeySequence(Qt::Key_F2)}, tr("Rename the selected layer in its place"),
       [this] { input_.renameSelected(); });
}

void CanvasActions::addDrawing() {
  const auto draw = [this](const char* id, const QString& text, const QKeySequence& keys, const QString& help,
                           std::function<void()> work) {
    add({.id = id, .text = text, .keys = {keys}, .help = help, .group = kDrawingGroup}, std::move(work));
  };
  draw("addLayer", tr("Add a layer…"), QKeySequence(Qt::Key_Tab), tr("Find a layer by its name and add it"),
       [this] { input_.requestSearch(); });
  draw("connect", tr("Connect in order of selecting"), QKeySequence(Qt::Key_C),
       tr("The output of each selected layer to the input of the next"), [this] { controller_.connectSelection(); });
  draw("reroute", tr("Add a reroute point"), QKeySequence(Qt::Key_R), tr("In the middle of the selected connection"),
       [this] { controller_.rerouteSelection(); });
  const QString connections = tr("Select one connection after the other, beginning with the selected layer");
  draw("nextConnection", tr("Next connection"), QKeySequence(Qt::Key_E), connections,
       [this] { controller_.selectConnection(1); });
  draw("previousConnection", tr("Previous connection"), QKeySequence(Qt::SHIFT | Qt::Key_E), connections,
       [this] { controller_.selectConnection(-1); });
  const QString notes = tr("Select one comment or frame after the other");
  draw("nextNote", tr("Next note"), QKeySequence(Qt::Key_N), notes, [this] { controller_.selectNote(1); });
  draw("previousNote", tr("Previous note"), QKeySequence(Qt::SHIFT | Qt::Key_N), notes,
       [this] { controller_.selectNote(-1); });
  draw("frame", tr("Frame"), QKeySequence(Qt::Key_G), tr("Draw a frame with a title around the selected layers"),
       [this] { controller_.frameSelection(); });
  draw("arrangeAgain", tr("Arrange"), QKeySequence(Qt::Key_L), tr("Lay this sheet out anew"),
       [this] { controller_.arrange(); });
  draw("applyFix", tr("Apply the first fix"), QKeySequence(tr("Ctrl+.")),
       tr("Mend the problem of the selected layer as it suggests"), [this] { input_.fixSelected(); });
  add({.id = "openSelected",
       .text = tr("Edit parameters, or open the block"),
       .keys = {QKeySequence(Qt::Key_Enter), QKeySequence(Qt::Key_Return)},
       .help = tr("Of the selected layer or note"),
       .group = kDrawingGroup},
      [this] { input_.activateSelected(); });
}

void CanvasActions::addBlocks() {
  const auto block = [this](const char* id, const QString& text, const QKeySequence& keys, const QString& help,
                            std::function<void()> work) {
    add({.id = id, .text = text, .keys = {keys}, .help = help, .group = kBlockGroup}, std::move(work));
  };
  block("fold", tr("Fold into a block"), QKeySequence(tr("Ctrl+G")), tr("The selected layers become one block"),
        [this] { controller_.foldSelection(); });
  block("unfold", tr("Unfold the block"), QKeySequence(tr("Ctrl+Shift+G")),
        tr("The layers of the selected block take its place"), [this] { controller_.unfoldSelection(); });
  block("openBlock", tr("Open the block"), QKeySequence(Qt::ALT | Qt::Key_Down), tr("Show its own sheet"),
        [this] { controller_.open(controller_.selectedUse()); });
  block("leaveBlock", tr("Leave the block"), QKeySequence(Qt::ALT | Qt::Key_Up), tr("Show the sheet that uses it"),
        [this] { controller_.leave(); });
  block("moveInto", tr("Move into the selected block"), QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Down),
        tr("The other selected layers move onto its sheet"),
        [this] { controller_.moveInto(controller_.selectedContainer()); });
  block("moveOut", tr("Move out of the block"), QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Up),
        tr("The selected layers move to the sheet that uses it"), [this] { controller_.moveOut(); });
}

void CanvasActions::addViews() {
  const auto zoom = [this](const char* id, const QString& text, const QList<QKeySequence>& keys, const QString& help,
                           std::function<void()> work) {
    add({.id = id, .text = text, .keys = keys, .help = help, .menu = "view", .group = kZoomGroup}, std::move(work));
  };
  zoom("zoomToFit", tr("Zoom to fit"), {QKeySequence(Qt::Key_F)}, tr("Show the whole drawing"),
       [this] { view_.zoomToFit(); });
  zoom("actualSize", tr("Actual size"), {QKeySequence(tr("Ctrl+0"))}, tr("Show the drawing at 100 %"),
       [this] { view_.resetZoom(); });
  zoom("zoomIn", tr("Zoom in"), {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
       tr("Show the drawing larger"), [this] { view_.zoomIn(); });
  zoom("zoomOut", tr("Zoom out"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, tr("Show the drawing smaller"),
       [this] { view_.zoomOut(); });
}

Action* CanvasActions::of(const QKeyEvent& event) const {
  Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  if (event.key() == Qt::Key_Plus) modifiers &= ~Qt::ShiftModifier;  // needed to type it
  const QKeySequence keys(QKeyCombination(modifiers, static_cast<Qt::Key>(event.key())));
  Action* standard = nullptr;
  for (Action* action : all_) {
    if (!action->shortcuts().contains(keys)) continue;
    if (action->shortcuts() != action->standardKeys()) return action;
    if (!standard) standard = action;
  }
  return standard;
}

QString CanvasActions::keysOf(const QString& id) const {
  for (const Action* action : all_)
    if (action->id() == fullId(id)) return action->shortcut().toString(QKeySequence::NativeText);
  return {};
}

}  // namespace fovea
