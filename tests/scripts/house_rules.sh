#!/bin/bash
# The rules of the house that a compiler cannot check. Prints what offends and fails; and so that no rule rots into one
# that cannot fail, it first builds a small bad house and makes sure that each rule sees its fault there.
set -u
export LC_ALL=C.UTF-8
source_folder=${FOVEA_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}

# Below, `files PATTERN…` lists files of the house named in FOLDERS, and every rule prints offences, one a line.
files() {
  local folders=() folder
  for folder in $FOLDERS; do [ -d "$folder" ] && folders+=("$folder"); done
  [ ${#folders[@]} -eq 0 ] && return
  local names=() pattern
  for pattern in "$@"; do names+=(-o -name "$pattern"); done
  find "${folders[@]}" -type f \( "${names[@]:1}" \) | sort
}

offences_of() {  # RULE-WORDS REGEX: reads file names from the standard input
  local words=$1 regex=$2
  xargs -r -d '\n' grep -nHE -- "$regex" /dev/null | sed "s|^|$words: |"
}

no_qt_in_core() {
  FOLDERS="core" files '*.h' '*.cpp' '*.cu' '*.cuh' | offences_of "Qt in core" '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"](Q[A-Z]|Qt)'
}

opencv_in_its_rooms() {
  FOLDERS="core widgets app" files '*.h' '*.cpp' '*.cu' | grep -vE '^(core/data|widgets/images)/' |
    offences_of "OpenCV outside core/data and widgets/images" '#[[:space:]]*include[[:space:]]*[<"]opencv'
}

cuda_in_its_room() {
  FOLDERS="core widgets app tests" files '*.h' '*.cpp' '*.cu' '*.cuh' | grep -vE '^(core/backends/cuda|tests/core/backends/cuda_module)/' |
    offences_of "CUDA outside core/backends/cuda" '#[[:space:]]*include[[:space:]]*[<"](cuda|cudnn|cublas|curand|nccl|nvrtc|nvml)[a-zA-Z_]*(\.h|/|_)'
}

nothing_left_to_do() {
  FOLDERS="core widgets app tests resources translations installer cmake" files '*' | grep -vE '^tests/scripts/house_rules\.sh$|\.(png|gz|ico)$' |
    offences_of "unfinished" '\b(TODO|FIXME|XXX|HACK)\b'
}

no_path_of_one_machine() {
  { FOLDERS="core widgets app tests resources translations installer cmake" files '*'; ls CMakeLists.txt CMakePresets.json README.md 2>/dev/null; } |
    grep -vE '^tests/scripts/house_rules\.sh$|\.(png|gz|ico)$' |
    offences_of "path of one machine" '(^|[^A-Za-z0-9_.$}~*-])/(work|root|home/[a-z]|Users/[A-Za-z])[A-Za-z0-9_]*(/|"|$)'
}

files_of_a_readable_length() {
  FOLDERS="core widgets app" files '*.h' '*.cpp' '*.cu' '*.cuh' | while read -r file; do
    lines=$(wc -l < "$file")
    [ "$lines" -gt 500 ] && echo "longer than 500 lines: $file ($lines)"
  done
}

headers_say_why_they_exist() {
  FOLDERS="core widgets app" files '*.h' | while read -r file; do
    head -n 1 "$file" | grep -q '^//' || echo "no comment on why it exists: $file"
  done
}

# Each room of core uses only those before it in the first line, and each room inside another one those before it in the
# line that begins with the outer room. Files outside the inner rooms use all of them. Widgets know core, the app knows
# all.
rooms="core base tensor ops graph backends layers network data train inspect exchange deploy project worker
core/data image_module store transforms files measures video_module parquet_module importing importers loading
core/backends/cpu simd runtime spatial convolution products recurrent elementwise normalization losses .
core/backends/cuda/module runtime ranks normalization convolution products recurrent elementwise spatial losses .
widgets/canvas items layout palette scene input panels ."
arrows_go_one_way() {
  FOLDERS="core widgets" files '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -r -d '\n' grep -nHE '^#include "(core|widgets|app)/' /dev/null |
    awk -v rooms="$rooms" '
      # The room inside `outer` that holds a file; "." where none does.
      function room_in(outer, file) {
        file = substr(file, length(outer) + 2)
        return file ~ /\// ? substr(file, 1, index(file, "/") - 1) : "."
      }
      BEGIN {
        houses = split(rooms, lines, "\n")
        for (h = 1; h <= houses; ++h) {
          count = split(lines[h], names, " "); outer[h] = names[1]
          for (i = 2; i <= count; ++i) floor[outer[h], names[i]] = i
        }
      }
      {
        split($0, parts, ":"); from = parts[1]; split($0, quoted, "\""); to = quoted[2]
        if (to ~ /^app\// || (from ~ /^core\// && to ~ /^widgets\//)) { print "an include that goes up: " $0; next }
        for (h = 1; h <= houses; ++h) {
          if (index(from, outer[h] "/") != 1 || index(to, outer[h] "/") != 1) continue
          using = room_in(outer[h], from); used = room_in(outer[h], to)
          if (!((outer[h], using) in floor) || !((outer[h], used) in floor)) {
            print "a room of " outer[h] " that the list does not know: " $0; next
          }
          if (floor[outer[h], used] > floor[outer[h], using]) { print "an include that goes up: " $0; next }
        }
      }'
}

# Two types, or two free functions of headers, with one name in one namespace: the linker keeps one of the definitions
# without a word, and which one depends on what the compiler has inlined. The modules are programs of their own.
one_definition_of_each_name() {
  FOLDERS="core widgets app" files '*.h' '*.cpp' | grep -vE '/cuda/module/|_module/|\.inl\.h$' | xargs -r -d '\n' awk '
    FNR == 1 { space = "" }
    /^namespace \{/ { space = "" }
    /^namespace [a-z_:0-9]+ \{/ { space = $2 }
    space == "" { next }
    /^(struct|class|enum class) [A-Za-z_0-9]+( final)?( : .*)? \{/ { see(space "::" ($1 == "enum" ? $3 : $2)) }
    FILENAME ~ /\.h$/ && /^[A-Za-z_].*[ &*][a-z][A-Za-z0-9_]*\(.*\)( const)?( noexcept)?(;| \{)/ && !/^(return|using|typedef|template|static|friend)/ {
      line = $0; sub(/\)[^)]*$/, ")", line); name = line; sub(/\(.*/, "", name); sub(/.*[ &*]/, "", name)
      parameters = substr(line, index(line, name "(") + length(name))
      see(space "::" name parameters)
    }
    function see(name) {
      if (name in at && at[name] != FILENAME) print "two definitions of " name ": " at[name] " and " FILENAME
      at[name] = FILENAME
    }'
}

# What a thread throws ends the program, so each file that begins one names the guard.
threads_are_guarded() {
  FOLDERS="core widgets app" files '*.h' '*.cpp' '*.cu' |
    xargs -r -d '\n' grep -lE 'std::j?thread(\(|> [a-z_]+;)|QtConcurrent::run\(|QRunnable::create|(pool|thread)_?\.start\(\[' /dev/null |
    while read -r file; do
      local pair=${file%.*}
      grep -qE 'guarded\(|caughtError\(' "$pair".h "$pair".cpp 2>/dev/null || echo "a thread without a guard: $file"
    done
}

# A stranger who asks an installer what it does must not start an installation.
installers_say_what_they_do() {
  FOLDERS="installer" files '*.sh' | grep -v '/common\.sh$' | while read -r script; do
    # shellcheck disable=SC2016
    grep -qF -- '-h|--help) show_help "${BASH_SOURCE[0]}"; exit 0 ;;' "$script" && grep -q '\*) die "unknown option' "$script" ||
      { echo "an installer without --help, or that takes any option: $script"; continue; }
    [ -n "$(bash "$script" --help)" ] || echo "an installer that does not say what it does: $script"
    bash "$script" --bogus > /dev/null 2>&1 && echo "an installer that takes any option: $script"
  done
}

readme_tells_how_to_add_a_layer() {
  [ -f README.md ] || return 0
  grep -qiE '^#+ .*add a layer|^- \*\*.*add a layer|^\*\*.*add a layer|^\|.*add a layer' README.md || echo "README.md has no recipe \"add a layer\""
  grep -q 'core_words' README.md || echo "README.md does not tell where the texts of a layer are listed"
}

# Each row of README's promises ends with the tests that keep it: Suite.Name, Suite.*, nameOfAQtTest.
tests_of_promises_exist() {
  [ -f README.md ] || return 0
  local tests
  tests=$(FOLDERS="tests" files '*.h' '*.cpp' | xargs -r -d '\n' cat | tr '\n' ' ' |
    grep -oE '\b(TEST|TEST_F|TEST_P|TYPED_TEST)\( *\w+, *\w+|\bvoid \w+\(\)' | sed -E 's/^void (\w+).*/\1/; s/.*\( *(\w+), */\1./')
  sed -n '/^## What it promises/,$s/^| .* | \(.*\) |$/\1/p' README.md | sed 's/`[^`]*`//g' |
    grep -oE '[A-Za-z0-9_*…]*\.[A-Za-z0-9_*…]+|\b[a-z]+[A-Z]\w*|\*\w+\*' | sort -u | while read -r name; do
    local regex=${name//./\\.}
    regex=${regex//[*…]/.*}
    grep -qE -- "$regex\$" <<< "$tests" || echo "README.md names a test that is not there: $name"
  done
}

# In a German window too.
messages_of_core_are_translated() {
  FOLDERS="widgets app" files '*.h' '*.cpp' | grep -vE '^app/cli/' |
    offences_of "a message of core that stays English" 'fromStdString\([^()]*(\.|->)(message|advice|remark|error|text\(\))\)'
}

all_rules="no_qt_in_core opencv_in_its_rooms cuda_in_its_room nothing_left_to_do no_path_of_one_machine
  files_of_a_readable_length headers_say_why_they_exist arrows_go_one_way threads_are_guarded
  one_definition_of_each_name installers_say_what_they_do messages_of_core_are_translated tests_of_promises_exist
  readme_tells_how_to_add_a_layer"

bad_house=$(mktemp -d) || exit 1
trap 'rm -rf "$bad_house"' EXIT
cd "$bad_house" || exit 1
mkdir -p core/base core/worker core/data/store core/backends/cpu/simd widgets/canvas/items app installer
printf '// Why: to offend.\n#include <QString>\n#include <cuda_runtime.h>\n#include "core/worker/worker.h"\n' > core/base/bad.h
printf '#include "app/cli/command.h"\nnamespace fovea {\nstruct Bad {\n};\ninline int bad() {\n}\n}\n' > core/worker/bad.h
printf 'namespace fovea {\nstruct Bad {\n};\nint bad();\n}\n' > widgets/canvas/bad.h
printf '#include "core/data/loading/batch_loader.h"\n' > core/data/store/bad.h
printf '#include "core/backends/cpu/losses/softmax.h"\n' > core/backends/cpu/simd/bad.h
printf '#include "widgets/canvas/network_canvas.h"\n' > widgets/canvas/items/bad.h
printf '#include <opencv2/core.hpp>\n// TO%s: later\n' DO > widgets/canvas/bad.cpp
printf 'std::thread([] {}).detach();\n' >> widgets/canvas/bad.cpp
printf 'cd /ro%s/somewhere\n' ot > installer/bad.sh
for _ in $(seq 501); do echo; done > app/bad.cpp
printf 'label->setText(QString::fromStdString(error.message));\n' >> widgets/canvas/bad.cpp
printf '# Bad house\n## What it promises\n| all is well | `core_base` None.SuchTest |\n' > README.md
failed=0
for rule in $all_rules; do
  if [ -z "$($rule)" ]; then
    echo "The rule $rule does not see its fault in the bad house."
    failed=1
  fi
done
[ "$(one_definition_of_each_name | wc -l)" -eq 2 ] || { echo "one_definition_of_each_name does not see both faults"; failed=1; }
[ "$(arrows_go_one_way | wc -l)" -eq 5 ] || { echo "arrows_go_one_way sees $(arrows_go_one_way | wc -l) of 5 faults"; failed=1; }

cd "$source_folder" || exit 1
[ -d core/base ] || { echo "There is no house in $source_folder."; exit 1; }
for rule in $all_rules; do
  found=$($rule)
  if [ -n "$found" ]; then
    echo "$found"
    failed=1
  fi
done
[ $failed -eq 0 ] && echo "All rules are kept."
exit $failed
