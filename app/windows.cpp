#include "app/windows.h"

#include "app/main_window.h"
#include "app/settings/preferences.h"

namespace fovea {
namespace {

constexpr QPoint kBeside(32, 32);  // offset of a new window from the previous one

}  // namespace

// The window uses the session until it is destroyed.
Windows::Window::~Window() {
  window.reset();
}

Windows::Windows(std::shared_ptr<const BackendRegistry> backends, ThemeManager& themes, QObject* parent)
    : QObject(parent), backends_(std::move(backends)), themes_(themes) {}

Windows::~Windows() = default;

Windows::Window& Windows::open() {
  auto made = std::make_unique<Window>();
  made->session = std::make_unique<Session>(backends_);
  applyToSession(*made->session, Preferences::load());
  made->window = std::make_unique<MainWindow>(*made->session, themes_);
  MainWindow* window = made->window.get();
  window->restorePlace();
  if (!windows_.empty()) window->move(windows_.back()->window->pos() + kBeside);
  connect(window, &MainWindow::newWindowWanted, this, [this] { open().window->show(); });
  // Queued, so that the window is not deleted within its own event.
  connect(window, &MainWindow::closed, this, [this, window] { close(window); }, Qt::QueuedConnection);
  windows_.push_back(std::move(made));
  return *windows_.back();
}

void Windows::close(const MainWindow* window) {
  // Closing the last window ends the program, which may still need the window.
  if (windows_.size() == 1) return;
  std::erase_if(windows_, [&](const auto& each) { return each->window.get() == window; });
}

}  // namespace fovea
