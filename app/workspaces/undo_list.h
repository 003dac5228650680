// Why: a workspace undoes what it shows; what that is, it says by two functions for each change.
// Main thread only.
#pragma once
#include <QObject>
#include <deque>
#include <functional>

namespace fovea {

class UndoList : public QObject {
  Q_OBJECT
 public:
  struct Change {
    std::function<void()> undo, redo;
    // Changes with the same name in a row are one: a slider that moves. Empty: a change of its own.
    QString name = {};
  };

  using QObject::QObject;

  // Notes a change that was made; what was undone before can then not be redone. Ignored while a change is undone or
  // redone. Returns the change's number.
  int add(Change change);
  // Forgets a change that can no longer be undone.
  void drop(int number);
  void clear();

  bool canUndo() const { return done_ > 0; }
  bool canRedo() const { return done_ < changes_.size(); }
  void undo();
  void redo();
  // Undoes a change that need not be the last one; it cannot be redone then.
  void undoOnly(int number);

 Q_SIGNALS:
  // Whether something can be undone or redone may have changed.
  void changed();

 private:
  struct Entry {
    Change change;
    int number;
  };

  void apply(const std::function<void()>& work);

  std::deque<Entry> changes_;  // the oldest first
  std::size_t done_ = 0;       // those before are done, the others undone
  int number_ = 0;
  bool applying_ = false;
};

}  // namespace fovea
