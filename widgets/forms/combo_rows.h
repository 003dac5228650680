// Why: a box that lists what a run makes changes many times a second, and each row that is written costs its model, its
// view and its layout something; an open list must also stay where it is. Only rows that differ are touched.
#pragma once
#include <QtWidgets/QComboBox>
#include <algorithm>
#include <vector>

namespace fovea {

// Makes the rows from `first` on those of `wanted`. `shown` holds what the last call wanted. A Row says with id() which
// one it is, and with == whether its content is the same; `write(row, content)` sets the texts and data of a row that
// is new or has changed. Rows keep their order. Emits the box's signals: block them where they would be mistaken.
template <class Row, class Write>
void updateRows(QComboBox& box, int first, std::vector<Row>& shown, std::vector<Row> wanted, const Write& write) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < shown.size() && shown[i] == wanted[i]) continue;
    const int row = first + static_cast<int>(i);
    const auto place = shown.begin() + static_cast<std::ptrdiff_t>(i);
    const auto found = std::find_if(place, shown.end(), [&](const Row& each) { return each.id() == wanted[i].id(); });
    if (found == shown.end()) {
      box.insertItem(row, QString());
      shown.insert(place, wanted[i]);
    } else {
      for (auto gone = place; gone != found; ++gone) box.removeItem(row);
      *found = wanted[i];
      shown.erase(place, found);
    }
    write(row, shown[i]);
  }
  for (; shown.size() > wanted.size(); shown.pop_back()) box.removeItem(first + static_cast<int>(shown.size()) - 1);
}

}  // namespace fovea
