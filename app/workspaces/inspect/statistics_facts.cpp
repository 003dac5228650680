#include "app/workspaces/inspect/statistics_facts.h"

#include <QCoreApplication>
#include <cmath>

#include "core/inspect/layer_picture.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

struct StatisticsFacts {
  Q_DECLARE_TR_FUNCTIONS(StatisticsFacts)
};

}  // namespace

QString figureText(double value) {
  const double size = std::abs(value);
  if (size != 0 && (size < 0.001 || size >= 100000)) return numberText(value, 'e', 2);
  return numberText(value, 'f', 3);
}

std::vector<FactList::Fact> statisticsFacts(const Statistics& numbers) {
  std::vector<FactList::Fact> facts;
  if (numbers.count == 1)
    facts.push_back({StatisticsFacts::tr("Value"), figureText(numbers.mean), {}});
  else
    facts = {{StatisticsFacts::tr("Minimum"), figureText(numbers.minimum), {}},
             {StatisticsFacts::tr("Maximum"), figureText(numbers.maximum), {}},
             {StatisticsFacts::tr("Mean"), figureText(numbers.mean), {}},
             {StatisticsFacts::tr("Deviation"), figureText(numbers.deviation),
              StatisticsFacts::tr("The root of the mean squared distance from the mean")},
             {StatisticsFacts::tr("Norm"), figureText(normOf(numbers)),
              StatisticsFacts::tr("The square root of the sum of all squares")},
             {StatisticsFacts::tr("Zeros"), percentText(numbers.zeroShare),
              StatisticsFacts::tr("Values that are exactly 0")}};
  if (numbers.notFinite > 0)
    facts.push_back({StatisticsFacts::tr("Not a number"), QString::number(numbers.notFinite),
                     StatisticsFacts::tr("Left out of the figures above")});
  return facts;
}

}  // namespace fovea
