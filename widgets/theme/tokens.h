// Why: the only definition of the colours, sizes and fonts of the screen; a new one is a new row here. The table is
// constant data, so any thread may read it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fovea {

enum class ThemeKind { Dark, Light };

// Backgrounds first, then foregrounds. "Text" variants of accent, good, warning and bad are for text: their contrast
// with every background is 4.5:1 (tested); the plain ones are for marks, borders and curves. Faint is never used for
// text that must be read.
enum class Color : std::uint8_t {
  Window,
  Panel,
  Raised,      // nodes, inputs, buttons
  Hover,       // also the background of pills and of the empty part of bars
  Selection,   // a chosen row
  AccentSoft,  // a chosen mode or tab
  GoodSoft,
  WarningSoft,
  BadSoft,
  Line,
  LineStrong,  // outline of a check box or switch: contrast 3:1 with its background
  Text,
  Muted,
  Faint,
  Accent,
  AccentFill,       // background of a primary button
  AccentFillHover,  // the same under the pointer
  OnAccent,         // text on AccentFill
  AccentText,
  Good,
  GoodText,
  Warning,
  WarningText,
  Bad,
  BadText,
  BadFill,  // background of a danger button; its text is OnAccent
  Shadow,
  Count
};

// The colours of layers on the canvas, in palettes and in the mini-map; the same in both themes. In the order of core's
// LayerFamily, on which this room does not depend.
enum class FamilyColor : std::uint8_t {
  Data,
  Convolution,
  Pooling,
  Activation,
  Normalisation,
  Linear,  // also recurrent
  Loss,    // also attention
  Shape,
  Count
};

struct ColorToken {
  Color color;
  std::string_view name;
  std::uint32_t dark;  // 0xRRGGBB
  std::uint32_t light;
};

// In the order of Color.
inline constexpr std::array<ColorToken, static_cast<std::size_t>(Color::Count)> kColorTokens{{
    {Color::Window, "window", 0x14161a, 0xeef0f3},
    {Color::Panel, "panel", 0x1a1d23, 0xf8f9fb},
    {Color::Raised, "raised", 0x22262e, 0xffffff},
    {Color::Hover, "hover", 0x2b303a, 0xe8ebf0},
    {Color::Selection, "selection", 0x202839, 0xe0e8fc},
    {Color::AccentSoft, "accent-soft", 0x25304a, 0xd6e2fd},
    {Color::GoodSoft, "good-soft", 0x1b2f2a, 0xdff3e9},
    {Color::WarningSoft, "warning-soft", 0x332a1c, 0xfaeed8},
    {Color::BadSoft, "bad-soft", 0x382125, 0xfbe4e4},
    {Color::Line, "line", 0x30353f, 0xd5dae1},
    {Color::LineStrong, "line-strong", 0x717a88, 0x828b98},
    {Color::Text, "text", 0xe7eaef, 0x1c2128},
    {Color::Muted, "muted", 0x9aa3b0, 0x5b6572},
    {Color::Faint, "faint", 0x69727f, 0x8a93a0},
    {Color::Accent, "accent", 0x5b8cff, 0x2f6bff},
    {Color::AccentFill, "accent-fill", 0x3b6df0, 0x2f66f2},
    {Color::AccentFillHover, "accent-fill-hover", 0x3563dd, 0x2559dd},
    {Color::OnAccent, "on-accent", 0xffffff, 0xffffff},
    {Color::AccentText, "accent-text", 0x7fa5ff, 0x1f55d6},
    {Color::Good, "good", 0x3fb97f, 0x1e9a62},
    {Color::GoodText, "good-text", 0x4cc78c, 0x12734a},
    {Color::Warning, "warning", 0xe5a545, 0xb97806},
    {Color::WarningText, "warning-text", 0xe5a545, 0x855400},
    {Color::Bad, "bad", 0xef5d5d, 0xd03a3a},
    {Color::BadText, "bad-text", 0xf47c7c, 0xb82c2c},
    {Color::BadFill, "bad-fill", 0xc93c3c, 0xc93535},
    {Color::Shadow, "shadow", 0x000000, 0x5b6572},
}};

inline constexpr std::array<std::uint32_t, static_cast<std::size_t>(FamilyColor::Count)> kFamilyColors{
    0x5aa9e6, 0x8b7bf2, 0x3db8a5, 0xe8b04b, 0xb57edc, 0x5b8cff, 0xef6f6c, 0x8c96a6};

// Ten series colours that people with protanopia and deuteranopia can distinguish too (tested with the matrices of
// Machado et al. 2009): they differ in lightness as well as hue. The first four are the usual ones: train, validation,
// and so on.
inline constexpr std::size_t kSeriesColorCount = 10;
inline constexpr std::array<std::uint32_t, kSeriesColorCount> kSeriesColorsDark{
    0x5b8cff, 0xf2994a, 0x2fae8c, 0xdb74b4, 0xf5e27a, 0x55d0f7, 0xb0553a, 0xa04fc4, 0xdbe6e1, 0x8be49a};
inline constexpr std::array<std::uint32_t, kSeriesColorCount> kSeriesColorsLight{
    0x2f6bff, 0xc86f04, 0x137b5d, 0xc2479f, 0xa8854a, 0x2195e0, 0x4a2a20, 0x5b2099, 0x1f3450, 0x2a5a08};

// Device-independent pixels.
namespace size {
inline constexpr int kGrid = 8;
inline constexpr int kControl = 28;
inline constexpr int kToolbar = 44;
inline constexpr int kStatusBar = 30;
inline constexpr int kRail = 64;
inline constexpr int kRailButtonWidth = 56;
inline constexpr int kRailButtonHeight = 46;
inline constexpr int kInspector = 300;
inline constexpr int kPanelHeader = 30;
inline constexpr int kRow = 30;  // of a table
inline constexpr int kControlCorner = 6;
inline constexpr int kCardCorner = 8;  // nodes and cards
inline constexpr int kCardMargin = 14;
inline constexpr int kGutter = 12;  // between cards
inline constexpr int kPageMargin = 16;
inline constexpr int kFormLabel = 108;
inline constexpr int kWideFormLabel = 168;  // where a form has room, for long titles
inline constexpr int kNodeWidth = 168;
inline constexpr int kPort = 10;
inline constexpr int kScrollBar = 10;
inline constexpr int kIcon = 16;  // in buttons, menus, fields
inline constexpr int kRailIcon = 20;
inline constexpr int kPillHeight = 18;
inline constexpr int kText = 13;
inline constexpr int kCaption = 11;
inline constexpr int kTitle = 15;
}  // namespace size

// The longest animation on the screen.
inline constexpr int kMotionMilliseconds = 150;

}  // namespace fovea
