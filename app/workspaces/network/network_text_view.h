// Why: the network as text that can be edited, in step with the drawing: what is typed becomes an edit as soon as it is
// a network, what is drawn changes the text, and a text that is none stays until the person throws it away. GUI thread
// only.
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
  // Shown while the language says less of the network than the drawing.
  Banner* blockWarning() const { return blocks_; }
  // The language; a choice is refused while the text holds more than the drawing.
  QComboBox* format() const { return format_; }
  // The text holds something that is not in the drawing: it is not a network, or the drawing went on without it.
  bool holdsMore() const { return pending_.isActive() || wrong_; }
  // Reads what was typed at once, without waiting for a pause.
  void settle();
  // What is in no drawing and could not be kept on the disk, one line a network.
  QStringList unsaved();
  // Brings the lines of these layers into sight, unless the person is typing.
  void showLayers(const QList<LayerId>& layers);
  // The search bar, with these words in it where there are any.
  void openFind(const QString& words);
  // In words, as below the text; empty when all is well.
  QString status() const;

 Q_SIGNALS:
  // The cursor went to a layer.
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
  // Says why the text and the drawing differ, with the way to give the text up.
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
  Banner* blocks_;  // what the language does to them
  QWidget* findBar_;
  QLineEdit* find_;
  QLabel* found_;
  QComboBox* format_;
  ElidedLabel* status_;
  QToolButton* toProblem_;
  QTimer pending_;  // what was typed is read when it ends
  std::map<LayerId, LineRange> lines_;
  QString known_;           // the text that was read or written last
  bool wrong_ = false;      // the text is no network
  bool applying_ = false;   // the change of the network comes from here
  bool replacing_ = false;  // the change of the text comes from here
  bool stale_ = true;       // the drawing changed while the text could not be seen
  int mergeKey_ = 0;
  std::size_t formatIndex_ = 0;
  NetworkDrafts drafts_;         // texts that are no network
  std::filesystem::path shown_;  // the file of the network that is shown
  LayerId entered_;
};

}  // namespace fovea
