// Why: a project keeps several networks. Opening one never replaces another, and removing one never loses it.
#include <algorithm>

#include "core/base/file.h"
#include "core/network/network_edit.h"
#include "core/project/paths.h"
#include "core/project/project.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kRemovedFolder = "removed";
constexpr const char* kHistoryEnding = ".history";
constexpr std::size_t kMostRemoved = 20;
constexpr std::uint64_t kNetworkLimit = std::uint64_t{64} << 20;

fs::path historyOf(fs::path file) {
  return file.replace_extension(kHistoryEnding);
}

std::vector<fs::path> networkFilesIn(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
    if (entry->path().extension() == ".json" && entry->is_regular_file(code)) found.push_back(entry->path());
  std::sort(found.begin(), found.end());
  return found;
}

// Returns the network's name, or the file's name if the network cannot be read.
std::string nameIn(const fs::path& file) {
  const auto network = readNetwork(file);
  return network.ok() ? network->name() : file.stem().string();
}

Status moveFile(const fs::path& from, const fs::path& to) {
  std::error_code code;
  fs::rename(from, to, code);
  if (code) return systemError(code.value(), "Cannot move " + from.string());
  return {};
}

// Moves a network with its history.
Status moveNetwork(const fs::path& from, const fs::path& to) {
  FOVEA_CHECK(moveFile(from, to));
  if (isThere(historyOf(from))) return moveFile(historyOf(from), historyOf(to));
  return {};
}

// Returns `folder`/`name`.json, with a number appended if a network or a history has that name.
fs::path freeFile(const fs::path& folder, const std::string& name) {
  for (int number = 1;; ++number) {
    const fs::path file = folder / (name + (number > 1 ? "-" + std::to_string(number) : "") + ".json");
    if (!isThere(file) && !isThere(historyOf(file))) return file;
  }
}

Status renameTo(Network& network, const std::string& name) {
  if (network.name() == name) return {};
  FOVEA_TRY(const NetworkEdit back, applyEdit(network, {RenameNetwork{name}, {}}));
  return {};
}

// Returns `wish`, with the next free number if it is taken: "LeNet 2".
template <class Taken>
std::string numberedName(const std::string& wish, const Taken& taken) {
  std::string name = wish;
  for (int number = 2; taken(name); ++number) name = wish + " " + std::to_string(number);
  return name;
}

}  // namespace

std::string plainName(const std::string& name, const std::string& otherwise) {
  std::string plain;
  for (const unsigned char c : name) {
    if (std::isalnum(c))
      plain += static_cast<char>(std::tolower(c));
    else if (!plain.empty() && plain.back() != '-')
      plain += '-';
  }
  constexpr std::size_t kLongest = 80;  // bytes; file systems allow 255
  plain.resize(std::min(plain.size(), kLongest));
  while (!plain.empty() && plain.back() == '-') plain.pop_back();
  return plain.empty() ? otherwise : plain;
}

Result<Network> readProjectNetwork(const fs::path& file) {
  auto network = readNetwork(file);
  if (network.ok() || network.error().code != ErrorCode::Corrupt) return network;
  Error error = network.error();
  error.advice =
      "The data sets, runs and checkpoints are not affected, and each checkpoint holds the network that it was "
      "trained with.";
  return error;
}

Result<fs::path> keepDamagedFile(const fs::path& file) {
  FOVEA_TRY(const std::string text, readFile(file, kNetworkLimit));
  for (int number = 1;; ++number) {
    fs::path copy = file;
    copy += ".damaged-" + std::to_string(number);
    if (!isThere(copy)) {
      FOVEA_CHECK(writeFileAtomic(copy, text));
      return copy;
    }
    if (const auto kept = readFile(copy, kNetworkLimit); kept.ok() && *kept == text) return copy;
  }
}

Status writeProjectNetwork(const fs::path& file, const Network& network) {
  if (isThere(file)) {
    const auto present = readNetwork(file);
    if (!present.ok() && present.error().code == ErrorCode::NewerVersion) return present.error();
    if (!present.ok() && present.error().code == ErrorCode::Corrupt) {
      FOVEA_TRY(const fs::path copy, keepDamagedFile(file));
    }
  }
  return writeNetwork(file, network);
}

// Merges the manifest's list, without missing networks, with the other networks in the folder.
void Project::adoptNetworks() {
  auto& networks = manifest_.networks;
  std::erase_if(networks, [&](const ProjectNetwork& each) {
    return each.file != manifest_.networkFile && !isThere(folder_ / each.file);
  });
  const auto add = [&](const fs::path& file) {
    const fs::path inside = file.lexically_relative(folder_);
    if (!manifest_.findNetwork(inside)) networks.push_back({inside, nameIn(file)});
  };
  if (isThere(folder_ / kNetworkFile)) add(folder_ / kNetworkFile);
  add(networkFile());
  for (const fs::path& file : networkFilesIn(folder_ / kNetworksFolder)) add(file);
}

// A project that is newly created in a folder with networks uses one of them.
Status Project::makeFirstNetwork() {
  const auto found = networkFilesIn(folder_ / kNetworksFolder);
  if (!isThere(networkFile()) && !found.empty()) manifest_.networkFile = found.front().lexically_relative(folder_);
  if (!isThere(networkFile())) FOVEA_CHECK(writeNetwork(networkFile(), Network()));
  adoptNetworks();
  return {};
}

fs::path Project::newNetworkFile(const std::string& name) const {
  return freeFile(folder_ / kNetworksFolder, plainName(name, "network"));
}

Result<Network> Project::loadNetwork() const {
  return readProjectNetwork(networkFile());
}

Status Project::saveNetwork(const Network& network) {
  FOVEA_CHECK(needWrite());
  FOVEA_CHECK(writeProjectNetwork(networkFile(), network));
  return noteNetworkName(network.name());
}

Status Project::noteNetworkName(const std::string& name) {
  ProjectManifest manifest = manifest_;
  for (ProjectNetwork& each : manifest.networks)
    if (each.file == manifest.networkFile) each.name = freeNetworkName(name, each.file);
  return manifest.networks == manifest_.networks ? Status() : change(std::move(manifest));
}

std::string Project::networkLayout() const {
  const auto found = manifest_.layouts.find(manifest_.networkFile);
  return found == manifest_.layouts.end() ? std::string() : found->second;
}

Status Project::setNetworkLayout(const std::string& layout) {
  if (layout == networkLayout()) return {};
  ProjectManifest manifest = manifest_;
  manifest.layouts[manifest.networkFile] = layout;
  return change(std::move(manifest));
}

std::vector<KeptBreakpoint> Project::breakpoints() const {
  const auto found = manifest_.breakpoints.find(manifest_.networkFile);
  return found == manifest_.breakpoints.end() ? std::vector<KeptBreakpoint>() : found->second;
}

Status Project::setBreakpoints(std::vector<KeptBreakpoint> wanted) {
  if (wanted == breakpoints()) return {};
  ProjectManifest manifest = manifest_;
  if (wanted.empty())
    manifest.breakpoints.erase(manifest.networkFile);
  else
    manifest.breakpoints[manifest.networkFile] = std::move(wanted);
  return change(std::move(manifest));
}

std::string Project::freeNetworkName(const std::string& wish, const fs::path& except) const {
  const auto taken = [&](const std::string& name) {
    return std::any_of(networks().begin(), networks().end(),
                       [&](const auto& each) { return each.name == name && each.file != except; });
  };
  return numberedName(wish, taken);
}

std::string Project::freeDatasetName(const std::string& wish) const {
  return numberedName(wish, [&](const std::string& name) { return manifest_.find(name) != nullptr; });
}

Result<Network> Project::addNetwork(const Network& network) {
  FOVEA_CHECK(needWrite());
  Network added = network;
  const std::string name = freeNetworkName(network.name());
  FOVEA_CHECK(renameTo(added, name));
  FOVEA_CHECK(createFolder(folder_ / kNetworksFolder));
  const fs::path file = newNetworkFile(name);
  FOVEA_CHECK(writeNetwork(file, added));
  ProjectManifest manifest = manifest_;
  manifest.networkFile = file.lexically_relative(folder_);
  manifest.networks.push_back({manifest.networkFile, name});
  FOVEA_CHECK(change(std::move(manifest)));
  return added;
}

Result<Network> Project::takeNetwork(const Network& network) {
  for (const ProjectNetwork& each : networks()) {
    if (each.name != network.name()) continue;
    const auto own = readNetwork(folder_ / each.file);
    if (!own.ok() || !(*own == network)) continue;
    FOVEA_CHECK(selectNetwork(each.file));
    return network;
  }
  const auto current = loadNetwork();
  const bool empty = current.ok() && current->layers().empty() && current->notes().empty();
  if (!empty || freeNetworkName(network.name(), manifest_.networkFile) != network.name()) return addNetwork(network);
  FOVEA_CHECK(saveNetwork(network));
  return network;
}

Status Project::selectNetwork(const fs::path& file) {
  if (!manifest_.findNetwork(file))
    return fail(ErrorCode::NotFound, "The project has no network in " + file.string() + ".");
  if (manifest_.networkFile == file) return {};
  ProjectManifest manifest = manifest_;
  manifest.networkFile = file;
  return select(std::move(manifest));
}

Result<fs::path> Project::removeNetwork() {
  FOVEA_CHECK(needWrite());
  const fs::path file = networkFile(), bin = folder_ / kNetworksFolder / kRemovedFolder;
  FOVEA_CHECK(createFolder(bin));
  ProjectManifest manifest = manifest_;
  auto& networks = manifest.networks;
  const auto current = std::find_if(networks.begin(), networks.end(),
                                    [&](const auto& each) { return each.file == manifest.networkFile; });
  const auto place = static_cast<std::size_t>(current - networks.begin());
  if (current != networks.end()) networks.erase(current);
  if (networks.empty()) {
    const fs::path empty = newNetworkFile("network");
    FOVEA_CHECK(writeNetwork(empty, Network()));
    networks.push_back({empty.lexically_relative(folder_), Network().name()});
  }
  manifest.networkFile = networks[std::min(place, networks.size() - 1)].file;
  // Writes the manifest first: a program killed here leaves two networks, not none.
  FOVEA_CHECK(change(std::move(manifest)));
  const fs::path kept = freeFile(bin, file.stem().string());
  if (isThere(file)) FOVEA_CHECK(moveNetwork(file, kept));
  std::error_code code;
  fs::last_write_time(kept, fs::file_time_type::clock::now(), code);
  const auto removed = removedNetworks();
  for (std::size_t i = kMostRemoved; i < removed.size(); ++i) {
    fs::remove(folder_ / removed[i].file, code);
    fs::remove(historyOf(folder_ / removed[i].file), code);
  }
  return kept.lexically_relative(folder_);
}

std::vector<ProjectNetwork> Project::removedNetworks() const {
  std::vector<std::pair<fs::file_time_type, ProjectNetwork>> found;
  std::error_code code;
  for (const fs::path& file : networkFilesIn(folder_ / kNetworksFolder / kRemovedFolder))
    found.push_back({fs::last_write_time(file, code), {file.lexically_relative(folder_), nameIn(file)}});
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<ProjectNetwork> removed;
  for (auto& [time, network] : found) removed.push_back(std::move(network));
  return removed;
}

Status Project::restoreNetwork(const fs::path& removed) {
  FOVEA_CHECK(needWrite());
  const fs::path from = folder_ / removed;
  if (removed.parent_path() != fs::path(kNetworksFolder) / kRemovedFolder || !isThere(from))
    return fail(ErrorCode::NotFound, "There is no removed network in " + removed.string() + ".");
  const fs::path to = freeFile(folder_ / kNetworksFolder, from.stem().string());
  FOVEA_CHECK(moveNetwork(from, to));
  ProjectManifest manifest = manifest_;
  manifest.networkFile = to.lexically_relative(folder_);
  manifest.networks.push_back({manifest.networkFile, freeNetworkName(nameIn(to))});
  return change(std::move(manifest));
}

fs::path Project::historyFile() const {
  return historyOf(networkFile());
}

}  // namespace fovea
