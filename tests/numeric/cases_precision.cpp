// Why: the cases of casts and of the scale of a loss.
#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

void addCasts(std::vector<Case>& cases, const std::string& to) {
  const std::vector<std::pair<std::string, Shape>> shapes = {{"matrix", {3, 17}},
                                                             {"image", {2, 3, 5, 7}},
                                                             {"large", {4, 16, 9, 9}},
                                                             {"empty_batch", {0, 4}},
                                                             {"scalar", Shape{}}};
  for (const auto& [name, shape] : shapes) {
    cases.push_back({"cast", "to_" + to + "_" + name, {{"to", to}}, {{shape}}});
    cases.back().smooth = to == "f64";
  }
  const auto add = [&](const std::string& name, double low, double high) {
    cases.push_back({"cast", "to_" + to + "_" + name, {{"to", to}}, {{{2, 50}, Fill::Uniform, low, high, {3, 99}}}});
  };
  add("nan", -1, 1);
  add("large_numbers", -1e5, 1e5);
  add("small_numbers", -1e-4, 1e-4);
  add("tiny_numbers", -1e-7, 1e-7);
}

void addPaddedChannels(std::vector<Case>& cases, const std::string& to) {
  const auto add = [&](const std::string& name, const Shape& shape, std::int64_t channels) {
    cases.push_back({"pad_channels", "to_" + to + "_" + name, {{"channels", channels}, {"to", to}}, {{shape}}});
  };
  add("image", {2, 3, 13, 11}, 8);
  add("large", {3, 3, 40, 41}, 8);
  add("matrix", {5, 3}, 8);
  add("volume", {2, 3, 4, 3, 5}, 8);
  add("four", {2, 3, 9, 7}, 4);
  add("twelve", {2, 9, 3, 4}, 12);
  add("two_packs", {2, 9, 5, 4}, 16);
  add("odd", {2, 3, 5, 4}, 5);
  add("as_it_is", {2, 8, 5, 4}, 8);
  add("empty_batch", {0, 3, 4, 4}, 8);
}

// A step that must not change anything because a gradient is not finite.
void addSkippedUpdates(std::vector<Case>& cases) {
  const CaseInput factor{Shape{}, Fill::Constant, 0.0}, rate{Shape{}, Fill::Constant, 0.1};
  const CaseInput gradient{{5, 7}, Fill::Normal, 0, 1, {0, 20}}, positive{{5, 7}, Fill::Uniform, 0.5, 2.0};
  cases.push_back({"sgd_update", "skipped", {}, {{{5, 7}}, gradient, {{5, 7}}, rate, factor}});
  cases.push_back({"rmsprop_update", "skipped", {}, {{{5, 7}}, gradient, positive, {{5, 7}}, rate, factor}});
  const CaseInput step{Shape{}, Fill::Constant, 3.0};
  for (const std::string op : {"adam_update", "adamw_update", "lamb_update"})
    cases.push_back({op, "skipped", {}, {{{5, 7}}, gradient, {{5, 7}}, positive, rate, step, factor}});
  const CaseInput norm{Shape{}, Fill::Constant, 0.0, 1.0, {0}};
  cases.push_back({"clip_factor", "skipped", {}, {norm, factor}});
}

}  // namespace

void addPrecisionCases(std::vector<Case>& cases) {
  addSkippedUpdates(cases);
  for (const std::string to : {"f32", "f64", "f16", "bf16"}) {
    addCasts(cases, to);
    addPaddedChannels(cases, to);
  }
  const auto addScale = [&](const std::string& name, double scale, double steps, std::vector<std::int64_t> nans) {
    cases.push_back({"loss_scale_update",
                     name,
                     {{"interval", std::int64_t{10}}, {"largest", 65536.0}, {"first", 512.0}},
                     {{Shape{}, Fill::Constant, scale},
                      {Shape{}, Fill::Constant, steps},
                      {{3, 5}},
                      {{2, 3, 50, 61}, Fill::Normal, 0, 1, std::move(nans)},
                      {{0, 4}},
                      {{7}}}});
  };
  addScale("finite", 1024, 3, {});
  addScale("begins", 0, 0, {});
  addScale("grows", 1024, 9, {});
  addScale("at_the_top", 65536, 9, {});
  addScale("not_finite", 1024, 9, {18000});
  addScale("at_the_bottom", 1, 2, {0, 5});
}

}  // namespace fovea::numeric
