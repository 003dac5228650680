// Imports tables (CSV, TSV, JSON): each row is a sample of numbers, a text or the path of an image, with classes or
// numbers as target.
#include <fmt/format.h>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/emnist.h"
#include "core/data/importers/folder_meaning.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/named_pictures.h"
#include "core/data/importers/table_beside.h"
#include "core/data/importers/table_files.h"
#include "core/data/importers/table_names.h"
#include "core/data/importers/table_source.h"
#include "core/data/importers/uci_table.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const TypedSchema<TableChoices>& tableSchema() {
  using C = TableChoices;
  static const std::string column = "A name, or a number from 1; empty finds it.";
  static const std::string columns = "Names, or numbers from 1, separated by commas; empty takes ";
  static const auto schema =
      TypedSchema<C>()
          .field(&C::tables, {.name = "tables",
                              .title = "Tables",
                              .help = "Names of the files of a folder that hold samples, separated by commas; empty "
                                      "finds them."})
          .field(&C::others, {.name = "others",
                              .title = "Beside the tables",
                              .help = "Whether files and folders beside the tables, which may matter, are asked about.",
                              .choices = {{"ask", "Ask"}, {"leave_out", "Leave them out"}}})
          .field(&C::delimiter, {.name = "delimiter",
                                 .title = "Delimiter",
                                 .help = "What stands between two fields.",
                                 .choices = {{"auto", "Detect"},
                                             {"comma", "Comma"},
                                             {"semicolon", "Semicolon"},
                                             {"tab", "Tab"},
                                             {"bar", "Bar"},
                                             {"colons", "Two colons"},
                                             {"blank", "Blanks"}}})
          .field(&C::header, {.name = "header",
                              .title = "Header",
                              .help = "Whether the first line names the columns.",
                              .choices = {{"auto", "Detect"}, {"yes", "Yes"}, {"no", "No"}}})
          .field(&C::decimal, {.name = "decimal",
                               .title = "Decimal sign",
                               .help = "What stands before the fraction of a number.",
                               .choices = {{"auto", "Detect"},
                                           {"point", "Point"},
                                           {"comma", "Comma"},
                                           {"thousands", "Point (1,234.5)"}}})
          .field(&C::dateOrder,
                 {.name = "date_order",
                  .title = "Order of dates",
                  .help = "Of dates such as 3/4/2024; those that begin with the year are clear.",
                  .choices = {{"auto", "Detect"}, {"day_first", "Day first"}, {"month_first", "Month first"}}})
          .field(&C::task, {.name = "task",
                            .title = "Task",
                            .help = "Whether a class or numbers are to be predicted.",
                            .choices = {{"auto", "Detect"},
                                        {"classification", "Classification"},
                                        {"multi_label", "Several labels"},
                                        {"regression", "Regression"},
                                        {"unlabelled", "None"}}})
          .field(&C::imageColumn,
                 {.name = "image_column", .title = "Image column", .help = "Paths of images. " + column})
          .field(&C::baseFolder, {.name = "base_folder",
                                  .title = "Base folder",
                                  .help = "Where paths of images begin; empty is the folder of each table."})
          .field(&C::deep, deepField())
          .field(&C::featureColumns, {.name = "feature_columns",
                                      .title = "Feature columns",
                                      .help = columns + "all that can be learned from."})
          .field(&C::keepColumns,
                 {.name = "keep_columns",
                  .title = "Keep columns",
                  .help = columns + "none. Features although they look like ids, copies or constants."})
          .field(&C::leaveOutColumns, {.name = "leave_out_columns", .title = "Leave out", .help = columns + "none."})
          .field(&C::categories, {.name = "categories",
                                  .title = "Categories",
                                  .help = "How words that repeat become numbers.",
                                  .choices = {{"one_hot", "One number each (one-hot)"},
                                              {"number", "The place of the word"},
                                              {"embedding", "A symbol each, for an Embedding layer"},
                                              {"parts", "A symbol each, beside the numbers as a second part"},
                                              {"leave_out", "Leave out"}}})
          .field(&C::mostCategories, {.name = "most_categories",
                                      .title = "Most categories",
                                      .help = "Columns with more different words are left out.",
                                      .minimum = 2,
                                      .maximum = ColumnLook::kMostValues})
          .field(&C::missing,
                 {.name = "missing",
                  .title = "Missing values",
                  .help = "What takes the place of a value that a feature lacks; only rows that train count.",
                  .choices = {{"mean", "The mean of the column"},
                              {"median", "Its median"},
                              {"flag", "The mean, and one more number that says so"},
                              {"leave_out", "The row is left out"}}})
          .field(&C::missingWords, {.name = "missing_words",
                                    .title = "Missing words",
                                    .help = "Words that stand for no value in any column, separated by commas. Empty "
                                            "fields do always, and NA, NaN, null, none and ? among numbers."})
          .field(&C::featureShape, {.name = "feature_shape",
                                    .title = "Feature shape",
                                    .help = "Shape of a sample, for instance 1, 28, 28; empty is a vector.",
                                    .minimum = 1,
                                    .maximum = 1e6,
                                    .maximumLength = 4})
          .field(&C::orientation, orientationField())
          .field(&C::textColumn, {.name = "text_column",
                                  .title = "Text column",
                                  .help = "Texts, taken as bytes; several, separated by commas, are joined. " + column})
          .field(&C::textLength, {.name = "text_length",
                                  .title = "Text length",
                                  .help = "How many bytes of a text are taken; shorter ones are filled with zeros. 0 "
                                          "takes what nearly all texts need.",
                                  .minimum = 0,
                                  .maximum = 1 << 20})
          .field(&C::labelColumns, {.name = "label_columns",
                                    .title = "Label columns",
                                    .help = columns + "none. Each says 0 or 1 for the class of its name."})
          .field(&C::labelSeparator,
                 {.name = "label_separator",
                  .title = "Label separator",
                  .help = "What stands between several labels in the label column, \"blank\" for blanks; empty "
                          "where there is but one."})
          .field(&C::keepLabels, {.name = "keep_labels",
                                  .title = "Keep labels",
                                  .help = "Labels that are classes although they look like missing ones, such as -; "
                                          "several, separated by commas."})
          .field(&C::labelColumn, {.name = "label_column", .title = "Label column", .help = "The class. " + column})
          .field(
              &C::targetColumns,
              {.name = "target_columns", .title = "Target columns", .help = columns + "the last one for a regression."})
          .field(&C::splitColumn,
                 {.name = "split_column", .title = "Split column", .help = "Says train, validation or test. " + column})
          .field(&C::groupColumn, {.name = "group_column",
                                   .title = "Group column",
                                   .help = "Rows with the same value stay in one split. " + column});
  return schema;
}

// A table that was opened directly may be in any folder, so the search around it is limited.
constexpr WalkLimits kAroundFile{200'000, 4};

// Finds the column that names pictures, and their location: the user's choice, or a column of names or ids that mostly
// match pictures around the table.
Result<std::shared_ptr<const NamedPictures>> namedPictures(const fs::path& source, const TableFiles& files,
                                                           const TableChoices& choices, TableLook& table, Look look) {
  std::shared_ptr<const NamedPictures> none;
  if (!choices.baseFolder.empty() || !choices.featureColumns.empty() || !choices.textColumn.empty()) return none;
  const TableFile& first = files.files[files.first];
  std::vector<int> candidates;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    const ColumnLook& values = table.looks[i];
    const bool paths = values.filled > 0 && values.paths == values.filled;
    const bool asked = lowerCase(choices.imageColumn) == lowerCase(column);
    const bool may = paths || isFileName(column) || isIdName(column) || !table.named ||
                     lowerCase(column).find("image") != std::string::npos || lowerCase(column).starts_with("id");
    if (asked || (choices.imageColumn.empty() && may && values.filled > 0 && (paths || values.allDifferent())))
      candidates.push_back(static_cast<int>(i));
    // Paths that lead to existing files need no search.
    std::error_code code;
    if (paths && fs::is_regular_file(first.path.parent_path() / values.values[0], code)) return none;
  }
  if (candidates.empty()) return none;
  std::error_code code;
  const bool folder = fs::is_directory(source, code);
  const WalkLimits limits = !folder ? kAroundFile : look == Look::Quick ? kLookLimits : WalkLimits{};
  FOVEA_TRY(const auto pictures,
            NamedPictures::of(folder ? source : fs::absolute(source, code).parent_path(), limits, look.scan));
  if (!pictures) return none;
  const auto named = splitOfFolder(stemOf(first.path.filename().string()));
  const auto split = named ? std::optional(named->split) : std::nullopt;
  for (const int column : candidates) {
    if (!pictures->areIn(table.looks[static_cast<std::size_t>(column)], split)) continue;
    table.imageNames = column;
    table.imageEvidence =
        fmt::format("its values are the names of pictures that were found ({} of them lie there in all)",
                    grouped(static_cast<std::int64_t>(pictures->size())));
    return pictures;
  }
  return none;
}

// Removes the tables that do not train and in which every class is -1, as it is in no other one: their rows are not
// labelled. `all` are the files as they were found, and `looked` as they were matched. Returns whether there are any.
bool leaveOutUnlabelled(const TablePlan& plan, const ColumnLook& label, const TableFiles& looked, TableFiles& all) {
  std::vector<fs::path> unlabelled;
  std::int64_t rows = 0;
  for (const TableFile& file : looked.files) {
    if (file.split.value_or(Split::Train) == Split::Train || std::ranges::count(file.minusOne, plan.label) == 0)
      continue;
    unlabelled.push_back(file.path);
    rows += file.rows;
  }
  if (unlabelled.empty() || label.countOf("-1") != rows || unlabelled.size() == looked.files.size()) return false;
  const fs::path first = all.files[all.first].path;
  for (const fs::path& path : unlabelled) {
    std::erase_if(all.files, [&](const TableFile& file) { return file.path == path; });
    all.decisions.push_back({"the table " + displayName(path.filename().string()),
                             "left out",
                             "every label in it is -1, which says that its rows are not labelled",
                             {}});
  }
  const auto place = std::ranges::find(all.files, first, &TableFile::path);
  all.first = static_cast<std::size_t>(place - all.files.begin());
  return true;
}

// Returns the plan with all decisions; errors name the table.
Result<TablePlan> planFiles(const fs::path& source, TableFiles& files, const TableChoices& choices, Look look,
                            std::shared_ptr<const NamedPictures>& pictures) {
  TableFiles all = files;
  FOVEA_TRY(TableLook table, lookAtTables(files, choices, look));
  FOVEA_TRY(pictures, namedPictures(source, files, choices, table, look));
  if (const auto names = uciNamesOf(files.files[files.first].path)) {
    const bool taken = table.named && table.columns == names->columns;
    files.decisions.push_back(
        {"the names of the columns",
         taken ? "those of " + displayName(names->file.filename().string()) : "numbers",
         taken ? "it lists as many as there are fields"
               : displayName(names->file.filename().string()) + " describes them in words, which are not read",
         {}});
  }
  const fs::path& first = files.files[files.first].path;
  table.emnist = emnistSetOf(first.filename().string()).has_value();
  table.mapping = emnistMappingBeside(first);
  const bool several = files.files.size() > 1;
  auto plan = several ? planTable(table, choices) : planTable(std::move(table), choices);
  if (several && plan.ok() && plan->task == Task::Classification && plan->label >= 0 &&
      leaveOutUnlabelled(*plan, table.looks[static_cast<std::size_t>(plan->label)], files, all)) {
    files = std::move(all);
    return planFiles(source, files, choices, look, pictures);
  }
  if (!plan.ok()) return plan.error().within(displayName(files.files[files.first].path.filename().string()));
  plan->decisions.insert(plan->decisions.begin(), files.decisions.begin(), files.decisions.end());
  return plan;
}

// Returns the error to report. A file with the ending of a table is not tried as another kind, such as a text of
// characters; a ".data" file may be of any kind.
Error noTable(const fs::path& source, Error error, const TableFiles& files, Look look) {
  std::error_code code;
  if (look == Look::Quick && error.code != ErrorCode::Cancelled && isUciTable(files.files[0].path.filename().string()))
    return nothingFound("table", source);
  if (look == Look::Quick && error.code == ErrorCode::Unsupported && !fs::is_directory(source, code) &&
      (isTableName(source.filename().string()) || holdsTable(source))) {
    error.code = ErrorCode::InvalidArgument;
    error.advice += (error.advice.empty() ? "" : " ");
    error.advice += "To train on its characters, choose the kind \"text\".";
  }
  return error;
}

// Returns true if pictures or sounds are in folders beside the tables, which then describe them.
bool describesMedia(const fs::path& source, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) return false;
  const auto entries = listFolder(source, look.scan);
  if (!entries.ok() || entries->folders.empty()) return false;
  const auto found = findFiles(source, isMedium, look.scan, kLookLimits);
  return found.ok() && !found->files.empty();
}

// Offers the classes of the folders where it is doubtful which column holds those of the pictures.
void offerFolders(const fs::path& source, TablePlan& plan, Look look) {
  const auto isDoubt = [](const ImportDecision& each) { return !each.sure; };
  std::error_code code;
  if (plan.image < 0 || !fs::is_directory(source, code) ||
      std::none_of(plan.decisions.begin(), plan.decisions.end(), isDoubt))
    return;
  const auto folders = findImporter("folder");
  if (!folders.ok()) return;
  // Without this option, the importer would look for tables in turn.
  const auto options = (*folders)->options().complete({{"ignore_annotations", true}});
  if (!options.ok()) return;
  const auto found = (*folders)->recognise(source, *options, look.scan);
  if (!found.ok() || found->classes.size() < 2) return;
  for (ImportDecision& each : plan.decisions)
    if (!each.sure) each.alternatives.push_back(std::string(kKindOption) + "folder");
}

class CsvImporter : public ListImporter {
 public:
  std::string name() const override { return "csv"; }
  std::string title() const override { return "Tables (CSV, TSV, JSON lines)"; }
  Schema options() const override { return tableSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const TableChoices choices = tableSchema().read(values);
    FOVEA_TRY(TableFiles files, findTables(source, choices, look));
    std::shared_ptr<const NamedPictures> pictures;
    auto planned = planFiles(source, files, choices, look, pictures);
    if (!planned.ok() && look == Look::Quick && planned.error().code != ErrorCode::Cancelled &&
        describesMedia(source, look))
      return nothingFound("table", source);
    if (!planned.ok()) return noTable(source, planned.error(), files, look);
    TablePlan plan = std::move(planned).value();
    offerFolders(source, plan, look);
    if (look == Look::Quick && plan.image < 0 && describesMedia(source, look)) return nothingFound("table", source);
    const bool hasPictures = plan.image >= 0;
    auto table = std::make_unique<TableSource>(source, std::move(plan), choices);
    table->setPictures(std::move(pictures));
    FOVEA_CHECK(table->checkShape());
    for (const TableFile& file : files.files) FOVEA_CHECK(table->read(file, look));
    table->finish();
    if (choices.labelColumn.empty()) table->askAboutSeveralClasses();
    if (choices.others == "ask" && choices.tables.empty() && !hasPictures) {
      FOVEA_TRY(auto beside, askWhatIsBesideTables(source, files, table->decisions(), look));
      if (beside) table->addDecision(std::move(*beside));
    }
    return std::unique_ptr<ListedSource>(std::move(table));
  }
};

}  // namespace

std::shared_ptr<const Importer> csvImporter() {
  return std::make_shared<CsvImporter>();
}

}  // namespace fovea
