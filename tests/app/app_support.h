// Why: the desktop's tests share a sandbox that leaves the user's files alone, a small data set that is imported like a
// real one, and a network that learns it in a second.
#pragma once
#include <QAbstractButton>
#include <QApplication>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/bridge/await.h"
#include "app/bridge/session.h"
#include "app/bridge/user_settings.h"
#include "core/data/importing/import_job.h"
#include "core/network/network_edit.h"
#include "widgets/theme/notice.h"

namespace fovea::test {

inline constexpr int kPatience = 30000;  // milliseconds; allows for a busy machine

inline void require(const Status& status) {
  if (!status.ok()) qFatal("%s", status.error().text().c_str());
}

template <class T>
T require(Result<T> result) {
  if (!result.ok()) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

// A temporary folder with its own settings.
class Sandbox {
 public:
  Sandbox() {
    if (!folder_.isValid()) qFatal("no temporary folder");
    QCoreApplication::setOrganizationName("fovea-test");
    QCoreApplication::setApplicationName("fovea-test");
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.filePath("settings"));
    UserSettings::reload();
  }
  std::filesystem::path path(const std::string& name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  QString text(const std::string& name) const { return QString::fromStdString(path(name).string()); }

 private:
  QTemporaryDir folder_;
};

inline std::string big32(std::uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

// Sample i has class i % classes, which is the bright third
// of the image: easy to learn. No two samples are equal.
inline void writeIdxPair(const std::filesystem::path& folder, const std::string& prefix, std::uint32_t count,
                         std::uint32_t side, std::uint32_t classes) {
  std::string images = std::string("\0\0\x08\x03", 4) + big32(count) + big32(side) + big32(side);
  std::string labels = std::string("\0\0\x08\x01", 4) + big32(count);
  images.reserve(images.size() + std::size_t(count) * side * side);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t y = 0; y < side; ++y)
      for (std::uint32_t x = 0; x < side; ++x)
        images += static_cast<char>((y * classes / side == i % classes ? 180 : 20) + (i * 31 + y * 7 + x * 13) % 60 +
                                    (x + y == 0 ? i / 60 % 16 : 0));
    labels += static_cast<char>(i % classes);
  }
  writeBytes(folder / (prefix + "-images-idx3-ubyte"), images);
  writeBytes(folder / (prefix + "-labels-idx1-ubyte"), labels);
}

// A folder in the form of MNIST: a training pair and a test pair.
inline std::filesystem::path writeMnist(const std::filesystem::path& folder, std::uint32_t train = 300,
                                        std::uint32_t testing = 60, std::uint32_t side = 8, std::uint32_t classes = 3) {
  writeIdxPair(folder, "train", train, side, classes);
  writeIdxPair(folder, "t10k", testing, side, classes);
  return folder;
}

// Backends whose results do not depend on the machine's GPU.
inline std::shared_ptr<const BackendRegistry> testBackends() {
  auto backends = std::make_shared<BackendRegistry>();
  registerReferenceBackend(*backends);
  registerCpuBackend(*backends);
  return backends;
}

// Adds a layer behind `source` (empty: unconnected), by edits like a user's.
inline void addLayer(Session& session, const std::string& name, const std::string& type, const FieldValues& parameters,
                     const std::string& source) {
  Layer layer;
  layer.type = type;
  layer.name = name;
  layer.parameters = parameters;
  session.applyEdit({AddLayer{layer}, "Add"});
  if (source.empty()) return;
  const Network& network = session.network();
  session.applyEdit({AddEdge{{network.findByName(source)->id, 0, network.findByName(name)->id, 0}}, "Connect"});
}

// A network for images of [1, side, side] in `classes` classes.
inline void drawNetwork(Session& session, std::int64_t side = 8, std::int64_t classes = 3, bool withLoss = true) {
  using List = std::vector<std::int64_t>;
  session.applyEdit({RenameNetwork{"tiny"}, "Rename"});
  addLayer(session, "data", "input", {{"shape", List{1, side, side}}}, {});
  addLayer(session, "conv1", "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{3, 3}}}, "data");
  addLayer(session, "relu1", "relu", {}, "conv1");
  addLayer(session, "fc1", "linear", {{"units", classes}}, "relu1");
  if (withLoss) addLayer(session, "loss", "cross_entropy", {}, "fc1");
}

// Whether all requested changes of networks and data sets are done.
inline bool isSettled(Session& session) {
  return !session.changes()->underWay() && !session.projectThread()->busy();
}
// Waits until they are.
inline void settle(Session& session) {
  if (!QTest::qWaitFor([&session] { return isSettled(session); }, kPatience))
    qFatal("the project is still being changed");
}

// Imports `source` into the open project, like the wizard but synchronously, and selects it.
inline void importData(Session& session, const std::filesystem::path& source, const std::string& name) {
  const auto importer = require(findImporter("idx"));
  const auto target = session.project()->newDatasetFolder(name);
  require(runImport(*importer, target, source, {{"name", name}, {"validation_share", 0.2}}, {}, {}));
  require(await([&](const auto& done) { session.datasets()->add(name, target, done); }));
}

// Creates a project with data and a network that can be trained.
inline void makeProject(Session& session, const Sandbox& sandbox, const std::string& name) {
  require(session.createProject(sandbox.path(name), name));
  importData(session, writeMnist(sandbox.path(name + "-source")), "shades");
  drawNetwork(session);
  if (!session.report().ok()) qFatal("%s", session.report().problems.front().message.c_str());
}

// Finds the visible button with this text; null if there is none.
inline QAbstractButton* buttonOf(const QWidget& place, const QString& words) {
  for (auto* button : place.findChildren<QAbstractButton*>())
    if (button->isVisible() && (button->text() == words || button->accessibleName() == words)) return button;
  return nullptr;
}

inline void click(const QWidget& place, const QString& words) {
  // Processes the events that show newly added widgets.
  if (!QTest::qWaitFor([&] { return buttonOf(place, words) != nullptr; }, 2000)) {
    QTest::qFail(qPrintable("there is no visible button \"" + words + "\""), __FILE__, __LINE__);
    return;
  }
  QTest::mouseClick(buttonOf(place, words), Qt::LeftButton);
}

// Calls `work` with the modal dialog that opens next; it must close the dialog. A dialog that stays open, or another
// one, is closed, since the test would wait for it.
template <class Dialog, class Work>
void answerDialog(Work work, int afterMilliseconds = 0) {
  auto* timer = new QTimer(qApp);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, work] {
    const QPointer<QWidget> modal = QApplication::activeModalWidget();
    if (!modal) return;
    timer->stop();
    timer->deleteLater();
    if (auto* dialog = qobject_cast<Dialog*>(modal.data()))
      work(*dialog);
    else
      QTest::qFail("another dialog is open", __FILE__, __LINE__);
    if (modal && modal->isVisible()) modal->close();
  });
  timer->start(afterMilliseconds);
}

// Returns the visible banner, or null.
inline Banner* bannerOf(const QWidget& place) {
  for (auto* banner : place.findChildren<Banner*>())
    if (banner->isVisible()) return banner;
  return nullptr;
}

// Returns the text of the visible banner, title and advice; empty without one.
inline QString bannerWords(const QWidget& place) {
  const Banner* banner = bannerOf(place);
  return banner ? banner->title() + "\n" + banner->advice() : QString();
}

}  // namespace fovea::test
