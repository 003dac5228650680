// Why: one test per case, named "conv2d_groups_f32", so that a failure names its case and can be run alone.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>

#include "core/ops/precision_rules.h"
#include "tests/numeric/devices.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {

struct Parameter {
  const Case* subject = nullptr;
  DataType real = DataType::Float32;
};

inline std::vector<Parameter> parametersOf(std::initializer_list<DataType> types) {
  std::vector<Parameter> parameters;
  for (const Case& subject : allCases())
    for (const DataType type : types) parameters.push_back({&subject, type});
  return parameters;
}

// The cases of ops that mixed precision may run in 16 bits.
inline std::vector<Parameter> halfParameters() {
  std::vector<Parameter> parameters = parametersOf({DataType::Float16, DataType::BFloat16});
  std::erase_if(parameters, [](const Parameter& parameter) {
    return precisionRule(*findOp(parameter.subject->op)).precision == Precision::Full;
  });
  return parameters;
}

inline std::string parameterName(const testing::TestParamInfo<Parameter>& info) {
  return info.param.subject->title() + "_" + dataTypeName(info.param.real);
}

inline void PrintTo(const Parameter& parameter, std::ostream* stream) {
  *stream << parameter.subject->title() << "_" << dataTypeName(parameter.real);
}

// Opened once for all tests of the program.
inline Devices& sharedDevices() {
  static Devices devices;
  return devices;
}

}  // namespace fovea::numeric
