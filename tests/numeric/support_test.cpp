// Why: which kernel is used matters, too: every device has a kernel for every op in f32, and this test prints a table
// of the kernels.
#include <iostream>
#include <set>

#include "tests/numeric/parameters.h"

namespace fovea::numeric {
namespace {

class Support : public testing::TestWithParam<std::string> {};
class Fallback : public testing::TestWithParam<std::string> {};

TEST_P(Support, EveryOpHasAKernel) {
  const auto device = sharedDevices().open(GetParam());
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  std::set<std::string> missing;
  for (const OpType& op : allOps()) missing.insert(op.name);
  for (const Case& subject : allCases()) {
    const auto kernel = kernelFor(subject, DataType::Float32, *device);
    std::cout << GetParam() << " | " << subject.title() << " | "
              << (kernel.ok() ? *kernel : "none: " + kernel.error().text()) << "\n";
    if (kernel.ok()) missing.erase(subject.op);
  }
  for (const std::string& op : missing) ADD_FAILURE() << GetParam() << " has no kernel for " << op << ".";
}

bool isEmpty(const Case& subject) {
  return std::any_of(subject.inputs.begin(), subject.inputs.end(),
                     [](const CaseInput& input) { return input.shape.elementCount() == 0; });
}

// A device that silently falls back to plain loops is slow. Empty cases may fall back.
TEST_P(Fallback, IsNoSilentReference) {
  const auto device = sharedDevices().open(GetParam());
  if (!device.ok()) GTEST_SKIP() << device.error().text();
  for (const Case& subject : allCases()) {
    if (isEmpty(subject)) continue;
    const auto kernel = kernelFor(subject, DataType::Float32, *device);
    EXPECT_TRUE(!kernel.ok() || kernel->find("reference.") == std::string::npos) << subject.title() << ": " << *kernel;
  }
}

std::string deviceTestName(const testing::TestParamInfo<std::string>& info) {
  return info.param.substr(0, info.param.find(':'));
}

INSTANTIATE_TEST_SUITE_P(Devices, Support, testing::ValuesIn(Devices::names()), deviceTestName);
INSTANTIATE_TEST_SUITE_P(Devices, Fallback, testing::Values("cpu", "cuda:0"), deviceTestName);

TEST(Table, HoldsEveryOp) {
  for (const OpType& op : allOps()) {
    const auto count =
        std::count_if(allCases().begin(), allCases().end(), [&](const Case& subject) { return subject.op == op.name; });
    EXPECT_GE(count, 2) << op.name;
  }
}

TEST(Table, NamesAreUniqueAndOpsExist) {
  std::set<std::string> titles;
  for (const Case& subject : allCases()) {
    EXPECT_TRUE(titles.insert(subject.title()).second) << subject.title();
    EXPECT_NE(findOp(subject.op), nullptr) << subject.op;
  }
}

TEST(Table, EveryCaseIsValid) {
  for (const std::vector<Case>& table : {allCases(), speedCases()})
    for (const Case& subject : table) {
      const auto types = inferOp(*findOp(subject.op), subject.attributes, inputTypes(subject, DataType::Float32));
      EXPECT_TRUE(types.ok()) << subject.title() << ": " << types.error().text();
    }
}

TEST(Table, SameNumbersEveryTime) {
  for (const Case& subject : allCases()) {
    const auto first = makeInputs(subject, DataType::Float64), second = makeInputs(subject, DataType::Float64);
    for (std::size_t i = 0; i < first.size(); ++i)
      EXPECT_EQ(first[i].bytes() == 0 ? 0 : std::memcmp(first[i].raw(), second[i].raw(), first[i].bytes()), 0)
          << subject.title();
  }
}

}  // namespace
}  // namespace fovea::numeric
