// Why: computes which samples of the selected data set the Data workspace shows, and in which order, in the background.
// A query runs on another thread; only the latest pending request is kept. GUI thread only.
#pragma once
#include <QObject>
#include <QPointer>
#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/bridge/session.h"
#include "core/data/measures/catalogue.h"

namespace fovea {

// The result of one query; immutable once shown.
struct BrowserView {
  Catalogue catalogue;
  CatalogueFilter filter;
  CatalogueOrder order;
  CatalogueView found;
  std::array<std::int64_t, kQualities.size()> counts{};  // for the whole data set
};

class SampleBrowser : public QObject {
  Q_OBJECT
 public:
  // How much the new view differs from the previous one.
  enum class Change { Refresh, Choice, NewData };

  explicit SampleBrowser(Session& session, QObject* parent = nullptr);

  // Null without a data set, or before its first result.
  std::shared_ptr<const BrowserView> view() const { return view_; }
  // The requested filter and order; the view follows.
  const CatalogueFilter& filter() const { return filter_; }
  const CatalogueOrder& order() const { return order_; }
  void setFilter(const CatalogueFilter& filter);
  void setOrder(const CatalogueOrder& order);

  bool measured() const { return measures_ != nullptr; }
  // Whether every byte is being read.
  bool verifying() const { return measuring_ && verifying_; }
  // Runs as a job. Does nothing if it is done or in progress.
  void measure(MeasureDepth depth = MeasureDepth::Known);
  // Evaluates a checkpoint on every sample, as a job; then sorts the hardest first.
  void askNetwork(const QString& name, const std::filesystem::path& checkpoint);
  // The checkpoint whose answers are available; may be empty.
  const QString& network() const { return network_; }
  // Whether no query is running or pending.
  bool isSettled() const { return !running_ && !wanted_; }

 Q_SIGNALS:
  void viewChanged(fovea::SampleBrowser::Change change);
  // Measurements or answers became available or obsolete.
  void knowledgeChanged();
  // All bytes were read; reports the number of damaged samples.
  void verified(qint64 damaged, qint64 samples);
  void failed(const fovea::Error& error);

 private:
  void adopt();
  void ask(Change change);
  void start();
  void show(std::shared_ptr<const BrowserView> view, Change change);
  Catalogue catalogue() const { return Catalogue(dataset_, measures_, outcomes_); }

  Session& session_;
  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const SampleMeasures> measures_;
  std::shared_ptr<const SampleOutcomes> answers_;  // of the network, about asked_
  std::shared_ptr<const Dataset> asked_;
  std::shared_ptr<const SampleOutcomes> outcomes_;  // the answers that hold for dataset_
  QString network_;
  CatalogueFilter filter_;
  CatalogueOrder order_;
  std::shared_ptr<const BrowserView> view_;
  std::optional<Change> wanted_;  // set if a query is pending
  bool running_ = false;
  quint64 generation_ = 0;  // of the store
  QPointer<Job> measuring_;
  bool verifying_ = false;
};

}  // namespace fovea
