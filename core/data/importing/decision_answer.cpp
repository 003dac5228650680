#include "core/data/importing/decision_answer.h"

#include "core/data/importing/importer.h"

namespace fovea {

Result<DecisionAnswer> readAnswer(const Schema& own, const std::string& alternative) {
  DecisionAnswer answer;
  Schema schema = own;
  for (const std::string& option : optionsOf(alternative)) {
    if (option.starts_with(kKindOption)) {
      answer.kind = option.substr(kKindOption.size());
      FOVEA_TRY(const auto importer, findImporter(answer.kind));
      schema = importer->options();
      continue;
    }
    const std::size_t end = option.find('=');
    const std::string name = option.substr(0, end);
    const Field* field = schema.find(name);
    if (end == std::string::npos || !field)
      return fail(ErrorCode::InvalidArgument, "\"" + option + "\" names no option of this import.");
    FOVEA_TRY(FieldValue value, fieldValueFromText(*field, option.substr(end + 1)));
    FOVEA_CHECK(field->validate(value));
    answer.values.set(name, std::move(value));
  }
  return answer;
}

}  // namespace fovea
