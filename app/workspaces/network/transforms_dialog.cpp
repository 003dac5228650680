#include "app/workspaces/network/transforms_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/workspaces/network/variant_pictures.h"
#include "widgets/canvas/items/node_content.h"
#include "widgets/forms/schema_form.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kVariants = 16;
constexpr int kColumns = 4;
constexpr int kListWidth = 300;
constexpr int kRedrawMilliseconds = 30;
constexpr double kMarkWidth = 1.5;
}  // namespace

// Shows pictures in rows of four, as large as possible; small ones are scaled by whole numbers.
class VariantGrid : public QWidget {
 public:
  explicit VariantGrid(QWidget* parent) : QWidget(parent) {
    setMinimumSize(kColumns * 96, kColumns * 96);
    setAccessibleName(TransformsDialog::tr("Variants of a sample"));
  }
  void setPictures(std::vector<VariantPicture> pictures) {
    pictures_ = std::move(pictures);
    update();
  }
  std::size_t count() const { return pictures_.size(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const int gap = size::kGrid, cell = (std::min(width(), height()) - (kColumns - 1) * gap) / kColumns;
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
      const QImage& picture = pictures_[i].image;
      const int column = static_cast<int>(i) % kColumns, row = static_cast<int>(i) / kColumns;
      const double scale = std::min(double(cell) / picture.width(), double(cell) / picture.height());
      const QSizeF wanted(picture.width() * scale, picture.height() * scale);
      const QPointF corner(column * (cell + gap) + (cell - wanted.width()) / 2,
                           row * (cell + gap) + (cell - wanted.height()) / 2);
      painter.setRenderHint(QPainter::SmoothPixmapTransform, scale < 2);
      painter.drawImage(QRectF(corner, wanted), picture);
      painter.setBrush(Qt::NoBrush);
      for (const VariantPicture::Mark& mark : pictures_[i].marks) {
        painter.setPen(QPen(mark.color, kMarkWidth));
        painter.drawRect(QRectF(corner + mark.place.topLeft() * scale, mark.place.size() * scale));
      }
    }
  }

 private:
  std::vector<VariantPicture> pictures_;
};

TransformsDialog::TransformsDialog(TransformList list, std::vector<Sample> samples, const Shape& shape, QWidget* parent)
    : QDialog(parent),
      list_(std::move(list)),
      samples_(std::move(samples)),
      shape_(shape),
      steps_(new QListWidget),
      remove_(new QPushButton(tr("Remove"))),
      up_(new QPushButton(tr("Up"))),
      down_(new QPushButton(tr("Down"))),
      help_(new QLabel),
      formPlace_(new QVBoxLayout),
      variants_(new VariantGrid(this)),
      problem_(new QLabel) {
  setWindowTitle(tr("Transforms of the input"));
  resize(980, 680);
  auto* add = new QPushButton(tr("Add"));
  auto* menu = new QMenu(add);
  for (const TransformType& type : allTransforms()) {
    if (!worksOn(type, samples_.front().input)) continue;
    const QString name = QString::fromStdString(type.name);
    menu->addAction(coreText(type.title), this, [this, name] { addStep(name); })->setToolTip(coreText(type.help));
  }
  menu->setToolTipsVisible(true);
  add->setMenu(menu);
  auto* another = new QPushButton(tr("Another sample"));
  auto* again = new QPushButton(tr("Draw again"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Use this list"));
  setKind(buttons->button(QDialogButtonBox::Ok), "primary");
  steps_->setAccessibleName(tr("Transforms, in order"));
  help_->setWordWrap(true);
  setKind(help_, "muted");
  problem_->setWordWrap(true);
  setKind(problem_, "error");

  auto* side = new QVBoxLayout;
  side->setSpacing(size::kGrid);
  auto* order = new Card(tr("In this order"));
  order->body()->addWidget(steps_, 1);
  side->addWidget(order, 1);
  auto* row = new QHBoxLayout;
  for (QPushButton* button : {add, remove_, up_, down_}) row->addWidget(button);
  side->addLayout(row);
  side->addWidget(help_);
  side->addLayout(formPlace_);
  side->addStretch();
  auto* picture = new QVBoxLayout;
  picture->setSpacing(size::kGrid);
  picture->addWidget(new SectionLabel(tr("Sixteen times the same sample")));
  picture->addWidget(variants_, 1);
  picture->addWidget(problem_);
  auto* below = new QHBoxLayout;
  below->addWidget(another);
  below->addWidget(again);
  below->addStretch();
  picture->addLayout(below);
  auto* sideBox = new QWidget;
  sideBox->setFixedWidth(kListWidth);
  side->setContentsMargins(0, 0, 0, 0);
  sideBox->setLayout(side);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(3 * size::kGrid);
  columns->addWidget(sideBox);
  columns->addLayout(picture, 1);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  all->addLayout(columns, 1);
  all->addWidget(buttons);

  soon_.setSingleShot(true);
  soon_.setInterval(kRedrawMilliseconds);
  another->setEnabled(samples_.size() > 1);
  connect(&soon_, &QTimer::timeout, this, &TransformsDialog::showVariants);
  connect(steps_, &QListWidget::currentRowChanged, this, &TransformsDialog::showForm);
  connect(remove_, &QPushButton::clicked, this, &TransformsDialog::removeStep);
  connect(up_, &QPushButton::clicked, this, [this] { moveStep(-1); });
  connect(down_, &QPushButton::clicked, this, [this] { moveStep(1); });
  connect(another, &QPushButton::clicked, this, [this] {
    sample_ = (sample_ + 1) % samples_.size();
    showVariants();
  });
  connect(again, &QPushButton::clicked, this, [this] {
    ++draw_;
    showVariants();
  });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  showList(list_.empty() ? -1 : 0);
}

TransformStep* TransformsDialog::current() {
  const int row = steps_->currentRow();
  return row < 0 ? nullptr : std::get_if<TransformStep>(&list_[static_cast<std::size_t>(row)]);
}

void TransformsDialog::addStep(const QString& name) {
  const TransformType* const type = findTransform(name.toStdString());
  FieldValues values = type->parameters.defaults();
  // A new transform that sets a size starts with the network's input size.
  if (type->parameters.find("height") && shape_.rank() == 3 && values.integer("height") > 0) {
    values.set("height", shape_[1]);
    values.set("width", shape_[2]);
  }
  list_.emplace_back(TransformStep{type->name, std::move(values)});
  showList(static_cast<int>(list_.size()) - 1);
}

void TransformsDialog::removeStep() {
  const int row = steps_->currentRow();
  if (row < 0) return;
  list_.erase(list_.begin() + row);
  showList(std::min(row, static_cast<int>(list_.size()) - 1));
}

void TransformsDialog::moveStep(int by) {
  const int row = steps_->currentRow(), to = row + by;
  if (row < 0 || to < 0 || to >= static_cast<int>(list_.size())) return;
  std::swap(list_[static_cast<std::size_t>(row)], list_[static_cast<std::size_t>(to)]);
  showList(to);
}

void TransformsDialog::showList(int current) {
  {
    const QSignalBlocker blocker(steps_);
    steps_->clear();
    for (const Transform& transform : list_) {
      const auto& step = std::get<TransformStep>(transform);
      const TransformType* const type = findTransform(step.type);
      steps_->addItem(type ? coreText(type->title) : QString::fromStdString(step.type));
    }
    steps_->setCurrentRow(current);
  }
  showForm();
}

void TransformsDialog::showForm() {
  delete form_;
  form_ = nullptr;
  const int row = steps_->currentRow();
  remove_->setEnabled(row >= 0);
  up_->setEnabled(row > 0);
  down_->setEnabled(row >= 0 && row + 1 < steps_->count());
  const TransformStep* const step = current();
  const TransformType* const type = step ? findTransform(step->type) : nullptr;
  help_->setText(
      type ? coreText(type->help)
           : tr("Nothing is changed: samples go in as they are. Add a transform to train on more than was collected."));
  if (type) {
    form_ = new SchemaForm(type->parameters);
    (void)form_->setValues(step->values);  // values from the list, valid for the schema
    formPlace_->addWidget(form_);
    connect(form_, &SchemaForm::valueEdited, this, [this](const QString& name, const FieldValue& value) {
      if (TransformStep* changed = this->current()) changed->values.set(name.toStdString(), value);
      soon_.start();
    });
  }
  showVariants();
}

void TransformsDialog::showVariants() {
  const Sample& sample = samples_[sample_];
  const auto plan = TransformPlan::make(list_, sample.input.type());
  problem_->setVisible(!plan.ok());
  if (!plan.ok()) {
    problem_->setText(coreMessage(plan.error()));
    return;
  }
  const Shape result = plan->outputType().shape;
  if (result != shape_) {
    problem_->setText(
        tr("The network expects %1, and this list produces %2: add “Resize”, or set the Input layer's shape.")
            .arg(shapeText(shape_), shapeText(result)));
    problem_->show();
  }
  // Tasks share the samples' pixels, which are never modified.
  drawing_.ask(
      [plan = *plan, sample, partner = samples_[(sample_ + 1) % samples_.size()], draw = draw_,
       index = sample_]() -> Result<std::vector<VariantPicture>> {
        std::vector<VariantPicture> pictures;
        for (std::uint64_t i = 0; i < kVariants; ++i) {
          VariantPicture picture = variantPicture(plan, sample, partner, sampleRandom(draw, i, index));
          if (!picture.image.isNull()) pictures.push_back(std::move(picture));
        }
        return pictures;
      },
      [this](const Result<std::vector<VariantPicture>>& pictures) {
        if (pictures.ok()) return variants_->setPictures(*pictures);
        problem_->setText(coreMessage(pictures.error()));
        problem_->show();
      });
}

std::size_t TransformsDialog::shownVariants() const {
  return variants_->count();
}

}  // namespace fovea
