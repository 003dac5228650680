// Tables (CSV, TSV, JSON): a row a sample, as numbers, a text or the path of an image, with classes or with numbers to
// predict.
#include <fmt/format.h>

#include "core/data/importers/deep_images.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"
#include "core/data/importers/table_files.h"
#include "core/data/importers/table_source.h"
#include "core/data/importers/uci_table.h"

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
          .field(&C::delimiter, {.name = "delimiter",
                                 .title = "Delimiter",
                                 .help = "What stands between two fields.",
                                 .choices = {{"auto", "Detect"},
                                             {"comma", "Comma"},
                                             {"semicolon", "Semicolon"},
                                             {"tab", "Tab"},
                                             {"bar", "Bar"},
                                             {"blank", "Blanks"}}})
          .field(&C::header, {.name = "header",
                              .title = "Header",
                              .help = "Whether the first line names the columns.",
                              .choices = {{"auto", "Detect"}, {"yes", "Yes"}, {"no", "No"}}})
          .field(&C::decimal, {.name = "decimal",
                               .title = "Decimal sign",
                               .help = "What stands before the fraction of a number.",
                               .choices = {{"auto", "Detect"}, {"point", "Point"}, {"comma", "Comma"}}})
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
                  .help = "What stands between several labels in the label column; empty where there is but one."})
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

// The plan with all decisions; errors name the table.
Result<TablePlan> planFiles(TableFiles& files, const TableChoices& choices, Look look) {
  FOVEA_TRY(TableLook table, lookAtTables(files, choices, look));
  if (const auto names = uciNamesOf(files.files[files.first].path)) {
    const bool taken = table.named && table.columns == names->columns;
    files.decisions.push_back(
        {"the names of the columns",
         taken ? "those of " + displayName(names->file.filename().string()) : "numbers",
         taken ? "it lists as many as there are fields"
               : displayName(names->file.filename().string()) + " describes them in words, which are not read",
         {}});
  }
  auto plan = planTable(std::move(table), choices);
  if (!plan.ok()) return plan.error().within(displayName(files.files[files.first].path.filename().string()));
  plan->decisions.insert(plan->decisions.begin(), files.decisions.begin(), files.decisions.end());
  return plan;
}

// A file whose name says that it is a table is nothing else, least of all a text of characters; but ".data" may be
// anything.
Error noTable(const fs::path& source, Error error, const TableFiles& files, Look look) {
  std::error_code code;
  if (look == Look::Quick && error.code != ErrorCode::Cancelled && isUciTable(files.files[0].path.filename().string()))
    return nothingFound("table", source);
  if (look == Look::Quick && error.code == ErrorCode::Unsupported && !fs::is_directory(source, code) &&
      isTableName(source.filename().string())) {
    error.code = ErrorCode::InvalidArgument;
    error.advice += (error.advice.empty() ? "" : " ");
    error.advice += "To train on its characters, choose the kind \"text\".";
  }
  return error;
}

// Whether pictures or sounds lie in folders beside the tables, which then are about those.
bool describesMedia(const fs::path& source, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) return false;
  const auto entries = listFolder(source, look.scan);
  if (!entries.ok() || entries->folders.empty()) return false;
  const auto isMedium = [](std::string_view name) {
    const FileKind kind = fileKindOf(name);
    return kind == FileKind::Image || kind == FileKind::Audio || kind == FileKind::Video;
  };
  const auto found = findFiles(source, isMedium, look.scan, kLookLimits);
  return found.ok() && !found->files.empty();
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
    auto planned = planFiles(files, choices, look);
    if (!planned.ok()) return noTable(source, planned.error(), files, look);
    TablePlan plan = std::move(planned).value();
    if (look == Look::Quick && plan.image < 0 && describesMedia(source, look)) return nothingFound("table", source);
    auto table = std::make_unique<TableSource>(source, std::move(plan), choices);
    FOVEA_CHECK(table->checkShape());
    for (const TableFile& file : files.files) FOVEA_CHECK(table->read(file, look));
    table->finish();
    return std::unique_ptr<ListedSource>(std::move(table));
  }
};

}  // namespace

std::shared_ptr<const Importer> csvImporter() {
  return std::make_shared<CsvImporter>();
}

}  // namespace fovea
