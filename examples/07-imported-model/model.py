# The program whose guards stand in encoder.log. Made with PyTorch 2.13 on CPU:
#     TORCH_LOGS=guards python model.py 2> encoder.log
# Left out of the log are the lines of the Python functions that the same guards become; times and process numbers
# are made equal. encoder.guard is what `guardc import encoder.log` makes of it. Guardc needs neither this file nor
# PyTorch.
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    layers: int = 3
    width: int = 32
    heads: int = 4
    scale: float = 0.125
    activation: str = "gelu"


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm = nn.LayerNorm(config.width)
        self.attention = nn.MultiheadAttention(config.width, config.heads, batch_first=True)
        self.up = nn.Linear(config.width, 2 * config.width)
        self.down = nn.Linear(2 * config.width, config.width)
        self.activation = config.activation

    def forward(self, x, mask):
        y = self.norm(x)
        y, _ = self.attention(y, y, y, attn_mask=mask, need_weights=False)
        x = x + y
        y = self.up(x)
        y = nn.functional.gelu(y) if self.activation == "gelu" else nn.functional.relu(y)
        return x + self.down(y)


class Encoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.head = nn.Linear(config.width, 10)

    def forward(self, x, mask=None, options=None):
        for block in self.blocks:
            x = block(x, mask)
        x = x * self.config.scale
        if options is not None and "pool" in options:
            x = x.mean(dim=1) if options["pool"] == "mean" else x[:, 0]
        return self.head(x)


def step(model, batch, options):
    return model(batch["tokens"], batch["mask"], options)


model = Encoder(Config()).eval()
compiled = torch.compile(step, backend="eager")
with torch.no_grad():
    for size in (8, 8, 12):
        batch = {"tokens": torch.randn(2, size, 32), "mask": torch.zeros(size, size)}
        compiled(model, batch, {"pool": "mean"})
