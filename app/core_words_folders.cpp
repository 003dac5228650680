// Why: lists the texts of imports of boxes, masks, pairs and folders for the translators.
#include <QCoreApplication>
#include <array>

#include "app/core_words_parts.h"

namespace fovea {
namespace {

constexpr std::array kFolderWords{
    QT_TRANSLATE_NOOP("Core", "All folders: animals/cat"),
    QT_TRANSLATE_NOOP("Core", "As folders and names suggest"),
    QT_TRANSLATE_NOOP("Core", "As the masks suggest"),
    QT_TRANSLATE_NOOP("Core", "Boxes in one column"),
    QT_TRANSLATE_NOOP("Core", "Boxes, around outlines too"),
    QT_TRANSLATE_NOOP("Core", "Folders as classes"),
    QT_TRANSLATE_NOOP("Core", "Masks as run lengths in a table"),
    QT_TRANSLATE_NOOP("Core", "Folder of split lists"),
    QT_TRANSLATE_NOOP("Core", "Frames of one folder"),
    QT_TRANSLATE_NOOP("Core", "What is taken from boxes and outlines."),
    QT_TRANSLATE_NOOP("Core", "What the last two of the four numbers of such a box are."),
    QT_TRANSLATE_NOOP("Core",
                      "The folder of lists such as train.txt and val.txt, whose lines name images or folders of "
                      "images. Empty looks for it, \"none\" reads no list."),
    QT_TRANSLATE_NOOP("Core",
                      "Whether folders that each hold images and their masks may be the classes of these images."),
    QT_TRANSLATE_NOOP("Core", "Whether the images of one folder stay in one split, as the frames of a film must."),
    QT_TRANSLATE_NOOP("Core", "Base folder"),
    QT_TRANSLATE_NOOP("Core", "Boxes"),
    QT_TRANSLATE_NOOP("Core", "Boxes and masks of CVAT (XML)"),
    QT_TRANSLATE_NOOP("Core", "Boxes around them"),
    QT_TRANSLATE_NOOP("Core", "Boxes in a table (CSV)"),
    QT_TRANSLATE_NOOP("Core", "Boxes in lists (CUB-200, CelebA, FGVC Aircraft, GTSRB)"),
    QT_TRANSLATE_NOOP("Core", "Which classes of aircraft: variant, family or manufacturer; empty for variant."),
    QT_TRANSLATE_NOOP("Core", "Boxes in lists of YOLO (Keras, PyTorch)"),
    QT_TRANSLATE_NOOP("Core", "Boxes in a text beside each image, in any order"),
    QT_TRANSLATE_NOOP("Core", "Boxes by frame (MOT Challenge, VisDrone, UAVDT)"),
    QT_TRANSLATE_NOOP("Core", "Boxes of CrowdHuman and BDD100K (JSON)"),
    QT_TRANSLATE_NOOP(
        "Core",
        "What the cells of a line mean, for instance \"left top right bottom class\" or \"class centre_x centre_y "
        "width height\"; also x, y (corners), text, score, and - for a cell of no use. Empty: found out."),
    QT_TRANSLATE_NOOP("Core", "Pairs side by side (pix2pix)"),
    QT_TRANSLATE_NOOP("Core", "The left half"),
    QT_TRANSLATE_NOOP("Core", "The right half"),
    QT_TRANSLATE_NOOP("Core", "Which half of an image is the input; the other one is the target."),
    QT_TRANSLATE_NOOP("Core", "Boxes of a person"),
    QT_TRANSLATE_NOOP("Core", "Which of the three boxes of CrowdHuman is taken."),
    QT_TRANSLATE_NOOP("Core", "Boxes of Create ML (JSON)"),
    QT_TRANSLATE_NOOP("Core", "Boxes of KITTI (text)"),
    QT_TRANSLATE_NOOP("Core", "Boxes of SVHN (digitStruct.mat)"),
    QT_TRANSLATE_NOOP("Core", "Rotated boxes of DOTA (text)"),
    QT_TRANSLATE_NOOP("Core", "Boxes of Pascal VOC (XML)"),
    QT_TRANSLATE_NOOP("Core", "Boxes of WIDER FACE"),
    QT_TRANSLATE_NOOP("Core", "Boxes of YOLO (text)"),
    QT_TRANSLATE_NOOP("Core", "Boxes outside the image"),
    QT_TRANSLATE_NOOP("Core", "Boxes where there are some, else ask"),
    QT_TRANSLATE_NOOP("Core", "COCO (JSON)"),
    QT_TRANSLATE_NOOP("Core", "Folders of such names are splits"),
    QT_TRANSLATE_NOOP("Core", "Folders set apart"),
    QT_TRANSLATE_NOOP("Core", "Folders without labels"),
    QT_TRANSLATE_NOOP("Core", "Half crop, half fill"),
    QT_TRANSLATE_NOOP("Core", "How far a corner may move, as a share of half the side."),
    QT_TRANSLATE_NOOP("Core", "How the values of grey masks become classes."),
    QT_TRANSLATE_NOOP("Core", "Image folder"),
    QT_TRANSLATE_NOOP("Core", "Images with masks"),
    QT_TRANSLATE_NOOP("Core", "Images without boxes"),
    QT_TRANSLATE_NOOP("Core", "Images, a folder per class"),
    QT_TRANSLATE_NOOP("Core",
                      "In the order of the labels, separated by commas; empty takes a list beside the folders, or "
                      "numbers. \"numbers\" takes numbers, \"cityscapes\" and \"voc\" the names of these sets."),
    QT_TRANSLATE_NOOP("Core", "Input folder"),
    QT_TRANSLATE_NOOP("Core", "Invalid boxes"),
    QT_TRANSLATE_NOOP("Core", "Keep, as images without boxes"),
    QT_TRANSLATE_NOOP("Core", "Large: halves of both; small: mostly one of them."),
    QT_TRANSLATE_NOOP("Core", "Lists of splits"),
    QT_TRANSLATE_NOOP("Core", "Mask folder"),
    QT_TRANSLATE_NOOP("Core", "Masks"),
    QT_TRANSLATE_NOOP("Core", "Masks from the outlines"),
    QT_TRANSLATE_NOOP("Core", "Name of the folders of images; empty knows \"images\" and its like."),
    QT_TRANSLATE_NOOP("Core", "Name of the folders of inputs; empty knows \"input\" and its like."),
    QT_TRANSLATE_NOOP("Core", "Name of the folders of masks; empty knows \"masks\" and its like."),
    QT_TRANSLATE_NOOP("Core", "Name of the folders of targets; empty knows \"target\" and its like."),
    QT_TRANSLATE_NOOP("Core", "Names of folders to leave out, separated by commas."),
    QT_TRANSLATE_NOOP("Core",
                      "Names of the files of a folder that hold samples, separated by commas; empty finds them."),
    QT_TRANSLATE_NOOP("Core", "None: every folder is a class"),
    QT_TRANSLATE_NOOP("Core", "Only pairs whose target is so many times larger; 0 takes all."),
    QT_TRANSLATE_NOOP("Core", "Outlines of LabelMe (JSON)"),
    QT_TRANSLATE_NOOP("Core", "Pairs of images"),
    QT_TRANSLATE_NOOP("Core", "Sounds, a folder per class"),
    QT_TRANSLATE_NOOP("Core", "Split column"),
    QT_TRANSLATE_NOOP("Core", "Splits"),
    QT_TRANSLATE_NOOP("Core", "Take the folder"),
    QT_TRANSLATE_NOOP("Core", "Target folder"),
    QT_TRANSLATE_NOOP("Core", "Texts, a folder per class"),
    QT_TRANSLATE_NOOP("Core", "The one to take of several folders that hold the same classes (color, grayscale)."),
    QT_TRANSLATE_NOOP("Core", "Tilts some of the images: each corner moves inwards by a random amount."),
    QT_TRANSLATE_NOOP("Core", "Video clips, a folder per class"),
    QT_TRANSLATE_NOOP("Core", "Volumes as stacks of slices, a folder per volume"),
    QT_TRANSLATE_NOOP("Core", "What becomes of boxes that reach over the border of their image."),
    QT_TRANSLATE_NOOP("Core", "What becomes of folders in which no image has a file of labels."),
    QT_TRANSLATE_NOOP(
        "Core", "What becomes of folders such as _background_noise_ or unsup, whose names say that they are no class."),
    QT_TRANSLATE_NOOP("Core",
                      "What becomes of volumes whose mask lies elsewhere in the scanner, as their headers say."),
    QT_TRANSLATE_NOOP("Core", "What is taken from the outlines."),
    QT_TRANSLATE_NOOP("Core", "What is taken of outlines and masks."),
    QT_TRANSLATE_NOOP("Core", "Where paths of images begin; empty is the folder of each table."),
    QT_TRANSLATE_NOOP("Core", "Whether boxes that the list marks as invalid are faces, too."),
    QT_TRANSLATE_NOOP("Core", "Whether files such as \"wiki.train.tokens\" and \"wiki.test.tokens\" are splits."),
    QT_TRANSLATE_NOOP("Core", "Whether folders such as \"train\" and \"test\" are splits."),
    QT_TRANSLATE_NOOP("Core", "Which folder around a file names its class."),
    QT_TRANSLATE_NOOP("Core",
                      "Which lists of a folder are read, separated by commas; empty reads those of splits, or the one "
                      "that names everything."),
};

}  // namespace

std::span<const char* const> coreFolderWords() {
  return kFolderWords;
}

}  // namespace fovea
