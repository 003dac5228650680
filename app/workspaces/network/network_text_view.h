// Why: edits the network as text, in step with the drawing: typed text becomes an edit as soon as it is a valid
// network, edits of the drawing change the text, and an invalid text stays until the user discards it. GUI thread only.
#pragma once
#include <QTimer>
#include <QWidget>

#include "app/bridge/network_drafts.h"
#include "app/bridge/session.h"
#include "app/workspaces/network/text_formats.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace fovea {

class Banner;
class ElidedLabel;

class NetworkTextView : public QWidget {
  Q_OBJECT
 public:
  explicit NetworkTextView(Session& session, QWidget* parent = nullptr);

  CodeEdit* edit() const { return edit_; }
  Banner* conflict() const { return conflict_; }
  // Shown if the language cannot express everything in the drawing.
  Banner* blockWarning() const { return blocks_; }
  // Selects the language; a change is refused while the text differs from the drawing.
  QComboBox* format() const { return format_; }
  // The text differs from the drawing: it is invalid, or the drawing changed without it.
  bool holdsMore() const { return pending_.isActive() || wrong_; }
  // Reads the typed text at once, without waiting for a pause.
  void settle();
  // Texts that are in no drawing and could not be saved, one line per network.
  QStringList unsaved();
  // Scrolls to the lines of these layers, unless the user is typing.
  void showLayers(const QList<LayerId>& layers);
  // Opens the search bar, with these words if any.
  void openFind(const QString& words);
  // The status line below the text; empty if there is no problem.
  QString status() const;

 Q_SIGNALS:
  // The cursor moved to a layer.
  void layerEntered(fovea::LayerId layer);

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeFindBar();
  QWidget* makeStatus();
  void typed();
  void apply();
  void networkChanged();
  void takeDrawing();
  void drawingOpened();
  void warnOfBlocks();
  void formatChosen();
  void keepDraft();
  // Says why text and drawing differ, and offers to discard the text.
  void offerDrawing(const QString& title);
  void showFormat(std::size_t index);
  const TextFormat& chosenFormat() const { return textFormats()[formatIndex_]; }
  void showProblems(const std::vector<TextProblem>& problems);
  void enterLayer();
  void closeFind();
  void findNext(bool backward);

  Session& session_;
  CodeEdit* edit_;
  Banner* conflict_;
  Banner* blocks_;  // warns of what the language loses of blocks
  QWidget* findBar_;
  QLineEdit* find_;
  QLabel* found_;
  QComboBox* format_;
  ElidedLabel* status_;
  QToolButton* toProblem_;
  QTimer pending_;  // the typed text is read when it expires
  std::map<LayerId, LineRange> lines_;
  QString known_;           // the text that was read or written last
  bool wrong_ = false;      // the text is not a valid network
  bool applying_ = false;   // the network change comes from here
  bool replacing_ = false;  // the text change comes from here
  bool stale_ = true;       // the drawing changed while the text was hidden
  int mergeKey_ = 0;
  std::size_t formatIndex_ = 0;
  NetworkDrafts drafts_;         // texts that are not valid networks
  std::filesystem::path shown_;  // the shown network's file
  LayerId entered_;
};

}  // namespace fovea
