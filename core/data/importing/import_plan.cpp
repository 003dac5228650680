#include "core/data/importing/import_plan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/base/random.h"
#include "core/data/importing/split_plan.h"

namespace fovea {
namespace {

constexpr std::uint64_t kChoiceStream = 0x43484f53ull << 32;  // separates these random numbers from those of the splits

// The properties of all items that the plan needs.
struct Items {
  std::vector<std::int32_t> labels;  // also kNoLabel where the item's class is dropped
  std::vector<std::uint32_t> groups;
  bool anyGroup = false;
};

ContentHash hashOf(const std::string& text) {
  return contentHash({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

class Planner {
 public:
  Planner(const ImportSource& source, const ImportOptions& options) : source_(source), options_(options) {}

  Status readItems(const std::map<std::string, Split>& groups, const CancelToken& cancel);
  void chooseClasses(const std::vector<std::string>& known);
  void limitClasses(const HashIndex& stored);
  void assignSplits();
  ImportPlan plan;

 private:
  // Splits that are not chosen yet: any, and training unless the source lacks another split.
  static constexpr std::uint8_t kOpen = 254, kTraining = 253;

  void note(const ImportItem& item, const std::map<std::string, Split>& groups);
  void keepGroupsTogether();
  void countSharedGroups();
  void draw(std::uint8_t from, const SplitShares& shares);

  const ImportSource& source_;
  const ImportOptions& options_;
  Items items_;
  std::unordered_map<std::string, std::uint32_t> groupNumbers_;
  std::unordered_map<std::uint32_t, std::uint8_t>
      groupSplits_;  // only groups with an item whose split the source assigns
  std::unordered_map<std::uint32_t, std::uint8_t> knownSplits_;  // of groups that the data set has
  std::vector<std::int64_t> perClass_;
};

void Planner::note(const ImportItem& item, const std::map<std::string, Split>& groups) {
  const auto classes = static_cast<std::int64_t>(perClass_.size());
  const bool isClass = item.label >= 0 && item.label < classes;
  if (isClass) ++perClass_[static_cast<std::size_t>(item.label)];
  items_.labels.push_back(isClass ? item.label : kNoLabel);
  std::uint8_t split = item.split ? static_cast<std::uint8_t>(*item.split) : kOpen;
  if (item.split) plan.named.add(*item.split);
  if (item.split == Split::Train) split = kTraining;
  auto group = static_cast<std::uint32_t>(items_.groups.size()) | 0x80000000u;
  if (!item.group.empty()) {
    items_.anyGroup = true;
    group = groupNumbers_.try_emplace(item.group, static_cast<std::uint32_t>(groupNumbers_.size())).first->second;
    if (const auto found = groups.find(item.group); found != groups.end())
      knownSplits_.try_emplace(group, static_cast<std::uint8_t>(found->second));
    if (split != kOpen) groupSplits_.try_emplace(group, split);
  }
  items_.groups.push_back(group);
  plan.splits.push_back(split);
}

Status Planner::readItems(const std::map<std::string, Split>& groups, const CancelToken& cancel) {
  perClass_.resize(source_.classes().size());
  const std::int64_t count = source_.size();
  plan.splits.reserve(static_cast<std::size_t>(count));
  items_.labels.reserve(static_cast<std::size_t>(count));
  items_.groups.reserve(static_cast<std::size_t>(count));
  std::string text;
  for (const std::string& name : source_.classes()) text += name + '\n';
  plan.fingerprint = hashOf(text);
  for (std::int64_t i = 0; i < count; ++i) {
    if (i % 4096 == 0 && cancel.cancelled())
      return fail(ErrorCode::Cancelled, "The import was cancelled; nothing was written.");
    const ImportItem item = source_.item(i);
    note(item, groups);
    text = plan.fingerprint.toString() + item.source + '\n' + item.group + '\n' + std::to_string(item.sourceIndex) +
           '\n' + std::to_string(item.label) + '\n' + (item.split ? splitName(*item.split) : "") +
           item.annotation.toString();
    plan.fingerprint = hashOf(text);
  }
  keepGroupsTogether();
  return {};
}

// A group stays in the split that it has in the data set, else in that of an item whose split the source assigns. What
// the source itself assigns stays as it is.
void Planner::keepGroupsTogether() {
  for (std::size_t i = 0; i < plan.splits.size(); ++i) {
    std::uint8_t& split = plan.splits[i];
    const auto known = knownSplits_.find(items_.groups[i]);
    const auto ofSource = groupSplits_.find(items_.groups[i]);
    if (split == kTraining) {
      if (known != knownSplits_.end() && !plan.named.fixes(static_cast<Split>(known->second))) split = known->second;
    } else if (split == kOpen) {
      if (known != knownSplits_.end())
        split = known->second;
      else if (ofSource != groupSplits_.end())
        split = ofSource->second;
    }
  }
}

// Puts the classes of the data set first, with their indices, then new classes of the source that are large enough.
void Planner::chooseClasses(const std::vector<std::string>& known) {
  plan.classes = known;
  std::unordered_map<std::string, std::int32_t> places;
  for (const std::string& name : known) places.try_emplace(name, static_cast<std::int32_t>(places.size()));
  const auto& names = source_.classes();
  for (std::size_t label = 0; label < names.size(); ++label) {
    // Only the labels of items are known yet, not those in boxes and masks.
    const bool small = source_.task() == Task::Classification && perClass_[label] < options_.minimumPerClass;
    if (const auto found = places.find(names[label]); found != places.end()) {
      plan.classMap.push_back(found->second);
    } else if (small) {
      plan.classMap.push_back(kNoLabel);
    } else {
      plan.classMap.push_back(static_cast<std::int32_t>(plan.classes.size()));
      plan.classes.push_back(names[label]);
    }
  }
}

// Samples that are stored already stay, and the rest of the maximum is drawn from the others.
void Planner::limitClasses(const HashIndex& stored) {
  std::vector<std::vector<std::uint32_t>> members(perClass_.size());
  for (std::size_t i = 0; i < items_.labels.size(); ++i) {
    const std::int32_t label = items_.labels[i];
    if (label == kNoLabel) continue;
    if (plan.labelOf(label) == kNoLabel) {
      plan.splits[i] = ImportPlan::kLeftOut;
      ++plan.leftOut;
    } else if (options_.maximumPerClass > 0) {
      members[static_cast<std::size_t>(label)].push_back(static_cast<std::uint32_t>(i));
    }
  }
  const auto most = static_cast<std::size_t>(options_.maximumPerClass);
  for (std::size_t label = 0; most > 0 && label < members.size(); ++label) {
    std::vector<std::uint32_t>& items = members[label];
    const auto others = std::stable_partition(items.begin(), items.end(), [&](std::uint32_t i) {
      if (stored.size() == 0) return false;
      const ImportItem item = source_.item(i);
      return stored.find(itemKeyOf(item.source, item.sourceIndex)).has_value();
    });
    const auto kept = static_cast<std::size_t>(others - items.begin());
    Random random(static_cast<std::uint64_t>(options_.seed), kChoiceStream | label);
    for (std::size_t left = items.size(); left > std::max(most, kept); --left) {
      std::swap(items[left - 1], items[kept + random.below(left - kept)]);
      plan.splits[items[left - 1]] = ImportPlan::kLeftOut;
      ++plan.leftOut;
    }
  }
}

// Draws a split for each item that is still marked with `from`.
void Planner::draw(std::uint8_t from, const SplitShares& shares) {
  std::vector<std::size_t> open;
  std::vector<std::int32_t> labels;
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i < plan.splits.size(); ++i) {
    if (plan.splits[i] != from) continue;
    open.push_back(i);
    labels.push_back(items_.labels[i]);
    if (items_.anyGroup) groups.push_back(items_.groups[i]);
  }
  const auto splits = stratifiedSplit(labels, groups, shares, static_cast<std::uint64_t>(options_.seed));
  for (std::size_t i = 0; i < open.size(); ++i) plan.splits[open[i]] = static_cast<std::uint8_t>(splits[i]);
}

void Planner::assignSplits() {
  draw(kOpen, {options_.validationShare, options_.testShare});
  draw(kTraining, {plan.named[Split::Validation] ? 0 : options_.validationShare,
                   plan.named[Split::Test] ? 0 : options_.testShare});
  countSharedGroups();
}

void Planner::countSharedGroups() {
  std::unordered_map<std::uint32_t, std::uint8_t> first = knownSplits_;
  std::unordered_set<std::uint32_t> shared;
  for (std::size_t i = 0; items_.anyGroup && i < plan.splits.size(); ++i)
    if (plan.splits[i] != ImportPlan::kLeftOut &&
        first.try_emplace(items_.groups[i], plan.splits[i]).first->second != plan.splits[i])
      shared.insert(items_.groups[i]);
  plan.sharedGroups = static_cast<std::int64_t>(shared.size());
}

}  // namespace

Result<ImportPlan> planImport(const ImportSource& source, const ImportOptions& options,
                              const std::vector<std::string>& classes, const KnownSamples& known,
                              const CancelToken& cancel) {
  Planner planner(source, options);
  FOVEA_CHECK(planner.readItems(known.groups, cancel));
  planner.chooseClasses(classes);
  planner.limitClasses(known.items);
  planner.assignSplits();
  return std::move(planner.plan);
}

}  // namespace fovea
