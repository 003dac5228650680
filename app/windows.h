// Why: the program can have several windows, each with a session and a project of its own. They share the devices, the
// theme and the user's settings. A project that one window has opens for reading only in another. GUI thread only.
#pragma once
#include <QObject>
#include <memory>
#include <vector>

#include "app/bridge/session.h"

namespace fovea {

class MainWindow;
class ThemeManager;

class Windows : public QObject {
 public:
  // `themes` must outlive the windows.
  Windows(std::shared_ptr<const BackendRegistry> backends, ThemeManager& themes, QObject* parent = nullptr);
  ~Windows() override;

  struct Window {
    std::unique_ptr<Session> session;
    std::unique_ptr<MainWindow> window;
    ~Window();
  };
  // Opens another window, without a project. It is destroyed after it was closed.
  Window& open();
  std::size_t count() const { return windows_.size(); }

 private:
  void close(const MainWindow* window);

  std::shared_ptr<const BackendRegistry> backends_;
  ThemeManager& themes_;
  std::vector<std::unique_ptr<Window>> windows_;
};

}  // namespace fovea
