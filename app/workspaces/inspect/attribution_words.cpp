#include "app/workspaces/inspect/attribution_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace fovea {
namespace {

struct AttributionWords {
  Q_DECLARE_TR_FUNCTIONS(AttributionWords)
};

}  // namespace

QString methodTitle(AttributionMethod method) {
  switch (method) {
    case AttributionMethod::Gradient:
      return AttributionWords::tr("Gradient");
    case AttributionMethod::GradientTimesInput:
      return AttributionWords::tr("Gradient × input");
    case AttributionMethod::SmoothGradient:
      return AttributionWords::tr("Smooth gradient");
    case AttributionMethod::IntegratedGradients:
      return AttributionWords::tr("Integrated gradients");
    case AttributionMethod::GradCam:
      return AttributionWords::tr("Grad-CAM");
    case AttributionMethod::Occlusion:
      return AttributionWords::tr("Occlusion");
    case AttributionMethod::Guided:
      return AttributionWords::tr("Guided gradients");
    case AttributionMethod::Perturbation:
      return AttributionWords::tr("Perturbation");
  }
  return {};
}

QString methodHelp(AttributionMethod method) {
  switch (method) {
    case AttributionMethod::Gradient:
      return AttributionWords::tr("How the score changes with each number of the input: what it depends on most.");
    case AttributionMethod::GradientTimesInput:
      return AttributionWords::tr("What each number of the input adds to the score, if the network were linear.");
    case AttributionMethod::SmoothGradient:
      return AttributionWords::tr(
          "The gradient averaged over noisy copies of the sample, without what jumps from pixel to pixel.");
    case AttributionMethod::IntegratedGradients:
      return AttributionWords::tr(
          "What each number adds to the score on the way from an empty input to this one: together, the whole score.");
    case AttributionMethod::GradCam:
      return AttributionWords::tr("A layer's channels, weighted by how much each raises the score.");
    case AttributionMethod::Occlusion:
      return AttributionWords::tr("How far the score falls where a window of the input is covered.");
    case AttributionMethod::Guided:
      return AttributionWords::tr(
          "The gradient on the paths that raise the score only: sharper, but often the same for other weights.");
    case AttributionMethod::Perturbation:
      return AttributionWords::tr("How far the score rises where a place is seen, over many random covers.");
  }
  return {};
}

QString sanityText(const SanityCheck& check) {
  const QString last = QLocale().toString(check.stages.back().similarity, 'f', 2);
  switch (check.verdict) {
    case SanityVerdict::FollowsWeights:
      return AttributionWords::tr(
                 "Depends on what was learned: with random weights it is another one (rank correlation %1).")
          .arg(last);
    case SanityVerdict::Partly:
      return AttributionWords::tr(
                 "Depends on what was learned in part: with random weights it is still alike (rank correlation %1).")
          .arg(last);
    case SanityVerdict::IgnoresWeights:
      return AttributionWords::tr(
                 "Do not rely on it: with random weights it is nearly the same (rank correlation %1), so it shows the "
                 "sample more than the network.")
          .arg(last);
    case SanityVerdict::Nothing:
      break;
  }
  return AttributionWords::tr("It is the same at all places, so nothing can be compared.");
}

}  // namespace fovea
