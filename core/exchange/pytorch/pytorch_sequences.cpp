// Sequence layers without an equivalent PyTorch module: written as classes in the file, with one linear map each for
// query, key, value and output, as in the network. Source: the documentation of torch.nn.functional.
#include <fmt/format.h>

#include "core/exchange/pytorch/pytorch_parts.h"

namespace fovea {
namespace {

constexpr const char* kAttention = R"(class Attention(nn.Module):
    def __init__(self, width, heads, causal, dropout):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        query, key, value = (
            part(x).unflatten(2, (self.heads, -1)).transpose(1, 2) for part in (self.query, self.key, self.value))
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=self.causal)
        return self.dropout(self.output(mixed.transpose(1, 2).flatten(2)))


)";

// In double precision: rounded angles would be off by far more at the end of long sequences.
constexpr const char* kPositionalEncoding = R"(class PositionalEncoding(nn.Module):
    def __init__(self, steps, size):
        super().__init__()
        rates = 10000 ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
        angles = torch.arange(steps, dtype=torch.float64)[:, None] * rates
        waves = torch.stack([torch.sin(angles), torch.cos(angles)], 2).flatten(1)[:, :size]
        self.register_buffer("waves", waves.float(), persistent=False)

    def forward(self, x):
        return x + self.waves


)";

constexpr const char* kTransformerBlock = R"(class TransformerBlock(Attention):
    def __init__(self, width, heads, causal, dropout, expansion):
        super().__init__(width, heads, causal, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.expand, self.contract = nn.Linear(width, expansion * width), nn.Linear(expansion * width, width)

    def forward(self, x):
        x = x + super().forward(self.norm1(x))
        return x + self.dropout(self.contract(functional.gelu(self.expand(self.norm2(x)))))


)";

std::string attentionArguments(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  return fmt::format("{}, heads={}, causal={}, dropout={}", r.shapes[0][2], p.integer("heads"),
                     pythonTruth(p.boolean("causal")), p.real("dropout"));
}

PyTorchLayer attention(const PyTorchRequest& r) {
  PyTorchLayer code = asModule(r, fmt::format("Attention({})", attentionArguments(r)));
  code.ownClasses = {kAttention};
  return code;
}

PyTorchLayer transformerBlock(const PyTorchRequest& r) {
  PyTorchLayer code = asModule(r, fmt::format("TransformerBlock({}, expansion={})", attentionArguments(r),
                                              r.layer.parameters.integer("expansion")));
  code.ownClasses = {kAttention, kTransformerBlock};
  return code;
}

PyTorchLayer positionalEncoding(const PyTorchRequest& r) {
  const std::int64_t steps = r.shapes[0][1], size = r.shapes[0][2];
  if (r.layer.parameters.text("kind") == "learned")
    return {fmt::format("nn.ParameterDict({{\"weight\": torch.zeros({}, {})}})", steps, size),
            fmt::format("{} + self.{}[\"weight\"]", r.inputs[0], r.name)};
  PyTorchLayer code = asModule(r, fmt::format("PositionalEncoding({}, {})", steps, size));
  code.ownClasses = {kPositionalEncoding};
  return code;
}

}  // namespace

std::optional<PyTorchLayer> pyTorchSequence(const PyTorchRequest& request) {
  if (request.layer.type == "multi_head_attention") return attention(request);
  if (request.layer.type == "transformer_block") return transformerBlock(request);
  if (request.layer.type == "positional_encoding") return positionalEncoding(request);
  return {};
}

bool hasPyTorchModules(const std::string& layerType) {
  return layerType == "multi_head_attention" || layerType == "transformer_block";
}

std::string pyTorchModuleParameter(const std::string& parameter) {
  const std::size_t mark = parameter.find('_');
  const std::string module = parameter.substr(0, mark);
  return module + (mark != std::string::npos && parameter.substr(mark) == "_bias" ? ".bias" : ".weight");
}

}  // namespace fovea
