// Every layout that core's tests create is also given to the wizard and to the terminal: both find the same, decide the
// same, ask the same questions, and import the same samples. The layouts' own tests call layoutWitness.
#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "app/wizards/decision_list.h"
#include "app/wizards/import_wizard.h"
#include "core/base/json.h"
#include "tests/core/data/layouts/layout_witness.h"
#include "widgets/theme/notice.h"

namespace fovea::test {
namespace {

namespace fs = std::filesystem;

constexpr int kPatience = 30000;  // milliseconds; allows for a busy machine
constexpr int kPollMilliseconds = 2;

// The terminal's output: its JSON, or the text of an error.
struct Said {
  bool ok = false;
  Json json;
  QString words;
};

Said terminal(const QStringList& arguments) {
  QProcess process;
  process.start(FOVEA_CLI, arguments);
  Said said;
  if (!process.waitForFinished(kPatience)) return said;
  const auto parsed = parseJson(process.readAllStandardOutput().toStdString());
  said.ok = process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 && parsed.ok();
  if (parsed.ok()) said.json = *parsed;
  if (said.json.contains("message")) said.words = QString::fromStdString(said.json["message"].get<std::string>());
  return said;
}

bool waitFor(const std::function<bool()>& come) {
  QElapsedTimer timer;
  timer.start();
  while (!come() && timer.elapsed() < kPatience) QTest::qWait(kPollMilliseconds);
  return come();
}

// A session with a project, as in the window.
struct Window {
  Window() {
    const Status made = session.createProject(path("project").toStdString(), "project");
    if (!made.ok()) qFatal("%s", made.error().text().c_str());
  }
  QString path(const QString& name) const { return folder.filePath(name); }
  QTemporaryDir folder;
  Session session{std::make_shared<BackendRegistry>()};
};
Window* window = nullptr;

Banner* shownBanner(const QWidget& place) {
  for (auto* banner : place.findChildren<Banner*>())
    if (!banner->isHidden() && !banner->title().isEmpty()) return banner;
  return nullptr;
}

Json classesOf(const Recognition& found) {
  Json classes = Json::array();
  for (std::size_t i = 0; i < found.classes.size(); ++i)
    classes.push_back({{"name", found.classes[i]}, {"samples", found.perClass[i]}});
  return classes;
}

// Sorted, since the wizard lists questions first.
Json sorted(Json decisions) {
  std::sort(decisions.begin(), decisions.end(), [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  return decisions;
}

void compareFound(const Recognition& found, const Json& said) {
  EXPECT_EQ(found.importer, said["importer"]);
  EXPECT_EQ(found.name, said["name"]);
  EXPECT_EQ(found.summary, said["summary"]);
  EXPECT_EQ(taskName(found.task), said["task"]);
  EXPECT_EQ(found.samples, said["samples"]);
  EXPECT_EQ(Json(found.warnings), said["warnings"]);
  EXPECT_EQ(classesOf(found), said["classes"]);
}

void compareImported(const fs::path& ours, const fs::path& theirs) {
  const auto first = Dataset::open(ours);
  const auto second = Dataset::open(theirs);
  ASSERT_TRUE(first.ok() && second.ok());
  const DatasetInfo &a = (*first)->info(), &b = (*second)->info();
  EXPECT_EQ(a.options, b.options);
  EXPECT_EQ(a.importer, b.importer);
  EXPECT_EQ(a.classes, b.classes);
  EXPECT_EQ(a.task, b.task);
  EXPECT_EQ(a.skipped, b.skipped);
  EXPECT_EQ(a.sampleShape, b.sampleShape);
  for (const Split split : kSplits) {
    EXPECT_EQ((*first)->size(split), (*second)->size(split)) << splitName(split);
    EXPECT_TRUE(std::ranges::equal((*first)->labels(split), (*second)->labels(split))) << splitName(split);
  }
  EXPECT_EQ(*(*first)->hashes(), *(*second)->hashes());
}

// Compares the last page of the wizard with the same import in the terminal.
void compareImports(ImportWizard& wizard, const QString& path) {
  static int number = 0;
  const QString target = window->path(QString("terminal-%1").arg(++number));
  const Said said = terminal({"import", path, "--out", target, "--json"});
  wizard.next();
  auto* run = qobject_cast<RunPage*>(wizard.currentPage());
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(waitFor([&] { return !run->running(); }));
  EXPECT_EQ(run->done(), said.ok) << said.words.toStdString();
  if (!run->done() || !said.ok) {
    const Banner* banner = shownBanner(wizard);
    ASSERT_NE(banner, nullptr);
    EXPECT_TRUE(said.words.contains(banner->title()))
        << said.words.toStdString() << "\nbanner: " << banner->title().toStdString();
    return;
  }
  compareImported(window->session.dataset()->folder(), target.toStdString());
}

void witness(const fs::path& source) {
  SCOPED_TRACE(source.string());
  const QString path = QString::fromStdString(source.string());
  const Said said = terminal({"import", path, "--look", "--json"});
  ImportWizard wizard(window->session);
  wizard.restart();
  wizard.setSource(path);
  const auto* page = qobject_cast<SourcePage*>(wizard.currentPage());
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitFor([&] { return wizard.found().has_value() || shownBanner(wizard); }));
  EXPECT_EQ(wizard.found().has_value(), said.ok) << said.words.toStdString();
  if (!wizard.found() || !said.ok) {
    const Banner* banner = shownBanner(wizard);
    ASSERT_NE(banner, nullptr);
    EXPECT_TRUE(said.words.contains(banner->title()))
        << said.words.toStdString() << "\nbanner: " << banner->title().toStdString();
    EXPECT_FALSE(page->isComplete());
    return;
  }
  compareFound(*wizard.found(), said.json);
  wizard.next();
  const auto* options = qobject_cast<OptionsPage*>(wizard.currentPage());
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(sorted(decisionsToJson(options->decisions()->decisions())), sorted(said.json["decisions"]));
  const auto importer = findImporter(wizard.found()->importer);
  ASSERT_TRUE(importer.ok());
  const Schema own = (*importer)->options();
  for (const Field& field : own.fields()) {
    const FieldValues chosen = options->options();
    if (const FieldValue* value = chosen.find(field.name)) {
      EXPECT_TRUE(*value == *own.defaults().find(field.name)) << field.name;
    }
  }
  const bool decided = checkDecided(wizard.found()->decisions).ok();
  EXPECT_EQ(options->isComplete(), decided);
  if (decided) return compareImports(wizard, path);
  EXPECT_FALSE(terminal({"import", path, "--out", window->path("never"), "--json"}).ok);
  EXPECT_FALSE(fs::exists(window->path("never").toStdString()));
}

}  // namespace
}  // namespace fovea::test

int main(int count, char** arguments) {
  ::testing::InitGoogleTest(&count, arguments);
  QApplication application(count, arguments);
  fovea::test::Window window;
  fovea::test::window = &window;
  fovea::test::layoutWitness = fovea::test::witness;
  return RUN_ALL_TESTS();
}
