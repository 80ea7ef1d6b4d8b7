"""Writes python_arithmetic.txt: what Python makes of numbers at the edges, as the language defines its arithmetic.

Each line is `op left right result`; one operand stands twice for `negate` and `absolute`. Ints are decimal, floats
are `f` and 16 hex digits of their bits. The result is a number, `undefined`, or for `compare` one of `<`, `=`, `>`
and `?` (a NaN takes part).

Run it with any Python 3: `python3 python_arithmetic.py > python_arithmetic.txt`.
"""

import math
import random
import struct

LEAST, MOST = -(2**63), 2**63 - 1
EXACT = 2**53


def word(number):
    if isinstance(number, bool):
        number = int(number)
    if isinstance(number, int):
        return str(number)
    if math.isnan(number):
        return "fnan"
    return "f" + struct.pack(">d", number).hex()


def in_64_bits(number):
    return not isinstance(number, int) or LEAST <= number <= MOST


def floor_divide(a, b):
    return a // b


OPERATIONS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "floor_divide": lambda a, b: a // b,
    "modulo": lambda a, b: a % b,
    "power": lambda a, b: a**b,
    "negate": lambda a, b: -a,
    "absolute": lambda a, b: abs(a),
    "minimum": min,
    "maximum": max,
}


def result(name, a, b):
    # Python would compute these exactly, at length.
    if name == "power" and isinstance(a, int) and isinstance(b, int) and b > 64 and abs(a) > 1:
        return "undefined"
    if name == "divide" and any(isinstance(x, int) and abs(x) > EXACT for x in (a, b)):
        return "undefined"
    try:
        value = OPERATIONS[name](a, b)
    except (ZeroDivisionError, OverflowError):
        return "undefined"
    if isinstance(value, complex) or not in_64_bits(value):
        return "undefined"
    return word(value)


def order(a, b):
    return "<" if a < b else "=" if a == b else ">" if a > b else "?"


INTS = [0, 1, -1, 2, -2, 3, -3, 5, 7, -7, 10, 63, 64, 127, 128, 1000, 2**31, -(2**31), 2**32, 3037000499, 3037000500,
        EXACT - 1, EXACT, EXACT + 1, -EXACT, -EXACT - 1, 2**62, -(2**62), LEAST, LEAST + 1, MOST, MOST - 1]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -2.5, 2.0, 3.0, -3.0, 6.28, 3.14, 0.1, 0.3, 1e-5, 1e16, -1e16, 1e300, -1e300,
          1e-300, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, math.inf, -math.inf, math.nan,
          float(EXACT), float(EXACT) + 2, 2.0**63, -(2.0**63), 9223372036854774784.0, 1e19]


def pairs():
    edge = INTS + FLOATS
    for a in edge:
        for b in edge:
            yield a, b
    dice = random.Random(20)
    for _ in range(600):
        kinds = [dice.choice("sbfg") for _ in range(2)]
        yield tuple({"s": lambda: dice.randint(-20, 20),
                     "b": lambda: dice.randint(LEAST, MOST) >> dice.randint(0, 62),
                     "f": lambda: round(dice.uniform(-50, 50), dice.randint(0, 4)),
                     "g": lambda: dice.uniform(-1, 1) * 10.0 ** dice.randint(-30, 30)}[kind]() for kind in kinds)


def share(name):
    return 0.12 if name in ("floor_divide", "modulo", "power") else 0.06


def main():
    dice = random.Random(7)
    for a, b in pairs():
        for name in OPERATIONS:
            one_operand = name in ("negate", "absolute")
            # All pairs of all operations would be 50,000 lines: each pair gets some of them.
            if dice.random() > (0.5 if one_operand and word(a) == word(b) else 0.005 if one_operand else share(name)):
                continue
            print(name, word(a), word(a if one_operand else b), result(name, a, b))
        if dice.random() < 0.15:
            print("compare", word(a), word(b), order(a, b))


main()
