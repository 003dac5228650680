// Why: queries on the document: its layers, their order, and their names.
#include "core/network/network.h"

#include "tests/core/network/drawing.h"

namespace fovea {
namespace {

TEST(Network, FindsLayersByIdAndName) {
  const Drawing drawing = smallDrawing();
  EXPECT_EQ(drawing.network.find(drawing.id("fc1"))->name, "fc1");
  EXPECT_EQ(drawing.network.find(LayerId{99}), nullptr);
  EXPECT_EQ(drawing.network.findByName("nobody"), nullptr);
  EXPECT_EQ(drawing.network.find(LayerId{}), nullptr);
}

TEST(Network, NamesCountUpwards) {
  Drawing drawing;
  drawing.add("conv1", "convolution").add("relu", "relu").add("", "relu").add("conv1", "convolution");
  EXPECT_EQ(drawing.network.uniqueName("free"), "free");
  EXPECT_EQ(drawing.network.uniqueName("conv1"), "conv3");
  EXPECT_NE(drawing.network.findByName("conv2"), nullptr);
  EXPECT_NE(drawing.network.findByName("relu2"), nullptr);
  drawing.add("12345678901234567890123", "relu");
  EXPECT_EQ(drawing.network.uniqueName("12345678901234567890123"), "123456789012345678901232");
}

TEST(Network, OrderFollowsTheEdgesNotTheIds) {
  Drawing drawing;
  drawing.add("last", "relu").add("first", "input").add("middle", "relu", {}, {"first"}).connect("middle", "last");
  const auto order = drawing.network.topologicalOrder();
  ASSERT_TRUE(order.ok());
  EXPECT_EQ(*order, (std::vector<LayerId>{drawing.id("first"), drawing.id("middle"), drawing.id("last")}));
}

TEST(Network, EdgesIntoComeInOrderOfInput) {
  Drawing drawing;
  drawing.add("a", "input").add("b", "relu", {}, {"a"}).add("sum", "add");
  drawing.connect("b", "sum", 1).connect("a", "sum", 0);
  const auto edges = drawing.network.edgesInto(drawing.id("sum"));
  ASSERT_EQ(edges.size(), 2u);
  EXPECT_EQ(edges[0].source, drawing.id("a"));
  EXPECT_EQ(edges[1].source, drawing.id("b"));
}

}  // namespace
}  // namespace fovea
