// Why: what the Data workspace shows of the selected data set (which samples, in which order) is worked out beside the
// window, however many there are: a query runs on another thread, and the latest wishes replace those not yet begun.
// GUI thread only.
#pragma once
#include <QObject>
#include <QPointer>
#include <QString>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/bridge/session.h"
#include "core/data/catalogue.h"

namespace fovea {

// One answer; immutable once shown.
struct BrowserView {
  Catalogue catalogue;
  CatalogueFilter filter;
  CatalogueOrder order;
  CatalogueView found;
  std::array<std::int64_t, kQualities.size()> counts{};  // of the whole data set
};

class SampleBrowser : public QObject {
  Q_OBJECT
 public:
  // How far the new view is from the one before.
  enum class Change { Refresh, Choice, NewData };

  explicit SampleBrowser(Session& session, QObject* parent = nullptr);

  // Null while there is no data set, or its first answer has not come.
  std::shared_ptr<const BrowserView> view() const { return view_; }
  // What is wished for; the view follows.
  const CatalogueFilter& filter() const { return filter_; }
  const CatalogueOrder& order() const { return order_; }
  void setFilter(const CatalogueFilter& filter);
  void setOrder(const CatalogueOrder& order);

  bool measured() const { return measures_ != nullptr; }
  // Every byte is being read.
  bool verifying() const { return measuring_ && verifying_; }
  // As a job. Nothing happens if it is done or under way.
  void measure(MeasureDepth depth = MeasureDepth::Known);
  // Asks a checkpoint about every sample, as a job; then the hardest come first.
  void askNetwork(const QString& name, const std::filesystem::path& checkpoint);
  // Whose answers are known; empty without.
  const QString& network() const { return network_; }
  // Nothing is under way.
  bool isSettled() const { return !running_ && !wanted_; }

 Q_SIGNALS:
  void viewChanged(fovea::SampleBrowser::Change change);
  // Measures or answers have come or gone.
  void knowledgeChanged();
  // Every byte was read: so many of the samples are damaged.
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
  std::shared_ptr<const SampleOutcomes> outcomes_;
  QString network_;
  CatalogueFilter filter_;
  CatalogueOrder order_;
  std::shared_ptr<const BrowserView> view_;
  std::optional<Change> wanted_;  // a query is to be made
  bool running_ = false;
  quint64 generation_ = 0;  // of the store
  QPointer<Job> measuring_;
  bool verifying_ = false;
};

}  // namespace fovea
