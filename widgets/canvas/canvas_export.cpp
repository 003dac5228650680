#include "widgets/canvas/canvas_export.h"

#include <QtCore/QBuffer>
#include <QtCore/QFileInfo>
#include <QtGui/QImageReader>
#include <QtGui/QPainter>
#include <QtGui/QPdfWriter>
#include <QtSvg/QSvgGenerator>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr double kExportMargin = 16;    // margin around the drawing, in pixels at 1×
constexpr double kPictureScale = 2;     // scale of a PNG
constexpr double kMaximumSide = 16000;  // limit for PNG, in pixels
constexpr double kMaximumPage = 14400;  // limit for PDF, in points: ISO 32000-1, annex C
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
const QString kTextKey = QStringLiteral("fovea-network");
// Marks the start of the network's text (base64), in SVG and in PDF.
const QByteArray kMetadata = "<metadata id=\"fovea-network\">";
const QByteArray kXmpProperty = "<fovea:network>";
const QString kTitleMark = QStringLiteral("fovea-title");

// The drawing alone, as printed.
class Paper {
 public:
  Paper(const Network& network, const NetworkReport& report, const BlockPath& path, bool sideways) {
    scene_.setSideways(sideways);
    scene_.setStyle(CanvasStyle::of(Theme(ThemeKind::Light)));
    scene_.setNetwork(network, report, false);
    scene_.setPath(path);
  }

  QRectF rectangle() const {
    QRectF bounds = scene_.networkRectangle();
    for (const EdgeItem* edge : scene_.edges()) bounds |= edge->sceneBoundingRect();
    return bounds.adjusted(-kExportMargin, -kExportMargin, kExportMargin, kExportMargin).toAlignedRect();
  }
  void paint(QPainter& painter, const QRectF& target) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    scene_.render(&painter, target, rectangle());
  }

 private:
  CanvasScene scene_;
};

QByteArray textOf(const Network& network) {
  return QByteArray::fromStdString(formatJsonLine(networkToJson(network)));
}

// Puts the title in place of kTitleMark, and after it the text, as an element that drawing programs keep but do not
// show. Only some versions of Qt escape the title that they are given, so they get the mark.
void describe(QByteArray& bytes, const QString& title, const QByteArray& text) {
  const QByteArray mark = "<title>" + kTitleMark.toUtf8() + "</title>";
  const QByteArray words = "<title>" + title.toHtmlEscaped().toUtf8() + "</title>";
  const qsizetype at = bytes.indexOf(mark);
  if (at >= 0) bytes.replace(at, mark.size(), words + kMetadata + text.toBase64() + "</metadata>");
}

QByteArray svg(Paper& paper, const QString& title, const QByteArray& text) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  const QSizeF size = paper.rectangle().size();
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setTitle(kTitleMark);
  generator.setResolution(96);
  generator.setSize(size.toSize());
  generator.setViewBox(QRectF({0, 0}, size));
  QPainter painter(&generator);
  paper.paint(painter, {{0, 0}, size});
  painter.end();
  describe(bytes, title, text);
  return bytes;
}

QByteArray png(Paper& paper, const QString& title, const QByteArray& text) {
  const QSizeF size = paper.rectangle().size() * kPictureScale;
  if (size.width() > kMaximumSide || size.height() > kMaximumSide) return {};
  QImage image(size.toSize(), QImage::Format_RGB32);
  if (image.isNull()) return {};
  image.fill(Qt::white);
  QPainter painter(&image);
  paper.paint(painter, {{0, 0}, size});
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.setText(QStringLiteral("Title"), title);
  image.setText(kTextKey, QString::fromUtf8(text));
  image.save(&buffer, "PNG");
  return bytes;
}

// The page's metadata, stored uncompressed in the file. Source: ISO 16684-1 (XMP).
QByteArray xmpWith(const QString& title, const QByteArray& text) {
  const QString packet = QStringLiteral(
      "<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
      "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
      "xmlns:fovea=\"urn:fovea:network\">\n"
      "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>\n"
      "%2%3</fovea:network>\n"
      "</rdf:Description></rdf:RDF></x:xmpmeta>\n"
      "<?xpacket end=\"w\"?>\n");
  return packet.arg(title.toHtmlEscaped(), QString::fromLatin1(kXmpProperty), QString::fromLatin1(text.toBase64()))
      .toUtf8();
}

QByteArray pdf(Paper& paper, const QString& title, const QByteArray& text) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  const QSizeF whole = paper.rectangle().size();
  const QSizeF size = whole * std::min(1.0, kMaximumPage / std::max(whole.width(), whole.height()));
  QPdfWriter writer(&buffer);
  writer.setTitle(title);
  writer.setDocumentXmpMetadata(xmpWith(title, text));
  writer.setResolution(72);  // one pixel is one point; a larger drawing is scaled
  writer.setPageSize(QPageSize(size, QPageSize::Point));
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  QPainter painter(&writer);
  paper.paint(painter, {{0, 0}, size});
  painter.end();
  return bytes;
}

}  // namespace

Status exportDrawing(const Network& network, const NetworkReport& report, const QString& file, const BlockPath& path,
                     bool sideways) {
  const QString suffix = QFileInfo(file).suffix().toLower();
  const bool known = suffix == QLatin1String("svg") || suffix == QLatin1String("png") || suffix == QLatin1String("pdf");
  if (!known)
    return fail(ErrorCode::InvalidArgument, "A drawing cannot be saved as \"" + suffix.toStdString() + "\".",
                "Choose a name that ends in .svg, .png or .pdf.");
  if (network.layers().empty())
    return fail(ErrorCode::InvalidArgument, "There is nothing to draw: the network has no layers.");
  Paper paper(network, report, path, sideways);
  const QString title = QString::fromStdString(network.name());
  const auto write = suffix == QLatin1String("svg") ? svg : suffix == QLatin1String("pdf") ? pdf : png;
  const QByteArray bytes = write(paper, title, textOf(network));
  if (bytes.isEmpty())
    return fail(ErrorCode::InvalidArgument, "The drawing is too large for a picture.", "Save it as .svg or .pdf.");
  return writeFileAtomic(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

Result<Network> readDrawing(const QString& file) {
  FOVEA_TRY(const std::string content, readFile(file.toStdString(), kMostBytes));
  QByteArray bytes = QByteArray::fromRawData(content.data(), static_cast<qsizetype>(content.size()));
  QByteArray text;
  for (const QByteArray& mark : {kMetadata, kXmpProperty}) {
    const qsizetype at = bytes.indexOf(mark), begin = at + mark.size();
    if (at >= 0) text = QByteArray::fromBase64(bytes.mid(begin, bytes.indexOf('<', begin) - begin));
  }
  if (bytes.startsWith("\x89PNG")) {
    QBuffer buffer(&bytes);
    text = QImageReader(&buffer, "png").text(kTextKey).toUtf8();
  }
  if (text.isEmpty())
    return fail(ErrorCode::Unsupported, "This picture holds no network.",
                "Drawings that Fovea exports do, as long as no other program has written them anew.");
  const auto json = parseJson(text.toStdString());
  if (!json.ok()) return json.error().within(file.toStdString());
  auto network = networkFromJson(*json);
  if (!network.ok()) return network.error().within(file.toStdString());
  return network;
}

void paintDrawing(const Network& network, const NetworkReport& report, QPainter& painter, const QRectF& target,
                  double pixel, const BlockPath& path, bool sideways) {
  Paper paper(network, report, path, sideways);
  const QSizeF size = paper.rectangle().size();
  const double scale = std::min({target.width() / size.width(), target.height() / size.height(), pixel});
  QRectF place({0, 0}, size * scale);
  place.moveCenter(target.center());
  place.moveTop(target.top());
  paper.paint(painter, place);
}

}  // namespace fovea
