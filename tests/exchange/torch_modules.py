"""The small PyTorch modules whose exports compare_torch_export.py reads: names, modules and shapes of a sample.

Each holds what changed from opset to opset or what exporters write in a way of their own.
"""
import torch
from torch import nn
from torch.nn import functional

IMAGE, ROW, SEQUENCE, LINE, VOLUME = (4, 8, 8), (12,), (5, 6), (4, 12), (4, 5, 6, 7)


class Formula(nn.Module):
    """A formula of the module, which has tensors and modules of that name, and of a batch."""

    def __init__(self, formula, **parts):
        super().__init__()
        self.formula = formula
        for name, part in parts.items():
            if isinstance(part, torch.Tensor):
                self.register_buffer(name, part)
            else:
                setattr(self, name, part)

    def forward(self, x):
        return self.formula(self, x)


class Attention(nn.Module):
    def __init__(self, heads=4, ownKeys=4, mask=None, **options):
        super().__init__()
        self.heads, self.keys, self.options = heads, ownKeys, options
        self.register_buffer("mask", mask)
        self.all = nn.Linear(16, 4 * (heads + 2 * ownKeys))

    def forward(self, x):
        parts = self.all(x).split([4 * self.heads, 4 * self.keys, 4 * self.keys], -1)
        query, key, value = (part.unflatten(-1, (-1, 4)).transpose(1, 2) for part in parts)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=self.mask, **self.options)
        return mixed.transpose(1, 2).flatten(2)


class Recurrent(nn.Module):
    """What a recurrence says of each step, or its last states."""

    def __init__(self, kind, states=False, **options):
        super().__init__()
        self.states = states
        self.inner = kind(6, 5, batch_first=True, **options)

    def forward(self, x):
        outputs, last = self.inner(x)
        if not self.states:
            return outputs
        return torch.cat([part.transpose(0, 1).flatten(1) for part in (last if isinstance(last, tuple) else (last,))], 1)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(4, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.bottom = nn.Sequential(nn.MaxPool2d(2), nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(),
                                    nn.ConvTranspose2d(16, 8, 2, 2))
        self.up = nn.Conv2d(16, 3, 3, padding=1)

    def forward(self, x):
        kept = self.down(x)
        return self.up(torch.cat([kept, self.bottom(kept)], 1))


class SpatialTransformer(nn.Module):
    """Samples a grid that follows from the images themselves."""

    def __init__(self):
        super().__init__()
        self.where = nn.Linear(4 * 8 * 8, 6)

    def forward(self, x):
        theta = self.where(x.flatten(1)).view(-1, 2, 3)
        grid = functional.affine_grid(theta, x.shape, align_corners=False)
        return functional.grid_sample(x, grid, align_corners=False)


def of(formula, shape, **parts):
    return Formula(lambda m, x: formula(x), **parts), shape


def resized(shape=(3, 9, 7), **options):
    return of(lambda x: functional.interpolate(x, **options), shape)


def resizing():
    yield "resize nearest", resized(scale_factor=2, mode="nearest")
    yield "resize nearest to a size", resized(size=(13, 5), mode="nearest")
    yield "resize nearest exactly", resized(size=(13, 5), mode="nearest-exact")
    yield "resize area", resized(size=(4, 3), mode="area")
    yield "resize linear", resized((3, 9), scale_factor=1.7, mode="linear")
    yield "resize bilinear", resized(scale_factor=1.7, mode="bilinear")
    yield "resize bilinear by a scale taken anew", resized(scale_factor=1.7, mode="bilinear",
                                                           recompute_scale_factor=True)
    yield "resize bilinear to a size", resized(size=(13, 5), mode="bilinear", align_corners=True)
    yield "resize bilinear to less", resized(scale_factor=0.4, mode="bilinear")
    yield "resize bicubic", resized(size=(13, 12), mode="bicubic")
    yield "resize bicubic corners", resized(size=(13, 5), mode="bicubic", align_corners=True)
    yield "resize bicubic by a scale", resized(scale_factor=(1.3, 0.6), mode="bicubic")
    yield "resize trilinear", resized((2, 4, 5, 6), size=(7, 4, 9), mode="trilinear")
    yield "resize trilinear corners", resized((2, 4, 5, 6), scale_factor=2, mode="trilinear", align_corners=True)
    yield "resize against aliasing", resized(size=(4, 5), mode="bilinear", antialias=True)
    yield "resize bicubic against aliasing", resized(size=(4, 5), mode="bicubic", antialias=True)


def sampling():
    theta = torch.tensor([[[0.9, 0.3, 0.2], [-0.4, 1.1, 0.05]]])
    grid = functional.affine_grid(theta, (1, 4, 6, 7), align_corners=False)
    turned = torch.eye(3, 4)[None] + 0.2 * torch.randn(1, 3, 4)
    deep = functional.affine_grid(turned, (1, 4, 4, 5, 6), align_corners=False)

    def sampled(points, shape, **options):
        return Formula(lambda m, x: functional.grid_sample(x, m.grid.expand(x.shape[0], *m.grid.shape[1:]), **options),
                       grid=points), shape

    for corners in (False, True):
        for mode in ("bilinear", "bicubic", "nearest"):
            for padding in ("zeros", "border", "reflection"):
                options = dict(mode=mode, padding_mode=padding, align_corners=corners)
                name = f"sample a grid {mode} {padding}{' corners' if corners else ''}"
                yield name, sampled(grid, IMAGE, **options)
                if mode != "bicubic":
                    yield f"{name} in a volume", sampled(deep, VOLUME, **options)
    yield "sample a grid of its own", (SpatialTransformer(), IMAGE)
    flow = nn.Conv2d(4, 2, 3, padding=1)
    grid = functional.affine_grid(torch.eye(2, 3)[None], (1, 4, 8, 8), align_corners=True)
    for mode in ("bilinear", "nearest"):
        for padding in ("zeros", "border", "reflection"):
            yield f"sample by a flow {mode} {padding}", (Formula(
                lambda m, x, mode=mode, padding=padding: functional.grid_sample(
                    x, m.grid + 0.1 * m.flow(x).permute(0, 2, 3, 1), mode=mode, padding_mode=padding,
                    align_corners=True), grid=grid, flow=flow), IMAGE)


def pooling():
    yield "average pooling", (nn.AvgPool2d(3, 2, 1), IMAGE)
    yield "average pooling rounded up", (nn.AvgPool2d(3, 2, 1, ceil_mode=True, count_include_pad=False), IMAGE)
    yield "average pooling rounded up, padding counted", (nn.AvgPool2d(3, 2, 1, ceil_mode=True), IMAGE)
    yield "average pooling by another divisor", (nn.AvgPool2d(2, divisor_override=3), IMAGE)
    yield "average pooling of lines", (nn.AvgPool1d(3, 2, 1), LINE)
    yield "average pooling of volumes", (nn.AvgPool3d(2, 2, 1, ceil_mode=True), VOLUME)
    yield "largest", (nn.MaxPool2d(3, 2, 1, ceil_mode=True), IMAGE)
    yield "largest with gaps", (nn.MaxPool2d(2, 1, dilation=3), IMAGE)
    yield "largest of lines", (nn.MaxPool1d(3, 2, 1), LINE)
    yield "largest of volumes", (nn.MaxPool3d(2, ceil_mode=True), VOLUME)
    yield "adaptive pooling", (nn.AdaptiveAvgPool2d(2), IMAGE)
    yield "adaptive pooling unevenly", (nn.AdaptiveAvgPool2d((3, 5)), IMAGE)
    yield "adaptive largest", (nn.AdaptiveMaxPool2d((2, 4)), IMAGE)
    yield "adaptive pooling of lines", (nn.AdaptiveAvgPool1d(4), LINE)
    yield "norm pooling", (nn.LPPool2d(2, 2), IMAGE)
    yield "norm pooling of lines", (nn.LPPool1d(3, 3, 2), LINE)
    pooled = nn.MaxPool2d(2, return_indices=True)
    yield "largest put back", (Formula(lambda m, x: functional.max_unpool2d(*m.pool(x), 2), pool=pooled), IMAGE)


def convolutions():
    yield "convolution in groups", (nn.Conv2d(4, 6, 3, 2, 2, 2, groups=2), IMAGE)
    yield "convolution as large", (nn.Conv2d(4, 3, (4, 3), padding="same"), IMAGE)
    for mode in ("reflect", "replicate", "circular"):
        yield f"convolution padded {mode}", (nn.Conv2d(4, 3, 3, padding=2, padding_mode=mode), IMAGE)
    yield "convolution of lines", (nn.Conv1d(4, 3, 3, padding=1, dilation=2), LINE)
    yield "convolution of volumes", (nn.Conv3d(4, 3, (1, 3, 2), (1, 2, 1)), VOLUME)
    yield "convolution transposed", (nn.ConvTranspose2d(4, 3, 3, 2, 1, 1), IMAGE)
    yield "convolution transposed in groups", (nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, groups=2, dilation=2), IMAGE)
    yield "convolution transposed of lines", (nn.ConvTranspose1d(4, 3, 4, 3, 1), LINE)
    yield "convolution transposed of volumes", (nn.ConvTranspose3d(4, 3, 2, 2), VOLUME)
    yield "U-Net", (UNet(), IMAGE)
    shift = nn.Conv2d(4, 18, 3, padding=1)
    fixed = 0.7 * torch.randn(1, 18, 8, 8)
    try:
        from torchvision import ops
    except ImportError:
        return
    deformed = ops.DeformConv2d(4, 3, 3, padding=1)
    yield "convolution deformed", (Formula(lambda m, x: m.conv(x, m.offsets.expand(x.shape[0], -1, -1, -1)),
                                           conv=deformed, offsets=fixed), IMAGE)
    yield "convolution deformed by itself", (Formula(lambda m, x: m.conv(x, m.shift(x)), conv=deformed, shift=shift),
                                             IMAGE)
    boxes = torch.tensor([[0, 0.5, 1, 6, 7.2], [0, 2, 2, 5, 4]])
    yield "regions", (Formula(lambda m, x: ops.roi_align(x[:1], m.boxes, (3, 2), 0.9, 2, True), boxes=boxes), IMAGE)


def normalisations():
    yield "group normalisation", (nn.GroupNorm(2, 4), IMAGE)
    yield "group normalisation without weights", (nn.GroupNorm(4, 4, affine=False), IMAGE)
    yield "group normalisation of lines", (nn.GroupNorm(2, 4), LINE)
    yield "instance normalisation", (nn.InstanceNorm2d(4, affine=True), IMAGE)
    yield "instance normalisation without weights", (nn.InstanceNorm1d(4), LINE)
    yield "layer normalisation", (nn.LayerNorm(6), SEQUENCE)
    yield "layer normalisation of two axes", (nn.LayerNorm((5, 6), elementwise_affine=False), SEQUENCE)
    yield "layer normalisation without bias", (nn.LayerNorm(6, bias=False), SEQUENCE)
    yield "RMS normalisation", (nn.RMSNorm(6), SEQUENCE)
    yield "RMS normalisation of two axes", (nn.RMSNorm((5, 6), eps=1e-3), SEQUENCE)
    yield "batch normalisation", (nn.BatchNorm2d(4), IMAGE)
    yield "batch normalisation of rows", (nn.BatchNorm1d(12), ROW)
    yield "batch normalisation of volumes", (nn.BatchNorm3d(4, affine=False), VOLUME)
    yield "local response", (nn.LocalResponseNorm(3), IMAGE)
    yield "norms", of(lambda x: functional.normalize(x, dim=1) + x.norm(dim=1, keepdim=True), ROW)
    yield "norms of many kinds", of(lambda x: x.norm(1, 1) + x.norm(3, 1) + x.norm(float("inf"), 1), ROW)
    yield "weight normalisation", (nn.utils.parametrizations.weight_norm(nn.Linear(12, 5)), ROW)
    yield "spectral normalisation", (nn.utils.parametrizations.spectral_norm(nn.Linear(12, 5)), ROW)


def activations():
    names = ("GELU", "SiLU", "Mish", "Hardswish", "ELU", "CELU", "SELU", "Softplus", "Hardsigmoid", "Softsign", "Tanh",
             "Tanhshrink", "Hardshrink", "Softshrink", "Hardtanh", "ReLU6", "LeakyReLU", "PReLU", "LogSigmoid", "RReLU",
             "GLU", "Sigmoid")
    for name in names:
        yield name, (getattr(nn, name)(), ROW)
    for name in ("Softmax", "LogSoftmax", "Softmin"):
        yield name, (getattr(nn, name)(dim=1), SEQUENCE)
    yield "Softmax2d", (nn.Softmax2d(), IMAGE)
    yield "GELU by tanh", (nn.GELU(approximate="tanh"), ROW)
    yield "threshold", (nn.Threshold(0.2, -3), ROW)
    yield "softplus of another slope", (nn.Softplus(3, 1), ROW)
    yield "ELU of another slope", (nn.ELU(0.3), ROW)


def attention():
    above = torch.ones(5, 5).tril().bool()
    yield "attention", (Attention(), (5, 16))
    yield "attention, causal", (Attention(is_causal=True), (5, 16))
    yield "attention, masked", (Attention(mask=above), (5, 16))
    yield "attention, a number added", (Attention(mask=torch.randn(4, 5, 5)), (5, 16))
    yield "attention, another scale", (Attention(scale=0.3), (5, 16))
    yield "attention, fewer keys", (Attention(4, 2, enable_gqa=True), (5, 16))
    yield "attention, fewer keys, causal", (Attention(4, 1, enable_gqa=True, is_causal=True), (5, 16))
    layer = nn.TransformerEncoderLayer(6, 2, 8, batch_first=True)
    yield "transformer", (layer, SEQUENCE)
    yield "transformer, normalised first", (nn.TransformerEncoderLayer(6, 2, 8, batch_first=True, norm_first=True,
                                                                        activation="gelu"), SEQUENCE)
    yield "transformer of layers", (nn.TransformerEncoder(layer, 2, nn.LayerNorm(6), enable_nested_tensor=False),
                                    SEQUENCE)
    yield "transformer, masked", (Formula(lambda m, x: m.inner(x, m.mask), mask=~above, inner=nn.TransformerEncoder(
        layer, 2, enable_nested_tensor=False)), SEQUENCE)
    yield "transformer of both kinds", (Formula(lambda m, x: m.inner(x, x[:, 1:]), inner=nn.Transformer(
        6, 2, 1, 1, 8, batch_first=True)), SEQUENCE)
    several = nn.MultiheadAttention(6, 3, batch_first=True)
    yield "attention of several heads", (Formula(lambda m, x: m.inner(x, x[:, :3], x[:, :3])[0], inner=several),
                                         SEQUENCE)
    yield "attention's weights", (Formula(lambda m, x: m.inner(x, x, x)[1], inner=several), SEQUENCE)


def recurrences():
    kinds = {"LSTM": nn.LSTM, "GRU": nn.GRU, "RNN": nn.RNN}
    for name, kind in kinds.items():
        yield name, (Recurrent(kind), SEQUENCE)
        yield f"{name}, both ways", (Recurrent(kind, bidirectional=True), SEQUENCE)
        yield f"{name} of layers", (Recurrent(kind, num_layers=2), SEQUENCE)
        yield f"{name} of layers, both ways", (Recurrent(kind, num_layers=3, bidirectional=True), SEQUENCE)
        yield f"{name}'s last states", (Recurrent(kind, True, num_layers=2, bidirectional=True), SEQUENCE)
    yield "RNN, relu", (Recurrent(nn.RNN, nonlinearity="relu"), SEQUENCE)
    yield "LSTM without bias", (Recurrent(nn.LSTM, bias=False), SEQUENCE)
    yield "LSTM with a projection", (Recurrent(nn.LSTM, proj_size=3), SEQUENCE)
    yield "LSTM, steps first", (Formula(lambda m, x: m.inner(x.transpose(0, 1))[0].transpose(0, 1),
                                        inner=nn.LSTM(6, 5)), SEQUENCE)
    yield "LSTM cell", (Formula(lambda m, x: m.inner(x[:, 1], m.inner(x[:, 0]))[0], inner=nn.LSTMCell(6, 5)), SEQUENCE)


def indexing():
    index = torch.tensor([[0, 2, 2, 5, 7, 1, 0, 3]])
    several = torch.tensor([[0, 2, 4, 5, 7, 1, 8, 3]])
    by = lambda formula, at=index, shape=ROW: (Formula(lambda m, x: formula(x, m.at), at=at), shape)
    all_of = lambda x, at: at.expand(x.shape[0], -1)
    yield "gather", by(lambda x, at: x.gather(1, all_of(x, at)))
    yield "gather along another axis", by(lambda x, at: x.gather(2, at[:, None, :3].expand(x.shape[0], 5, -1)),
                                          shape=SEQUENCE)
    for kind in ("sum", "prod", "mean", "amax", "amin"):
        yield f"scatter {kind}", by(lambda x, at, kind=kind: x.scatter_reduce(1, all_of(x, at), 0.5 * x[:, :8], kind))
    yield "scatter anew", by(lambda x, at: x.scatter_reduce(1, all_of(x, at), x[:, :8], "amax", include_self=False))
    yield "scatter", by(lambda x, at: x.scatter(1, all_of(x, at), -x[:, :8]), several)
    yield "scatter a number", by(lambda x, at: x.scatter(1, all_of(x, at), 3.0))
    yield "scatter and add", by(lambda x, at: x.scatter_add(1, all_of(x, at), x[:, 4:]))
    yield "index", by(lambda x, at: x[:, at[0]])
    yield "index of two axes", by(lambda x, at: x[:, at[0, :3] % 5, at[0, 2:5] % 6], shape=SEQUENCE)
    yield "index put", by(lambda x, at: x.index_put((torch.arange(x.shape[0])[:, None], at), x[:, :8] * 2), several)
    yield "index select", by(lambda x, at: x.index_select(1, at[0]))
    yield "index add", by(lambda x, at: x.index_add(1, at[0], x[:, 3:11]))
    yield "index copy", by(lambda x, at: x.index_copy(1, at[0], x[:, 3:11]), several)
    yield "index fill", by(lambda x, at: x.index_fill(1, at[0], 2.0))
    yield "assigned", of(lambda x: torch.slice_scatter(x, x[:, :4] * 2, 1, 2, 10, 2), ROW)
    yield "largest three", of(lambda x: x.topk(3, 1).values, ROW)
    yield "least three", of(lambda x: x.topk(3, 1, largest=False).values, ROW)
    yield "places of the largest three", of(lambda x: x.topk(3, 2).indices.float() + x.argmin(1, True), SEQUENCE)
    yield "gathered by the largest", of(lambda x: x.gather(1, x.topk(3, 1).indices), ROW)
    yield "gathered by the largest of an axis", of(lambda x: x.gather(1, x.argmax(1, True)), SEQUENCE)
    yield "sorted", of(lambda x: x.sort(1).values + x.sort(1, descending=True).values * 2, ROW)
    yield "places sorted", of(lambda x: x.argsort(2).float(), SEQUENCE)
    yield "running sum", of(lambda x: x.cumsum(1), ROW)
    yield "running sum of another axis", of(lambda x: x.cumsum(-2) + x.flip(1).cumsum(1).flip(1), SEQUENCE)
    yield "running product", of(lambda x: x.cumprod(1), ROW)
    yield "running largest", of(lambda x: x.cummax(1).values, ROW)
    yield "running sum of powers", of(lambda x: x.logcumsumexp(1), ROW)
    yield "filled where", of(lambda x: x.masked_fill(x > 0.5, -2.0), ROW)
    yield "one place each", of(lambda x: functional.one_hot(x.argmax(-1), 6).float(), SEQUENCE)
    yield "looked up", (Formula(lambda m, x: m.table(x.argmax(-1)), table=nn.Embedding(6, 3)), SEQUENCE)
    yield "into classes", (Formula(lambda m, x: torch.bucketize(x, m.edges).float(),
                                   edges=torch.tensor([-1.0, 0.0, 0.5])), ROW)
    yield "those not zero", of(lambda x: x[x > 0], ROW)


def shapes():
    yield "padding mirrored", (nn.ReflectionPad2d((1, 2, 0, 3)), IMAGE)
    yield "padding repeated", (nn.ReplicationPad2d((1, 2, 0, 3)), IMAGE)
    yield "padding around", (nn.CircularPad2d(2), IMAGE)
    yield "padding with less", of(lambda x: functional.pad(x, (-1, 2, 3, -2), value=0.5), IMAGE)
    yield "padding of volumes", (nn.ReplicationPad3d(2), VOLUME)
    yield "split", of(lambda x: torch.cat([a * (i + 1) for i, a in enumerate(x.split(5, 1))], 1), ROW)
    yield "chunks", of(lambda x: torch.stack([a.sum(1) for a in x.tensor_split(5, 1)], 1), ROW)
    yield "blocks to channels", (nn.PixelUnshuffle(2), IMAGE)
    yield "channels to blocks", (nn.PixelShuffle(2), IMAGE)
    yield "channels shuffled", (nn.ChannelShuffle(2), IMAGE)
    yield "unfold", (nn.Unfold(3, padding=1), IMAGE)
    yield "unfold with gaps", (nn.Unfold((2, 3), dilation=2, stride=2), IMAGE)
    yield "fold", (nn.Fold((5, 4), (2, 3), padding=1), (6, 20))
    yield "windows", of(lambda x: x.unfold(1, 4, 3), ROW)
    yield "repeated", of(lambda x: x.repeat(1, 2, 3) + x.repeat_interleave(2, 1).repeat_interleave(3, 2), SEQUENCE)
    yield "rolled", of(lambda x: x.roll((1, -2), (1, 2)).rot90(1, (1, 2)), SEQUENCE)
    yield "windows of Swin", of(lambda x: x.view(-1, 4, 2, 4, 2, 4).permute(0, 2, 4, 3, 5, 1).reshape(-1, 16, 4), IMAGE)
    yield "samples turned", of(lambda x: x.permute(1, 0, 2).reshape(5, -1).t().reshape(-1, 6, 5), SEQUENCE)
    yield "every second", of(lambda x: x[:, 1::2, ::3, None].squeeze(-1), SEQUENCE)
    yield "backwards", of(lambda x: x.flip(1, 2), SEQUENCE)
    yield "triangle", of(lambda x: torch.tril(x, -1) + torch.triu(x, 1), SEQUENCE)
    yield "diagonal", of(lambda x: torch.diag_embed(x.diagonal(1, 1, 2), 0), SEQUENCE)
    yield "joined with itself", of(lambda x: torch.cat([x, x.mean(1, keepdim=True).expand(-1, 3, -1)], 1), SEQUENCE)


def arithmetic():
    yield "means", of(lambda x: x.mean((1, 3)) - x.amax((1, 3)) + x.prod(1).sum(1), IMAGE)
    yield "spread", of(lambda x: x.std(1) + x.var((1, 2), unbiased=False, keepdim=True).squeeze(1), SEQUENCE)
    yield "logarithm of sums", of(lambda x: x.logsumexp((1, 2)) + torch.logaddexp(x, x * 2).sum((1, 2)), SEQUENCE)
    yield "middle", of(lambda x: x.median(1).values, ROW)
    yield "rest", of(lambda x: torch.fmod(x, 0.3) + torch.remainder(x, -0.7), ROW)
    yield "whole quotients", of(lambda x: torch.div(x, 0.3, rounding_mode="floor")
                                + torch.div(x, -0.3, rounding_mode="trunc"), ROW)
    yield "whole numbers", of(lambda x: ((x * 9).int() // 4 + (x * 9).int() % 4 - ((x * 5).long() & 6)).float(), ROW)
    yield "bits", of(lambda x: (((x * 99).int() << 2 | 5) ^ (x * 40).int() >> 1).float(), ROW)
    yield "rounding", of(lambda x: torch.round(x * 3) + torch.floor(x) + torch.trunc(x * 2) + x.frac() + x.ceil(), ROW)
    yield "rounding to places", of(lambda x: torch.round(x, decimals=2), ROW)
    yield "bfloat16 and back", of(lambda x: x.bfloat16().float() + x.half().float(), ROW)
    yield "float64", of(lambda x: (x.double() / 3).float(), ROW)
    yield "angles", of(lambda x: x.sin() + x.cos() + x.tan() + x.atan() + x.tanh().asin() + x.sigmoid().acos(), ROW)
    yield "hyperbolas", of(lambda x: x.sinh() + x.cosh() + x.asinh() + (x.abs() + 1.1).acosh() + x.tanh().atanh(), ROW)
    yield "powers", of(lambda x: x.exp() + x.expm1() + x.abs().pow(1.7) + x.square() + x ** 3 + 2 ** x + x.exp2(), ROW)
    yield "logarithms", of(lambda x: x.abs().log() + x.abs().log1p() + x.abs().log2() + x.abs().log10(), ROW)
    yield "roots", of(lambda x: x.abs().sqrt() + x.abs().rsqrt() + x.reciprocal(), ROW)
    yield "errors", of(lambda x: x.erf() + x.erfc() + x.xlogy(x.abs() + 1), ROW)
    yield "angle of two", of(lambda x: torch.atan2(x[:, :6], x[:, 6:]) + torch.hypot(x[:, :6], x[:, 6:]), ROW)
    yield "comparisons", of(lambda x: ((x > 0) & (x.abs() < 1) | (x == x.amax(1, True))).float() + x.isnan() + x.ge(0.3), ROW)
    yield "clamped", of(lambda x: x.clamp(-0.5, 0.7).sign() + torch.where(x > 0, x, -x), ROW)
    yield "mixed", (Formula(lambda m, x: torch.lerp(x, m.other, 0.3) + torch.addcmul(x, m.other, x, value=2),
                            other=torch.randn(12)), ROW)
    for formula in ("bij,bkj->bik", "bij->bji", "bij,bij->b", "bij,jk->bik", "bii->bi", "bij,bkl->bikjl", "bij->j"):
        if formula != "bij->j":
            second = torch.randn(6, 3) if "jk" in formula.split("->")[0] else None
            first = (lambda x: x[:, :5, :5]) if "ii" in formula else (lambda x: x)
            yield f"einsum {formula}", (Formula(
                lambda m, x, f=formula, first=first, own=second is not None: torch.einsum(
                    f, first(x), *([m.second] if own else [x] if "," in f else [])),
                second=second if second is not None else torch.zeros(1)), SEQUENCE)
    yield "products", (Formula(lambda m, x: torch.baddbmm(x @ m.w @ m.w.t(), x @ x.transpose(1, 2), x, beta=0.5),
                               w=torch.randn(6, 3)), SEQUENCE)
    yield "product with a vector", (Formula(lambda m, x: x @ m.v + m.v @ x.transpose(1, 2), v=torch.randn(6)), SEQUENCE)
    yield "bilinear", (Formula(lambda m, x: m.inner(x, x.flip(1)), inner=nn.Bilinear(12, 12, 3)), ROW)
    yield "distances", of(lambda x: torch.cdist(x, x[:, :3]), SEQUENCE)
    yield "distances by another norm", of(lambda x: torch.cdist(x, x[:, :3] + 1, p=1), SEQUENCE)
    yield "likeness", of(lambda x: functional.cosine_similarity(x, x.roll(1, 1), -1)
                         + functional.pairwise_distance(x, x.flip(1)), SEQUENCE)
    yield "cross product", of(lambda x: torch.linalg.cross(x[:, :, :3], x[:, :, 3:]), SEQUENCE)
    yield "determinant", of(lambda x: torch.linalg.det(x[:, :4, :4]), SEQUENCE)
    yield "spectrum", of(lambda x: torch.view_as_real(torch.fft.rfft(x, dim=1)), ROW)
    yield "spectrum and back", of(lambda x: torch.fft.irfft(torch.fft.rfft(x, dim=-1), 12, dim=-1), LINE)
    yield "spectrum of frames", (Formula(lambda m, x: torch.view_as_real(torch.stft(
        x, 8, 4, window=m.window, center=False, return_complex=True)), window=torch.hann_window(8)), (40,))
    yield "quantised", of(lambda x: torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255), ROW)
    yield "quantised by channel", (Formula(lambda m, x: torch.fake_quantize_per_channel_affine(
        x, m.scale, m.zero, 1, -128, 127), scale=torch.rand(4) / 9 + 0.01,
        zero=torch.zeros(4, dtype=torch.int32)), IMAGE)


def modules():
    for family in (resizing, sampling, pooling, convolutions, normalisations, activations, attention, recurrences,
                   indexing, shapes, arithmetic):
        yield from family()


def shaken(network):
    """Its normalisations and biases drawn as well: those of a fresh one do nothing."""
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if name.endswith("running_var") or (value.dim() == 1 and name.endswith("weight")):
                value.uniform_(0.5, 1.5)
            elif value.is_floating_point() and (value.dim() == 1 or not value.any()):
                value.normal_(0, 0.1)
    return network.eval()


def networks():
    from torchvision import models

    for name in ("resnet18", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0", "efficientnet_v2_s",
                 "convnext_tiny", "vit_b_16", "swin_t", "swin_v2_t", "maxvit_t", "densenet121", "shufflenet_v2_x1_0",
                 "squeezenet1_1", "regnet_y_400mf", "mnasnet1_0", "alexnet", "vgg11_bn", "googlenet", "inception_v3"):
        options = {"init_weights": False, "aux_logits": False} if name == "googlenet" else {}
        options = {"init_weights": False} if name == "inception_v3" else options
        size = 299 if name == "inception_v3" else 224 if name in ("vit_b_16", "maxvit_t") else 128
        yield name, (shaken(getattr(models, name)(**options)), (3, size, size))
    for name in ("deeplabv3_mobilenet_v3_large", "lraspp_mobilenet_v3_large", "fcn_resnet50"):
        inner = getattr(models.segmentation, name)(weights=None, weights_backbone=None, num_classes=5)
        yield name, (Formula(lambda m, x: m.inner(x)["out"], inner=shaken(inner)), (3, 96, 96))
    for name in ("r3d_18", "mvit_v1_b"):
        yield name, (shaken(getattr(models.video, name)()), (3, 16, 224, 224) if "mvit" in name else (3, 8, 64, 64))
