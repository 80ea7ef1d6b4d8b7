# The program whose guards stand in forward.guard. Made with PyTorch 2.13 on CPU:
#     TORCH_LOGS=guards python model.py
# Guardc needs neither this file nor PyTorch; it shows where the lines come from.
import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(16, 8)
        self.factor = 0.5
        self.mode = "mean"

    def forward(self, x, mask=None):
        y = self.linear(x) * self.factor
        if mask is not None:
            y = y * mask
        return y.mean(dim=0) if self.mode == "mean" else y.sum(dim=0)


def step(model, x, mask, repeats, names):
    for _ in range(repeats):
        y = model(x, mask)
    return y + len(names)


model = Scale()
compiled = torch.compile(step, backend="eager")
compiled(model, torch.randn(4, 16), None, 2, ["a", "b"])
