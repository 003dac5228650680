// Training waits while its state is copied, and fresh memory is slow: copies use the memory of former ones, and never
// that of one that somebody still has.
#include "core/train/state_copies.h"

#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class StateCopiesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    expectOk(store_->write("a", Tensor::of<float>({2}, {1, 2})));
    expectOk(store_->write("b", Tensor::of<float>({2}, {3, 4})));
    // Values get their place on the device only once an executor uses them.
    GraphBuilder builder;
    const TensorType type{DataType::Float32, Shape{2}};
    const ValueId a = builder.addVariable("a", type), b = builder.addVariable("b", type);
    builder.addOutput("sum", builder.emit("add", {}, {a, b})[0]);
    executor_ = valueOf(Executor::compile(valueOf(builder.finish()), store_));
  }
  static float first(const StateCopies::Tensors& tensors) { return tensors.at(0).second.values<float>()[0]; }

  std::shared_ptr<Device> device_ = openTaskDevice("cpu");
  std::shared_ptr<VariableStore> store_ = std::make_shared<VariableStore>(device_);
  std::unique_ptr<Executor> executor_;
  StateCopies copies_;
};

TEST_F(StateCopiesTest, MemoryThatNobodyHasAnyMoreIsUsedAgain) {
  StateCopies::Tensors held = valueOf(copies_.take(*store_));
  ASSERT_EQ(held.size(), 2u);
  const void* const memory = held[0].second.raw();
  held.clear();
  expectOk(store_->write("a", Tensor::of<float>({2}, {5, 6})));
  held = valueOf(copies_.take(*store_));
  EXPECT_EQ(held[0].second.raw(), memory);
  EXPECT_EQ(first(held), 5);
}

TEST_F(StateCopiesTest, ACopyThatSomebodyHasIsNeverChanged) {
  std::vector<StateCopies::Tensors> held;
  for (int i = 0; i < 6; ++i) {
    const auto value = static_cast<float>(i);
    expectOk(store_->write("a", Tensor::of<float>({2}, {value, value})));
    held.push_back(valueOf(copies_.take(*store_)));
  }
  for (std::size_t i = 0; i < held.size(); ++i) EXPECT_EQ(first(held[i]), static_cast<float>(i));
}

TEST_F(StateCopiesTest, ReservedMemoryServesTheNextCopyWhileTheFirstIsInUse) {
  const StateCopies::Tensors before = valueOf(copies_.take(*store_));
  copies_.reserve(before);
  const StateCopies::Tensors after = valueOf(copies_.take(*store_));
  EXPECT_NE(after[0].second.raw(), before[0].second.raw());
  EXPECT_EQ(first(after), 1);
}

TEST_F(StateCopiesTest, ExceptionsAreLeftOut) {
  const StateCopies::Tensors some = valueOf(copies_.take(*store_, {"a"}));
  ASSERT_EQ(some.size(), 1u);
  EXPECT_EQ(some[0].first, "b");
}

}  // namespace
}  // namespace fovea::test
