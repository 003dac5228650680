// Why: in t-SNE each point repels all others; a quadtree treats distant ones as one point (van der Maaten 2014).
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace fovea {

using PlanePoint = std::array<double, 2>;

// Thread-safety: build() is exclusive; repulsion() may be called from any number of threads.
class RepulsionTree {
 public:
  struct Repulsion {
    PlanePoint force{};  // sum over the others of (1 + d²)⁻² times the vector from them
    double sum = 0;      // sum over the others of (1 + d²)⁻¹
  };

  void build(const std::vector<PlanePoint>& points);
  // Returns the indices of the points, ordered so that near points follow each other.
  const std::vector<std::uint32_t>& order() const { return order_; }
  // Returns the repulsion on a point of the tree. A cell counts as one point if side < angle × distance.
  Repulsion repulsion(const PlanePoint& point, double angle) const;

 private:
  // In depth-first order: the next cell is the first child of this one.
  struct Cell {
    float x = 0, y = 0;  // mean of its points, relative to the centre of all points
    float count = 0;
    float squaredSide = 0;
    std::uint32_t after = 0;  // index of the first cell after this one's descendants
    bool leaf = false;
  };
  struct Ranked {
    std::uint64_t code;  // interleaved bits of both coordinates: the path from the largest cell to the smallest
    std::uint32_t index;
  };
  void addCell(const std::vector<PlanePoint>& points, std::size_t begin, std::size_t end, int level, double side);

  PlanePoint middle_{};
  float equal_ = 0;  // points within this squared distance count as equal
  std::vector<Ranked> ranked_;
  std::vector<std::uint32_t> order_;
  std::vector<Cell> cells_;
};

}  // namespace fovea
