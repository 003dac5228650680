// Tables (CSV, TSV): a row a sample, as numbers, a text or the path of an image, with classes or with numbers to
// predict.
#include <fmt/format.h>

#include "core/data/importers/found_files.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"
#include "core/data/importers/table_source.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const TypedSchema<TableChoices>& tableSchema() {
  using C = TableChoices;
  static const std::string column = "A name, or a number from 1; empty finds it.";
  static const std::string columns = "Names, or numbers from 1, separated by commas; empty takes ";
  static const auto schema =
      TypedSchema<C>()
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
                                  .help = "Where paths of images begin; empty is the folder of the table."})
          .field(&C::featureColumns,
                 {.name = "feature_columns", .title = "Feature columns", .help = columns + "all other numbers."})
          .field(&C::featureShape, {.name = "feature_shape",
                                    .title = "Feature shape",
                                    .help = "Shape of a sample, for instance 1, 28, 28; empty is a vector.",
                                    .minimum = 1,
                                    .maximum = 1e6,
                                    .maximumLength = 4})
          .field(&C::textColumn,
                 {.name = "text_column", .title = "Text column", .help = "Texts, taken as bytes. " + column})
          .field(&C::textLength, {.name = "text_length",
                                  .title = "Text length",
                                  .help = "How many bytes of a text are taken; shorter ones are filled with zeros.",
                                  .minimum = 1,
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

bool isTable(const std::string& name) {
  const std::string lower = lowerCase(name);
  const std::string_view plain = std::string_view(lower).substr(0, lower.size() - (lower.ends_with(".gz") ? 3 : 0));
  return plain.ends_with(".csv") || plain.ends_with(".tsv") || plain.ends_with(".tab");
}

Result<std::vector<TableFile>> tableFiles(const fs::path& source, Look look) {
  std::error_code code;
  if (!fs::is_directory(source, code)) {
    if (look == Look::Quick && !isTable(source.filename().string())) return nothingFound("table", source);
    return std::vector<TableFile>{{source, std::nullopt}};
  }
  FOVEA_TRY(const FolderEntries entries, listFolder(source, look.scan));
  std::vector<TableFile> tables;
  std::vector<TableFile> ofSplits;
  for (const std::string& name : entries.files) {
    if (!isTable(name)) continue;
    const auto split = splitOfName(name.substr(0, name.find('.')));
    (split ? ofSplits : tables).push_back({source / name, split});
  }
  if (!ofSplits.empty()) return ofSplits;
  if (tables.empty()) return nothingFound("table", source);
  if (tables.size() > 1)
    return fail(ErrorCode::Unsupported,
                fmt::format("There are {} tables in {}.", tables.size(), displayName(source.string())),
                "Choose one of them.");
  return tables;
}

class CsvImporter : public ListImporter {
 public:
  std::string name() const override { return "csv"; }
  std::string title() const override { return "Tables (CSV, TSV)"; }
  Schema options() const override { return tableSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& source, const FieldValues& values,
                                             Look look) const override {
    const TableChoices choices = tableSchema().read(values);
    FOVEA_TRY(const auto files, tableFiles(source, look));
    FOVEA_TRY(TablePlan plan, planTable(files[0].path, choices));
    auto table = std::make_unique<TableSource>(source, std::move(plan), choices);
    FOVEA_CHECK(table->checkShape());
    for (const TableFile& file : files) FOVEA_CHECK(table->read(file, look));
    table->finish();
    return std::unique_ptr<ListedSource>(std::move(table));
  }
};

}  // namespace

std::shared_ptr<const Importer> csvImporter() {
  return std::make_shared<CsvImporter>();
}

}  // namespace fovea
