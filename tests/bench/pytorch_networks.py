"""Fovea's standard networks in PyTorch, layer for layer, for comparison: each is the architecture of the file of the same
name in resources/networks, written from the papers. `NETWORKS` maps the name to how it is built and fed."""
from collections import namedtuple

import torch
from torch import nn

# build: () -> Module; shape: of one sample; symbols: extent of the alphabet where samples are symbols (else None);
# target: "class" (one label a sample), "pixel" (one label a place), "symbol" (one label a step), "image" (numbers like the
# output).
Network = namedtuple("Network", "build shape target classes symbols")


def conv_relu(inputs, outputs, kernel, **options):
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, **options), nn.ReLU(inplace=True))


def conv_norm(inputs, outputs, kernel, activation=None, **options):
    layers = [nn.Conv2d(inputs, outputs, kernel, bias=False, **options), nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, *([activation] if activation else []))


class Concatenated(nn.Module):
    def __init__(self, *branches):
        super().__init__()
        self.branches = nn.ModuleList(branches)

    def forward(self, x):
        return torch.cat([branch(x) for branch in self.branches], 1)


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Dropout(0.2), nn.Linear(256, 10))


def lenet():
    return nn.Sequential(nn.Conv2d(1, 20, 5), nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(800, 500), nn.ReLU(inplace=True), nn.Linear(500, 10))


def alexnet():
    return nn.Sequential(
        conv_relu(3, 96, 11, stride=4), nn.LocalResponseNorm(5), nn.MaxPool2d(3, 2),
        conv_relu(96, 256, 5, padding=2, groups=2), nn.LocalResponseNorm(5), nn.MaxPool2d(3, 2),
        conv_relu(256, 384, 3, padding=1), conv_relu(384, 384, 3, padding=1, groups=2),
        conv_relu(384, 256, 3, padding=1, groups=2), nn.MaxPool2d(3, 2), nn.Flatten(),
        nn.Linear(9216, 4096), nn.ReLU(inplace=True), nn.Dropout(), nn.Linear(4096, 4096), nn.ReLU(inplace=True),
        nn.Dropout(), nn.Linear(4096, 1000))


def vgg16():
    layers, channels = [], 3
    for width, count in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        for _ in range(count):
            layers.append(conv_relu(channels, width, 3, padding=1))
            channels = width
        layers.append(nn.MaxPool2d(2))
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(25088, 4096), nn.ReLU(inplace=True), nn.Dropout(),
                         nn.Linear(4096, 4096), nn.ReLU(inplace=True), nn.Dropout(), nn.Linear(4096, 1000))


def inception(inputs, one, reduce3, three, reduce5, five, pool):
    return Concatenated(
        conv_relu(inputs, one, 1),
        nn.Sequential(conv_relu(inputs, reduce3, 1), conv_relu(reduce3, three, 3, padding=1)),
        nn.Sequential(conv_relu(inputs, reduce5, 1), conv_relu(reduce5, five, 5, padding=2)),
        nn.Sequential(nn.MaxPool2d(3, 1, 1), conv_relu(inputs, pool, 1)))


def googlenet():
    pool = lambda: nn.MaxPool2d(3, 2, ceil_mode=True)
    return nn.Sequential(
        conv_relu(3, 64, 7, stride=2, padding=3), pool(), nn.LocalResponseNorm(5),
        conv_relu(64, 64, 1), conv_relu(64, 192, 3, padding=1), nn.LocalResponseNorm(5), pool(),
        inception(192, 64, 96, 128, 16, 32, 32), inception(256, 128, 128, 192, 32, 96, 64), pool(),
        inception(480, 192, 96, 208, 16, 48, 64), inception(512, 160, 112, 224, 24, 64, 64),
        inception(512, 128, 128, 256, 24, 64, 64), inception(512, 112, 144, 288, 32, 64, 64),
        inception(528, 256, 160, 320, 32, 128, 128), pool(),
        inception(832, 256, 160, 320, 32, 128, 128), inception(832, 384, 192, 384, 48, 128, 128),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.4), nn.Linear(1024, 1000))


def fire(inputs, squeeze, expand):
    return nn.Sequential(conv_relu(inputs, squeeze, 1),
                         Concatenated(conv_relu(squeeze, expand, 1), conv_relu(squeeze, expand, 3, padding=1)))


def squeezenet(first, kernel, pools):
    layers, channels = [conv_relu(3, first, kernel, stride=2), nn.MaxPool2d(3, 2, ceil_mode=True)], first
    for i, (squeeze, expand) in enumerate(((16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256),
                                           (64, 256)), start=2):
        layers.append(fire(channels, squeeze, expand))
        channels = 2 * expand
        if i in pools:
            layers.append(nn.MaxPool2d(3, 2, ceil_mode=True))
    return nn.Sequential(*layers, nn.Dropout(), conv_relu(512, 1000, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten())


class Residual(nn.Module):
    def __init__(self, branch, match):
        super().__init__()
        self.branch, self.match, self.relu = branch, match, nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(self.branch(x) + (self.match(x) if self.match else x))


def residual(inputs, width, stride, bottleneck):
    relu = lambda: nn.ReLU(inplace=True)
    outputs = 4 * width if bottleneck else width
    match = conv_norm(inputs, outputs, 1, stride=stride) if stride != 1 or inputs != outputs else None
    if bottleneck:
        branch = nn.Sequential(conv_norm(inputs, width, 1, relu()),
                               conv_norm(width, width, 3, relu(), stride=stride, padding=1),
                               conv_norm(width, outputs, 1))
    else:
        branch = nn.Sequential(conv_norm(inputs, width, 3, relu(), stride=stride, padding=1),
                               conv_norm(width, width, 3, padding=1))
    return Residual(branch, match), outputs


def resnet(counts, bottleneck=False, small=False, classes=1000):
    relu = nn.ReLU(inplace=True)
    stem = [conv_norm(3, 64, 3, relu, padding=1)] if small else [conv_norm(3, 64, 7, relu, stride=2, padding=3),
                                                                 nn.MaxPool2d(3, 2, 1)]
    layers, channels = stem, 64
    for stage, count in enumerate(counts):
        for i in range(count):
            block, channels = residual(channels, 64 << stage, 2 if stage and i == 0 else 1, bottleneck)
            layers.append(block)
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


class Inverted(nn.Module):
    def __init__(self, inputs, outputs, stride, expansion):
        super().__init__()
        relu6 = lambda: nn.ReLU6(inplace=True)
        inner = inputs * expansion
        expand = [conv_norm(inputs, inner, 1, relu6())] if expansion != 1 else []
        self.branch = nn.Sequential(*expand, conv_norm(inner, inner, 3, relu6(), stride=stride, padding=1, groups=inner),
                                    conv_norm(inner, outputs, 1))
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.branch(x) if self.shortcut else self.branch(x)


def mobilenet_v2():
    layers, channels = [conv_norm(3, 32, 3, nn.ReLU6(inplace=True), stride=2, padding=1)], 32
    for expansion, width, count, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                            (6, 160, 3, 2), (6, 320, 1, 1)):
        for i in range(count):
            layers.append(Inverted(channels, width, stride if i == 0 else 1, expansion))
            channels = width
    return nn.Sequential(*layers, conv_norm(320, 1280, 1, nn.ReLU6(inplace=True)), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Dropout(0.2), nn.Linear(1280, 1000))


class Dense(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.branch = nn.Sequential(nn.BatchNorm2d(inputs), nn.ReLU(inplace=False), conv_norm(inputs, 128, 1, nn.ReLU()),
                                    nn.Conv2d(128, 32, 3, padding=1, bias=False))

    def forward(self, x):
        return torch.cat((x, self.branch(x)), 1)


def densenet121():
    layers, channels = [conv_norm(3, 64, 7, nn.ReLU(inplace=True), stride=2, padding=3), nn.MaxPool2d(3, 2, 1)], 64
    for block, count in enumerate((6, 12, 24, 16)):
        for _ in range(count):
            layers.append(Dense(channels))
            channels += 32
        layers += [nn.BatchNorm2d(channels), nn.ReLU(inplace=True)]
        if block < 3:
            layers += [nn.Conv2d(channels, channels // 2, 1, bias=False), nn.AvgPool2d(2)]
            channels //= 2
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 1000))


class UNet(nn.Module):
    def __init__(self, inputs=1, classes=2):
        super().__init__()
        widths = (64, 128, 256, 512, 1024)
        double = lambda a, b: nn.Sequential(conv_relu(a, b, 3, padding=1), conv_relu(b, b, 3, padding=1))
        self.down = nn.ModuleList(double(a, b) for a, b in zip((inputs,) + widths, widths))
        self.grow = nn.ModuleList(nn.ConvTranspose2d(2 * w, w, 2, 2) for w in reversed(widths[:-1]))
        self.up = nn.ModuleList(double(2 * w, w) for w in reversed(widths[:-1]))
        self.pool, self.last = nn.MaxPool2d(2), nn.Conv2d(64, classes, 1)

    def forward(self, x):
        kept = []
        for i, stage in enumerate(self.down):
            x = stage(x if i == 0 else self.pool(x))
            kept.append(x)
        for grow, stage, shortcut in zip(self.grow, self.up, reversed(kept[:-1])):
            x = stage(torch.cat((shortcut, grow(x)), 1))
        return self.last(x)


def srcnn():
    return nn.Sequential(conv_relu(1, 64, 9, padding=4), conv_relu(64, 32, 1), nn.Conv2d(32, 1, 5, padding=2))


class CharacterLstm(nn.Module):
    def __init__(self, symbols=128):
        super().__init__()
        self.embedding = nn.Embedding(symbols, 128)
        self.lstm = nn.LSTM(128, 512, 2, batch_first=True)
        self.fc = nn.Linear(512, symbols)

    def forward(self, x):
        return self.fc(self.lstm(self.embedding(x))[0])


class TransformerBlock(nn.Module):
    def __init__(self, width=128, heads=4):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.joint, self.output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        n, t, width = x.shape
        query, key, value = (part.view(n, t, self.heads, -1).transpose(1, 2)
                             for part in self.joint(self.norm1(x)).chunk(3, -1))
        attended = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.dropout(self.output(attended.transpose(1, 2).reshape(n, t, width)))
        return x + self.dropout(self.feed(self.norm2(x)))


class CharacterTransformer(nn.Module):
    def __init__(self, symbols=128, steps=64, width=128):
        super().__init__()
        self.embedding = nn.Embedding(symbols, width)
        rate = 10000.0 ** (-torch.arange(0, width, 2) / width)
        angle = torch.arange(steps)[:, None] * rate
        self.register_buffer("positions", torch.stack((angle.sin(), angle.cos()), -1).flatten(1))
        self.blocks = nn.Sequential(*(TransformerBlock(width) for _ in range(4)))
        self.norm, self.fc = nn.LayerNorm(width), nn.Linear(width, symbols)

    def forward(self, x):
        return self.fc(self.norm(self.blocks(self.embedding(x) + self.positions)))


NETWORKS = {
    "mlp": Network(mlp, (1, 28, 28), "class", 10, None),
    "lenet": Network(lenet, (1, 28, 28), "class", 10, None),
    "alexnet": Network(alexnet, (3, 227, 227), "class", 1000, None),
    "vgg16": Network(vgg16, (3, 224, 224), "class", 1000, None),
    "googlenet": Network(googlenet, (3, 224, 224), "class", 1000, None),
    "squeezenet": Network(lambda: squeezenet(96, 7, (4, 8)), (3, 224, 224), "class", 1000, None),
    "squeezenet-v1-1": Network(lambda: squeezenet(64, 3, (3, 5)), (3, 224, 224), "class", 1000, None),
    "resnet18-cifar": Network(lambda: resnet((2, 2, 2, 2), small=True, classes=10), (3, 32, 32), "class", 10, None),
    "resnet18": Network(lambda: resnet((2, 2, 2, 2)), (3, 224, 224), "class", 1000, None),
    "resnet34": Network(lambda: resnet((3, 4, 6, 3)), (3, 224, 224), "class", 1000, None),
    "resnet50": Network(lambda: resnet((3, 4, 6, 3), bottleneck=True), (3, 224, 224), "class", 1000, None),
    "mobilenet-v2": Network(mobilenet_v2, (3, 224, 224), "class", 1000, None),
    "densenet121": Network(densenet121, (3, 224, 224), "class", 1000, None),
    "unet": Network(UNet, (1, 256, 256), "pixel", 2, None),
    "srcnn": Network(srcnn, (1, 128, 128), "image", 0, None),
    "char-lstm": Network(CharacterLstm, (64,), "symbol", 128, 128),
    "char-transformer": Network(CharacterTransformer, (64,), "symbol", 128, 128),
}
