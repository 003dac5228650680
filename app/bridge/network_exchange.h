// Why: networks come from files of other programs and go there, with their weights; that takes long, so it runs as jobs
// of the session, and what came of it is told as values. GUI thread only.
#pragma once
#include "app/bridge/session.h"
#include "core/exchange/exchange.h"

namespace fovea {

// What an import brought, for the report that a person reads.
struct NetworkImport {
  QString file;
  std::string network;  // its name
  std::int64_t layers = 0;
  std::int64_t parameters = 0;
  ExchangeReport report;
  // Where the project keeps the weights, as a run that was never trained here. Empty: there are none, or `unkept` says
  // why not.
  std::optional<CheckpointRecord> weights;
  std::optional<Error> unkept;
};

struct NetworkExportOptions {
  QString file;
  std::int64_t opset = 17;
  // Whose network and weights; none: the drawing with fresh weights.
  std::optional<CheckpointRecord> checkpoint;
};

struct NetworkExport {
  QString file;
  ExchangeReport report;
};

// Whether the ending is one that can be read.
bool canImportNetwork(const QString& file);
// Whether it is a picture by its ending: it can hold a network, if it is an exported drawing.
bool isPictureFile(const QString& file);
// Of what can be read, for a file dialog: "All networks (*.onnx *.json);;ONNX model (*.onnx);;…".
QString importFilters();
// The network of a file, without what else comes with it. Takes long; any thread.
Result<Network> readNetworkOf(const QString& file, const BackendRegistry& backends, const CancelToken& cancel);

class NetworkExchange : public QObject {
  Q_OBJECT
 public:
  explicit NetworkExchange(Session& session, QObject* parent = nullptr);

  // Reads the file and adds its network to the project; see NetworkService::add. Its weights are kept in the project;
  // imported() comes when they are. On failure or cancel nothing has changed.
  // `shape`: of a sample, where the file does not say it.
  void importFile(const QString& file, const std::vector<std::int64_t>& shape = {});
  void exportTo(const NetworkExportOptions& options);

 Q_SIGNALS:
  void imported(const fovea::NetworkImport& import);
  void exported(const fovea::NetworkExport& written);
  // The file does not say how large samples are, but for what is not 0: import it again with a shape.
  void shapeWanted(const QString& file, const std::vector<std::int64_t>& open);
  // Never for what was cancelled.
  void failed(const fovea::Error& error);

 private:
  void adopt(NetworkImport import, Checkpoint checkpoint);
  void keepWeights(NetworkImport import, Checkpoint checkpoint);

  Session& session_;
};

}  // namespace fovea
