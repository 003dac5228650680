// Why: a table may be one JSON document in the forms of pandas' to_json() and of data sets that keep their splits
// apart.
#pragma once
#include "core/base/json.h"

namespace fovea {

// Makes an array of objects, one for each row, of a document in one of these forms; returns false for any other, which
// then stays as it is:
// - an array of objects, or of arrays with the same number of values: [["a text", "its class"], …];
// - rows by split: {"train": [{…}, …], "test": […]}; they get a member "split";
// - rows by column, as pandas writes them: {"a": {"0": 1, "1": 2}, "b": {…}}, {"columns": […], "data": [[…], …]};
// - rows by name: {"a.png": {"width": 3, …}, "b.png": {…}}; they get a member "name";
// - one array of rows beside other members: {"version": 1, "data": [{…}, …]}.
bool makeRowsOf(Json& document);

}  // namespace fovea
