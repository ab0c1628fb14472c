"""What NumPy's functions give that are never whole numbers: one divided by it, or it by one, was a fraction always."""

from __future__ import annotations

import ast

from migration.view.module import Module

#: Modules that have these functions, by the names that files import.
_MODULES = ("numpy", "scipy", "pylab", "matplotlib.pylab")
#: Whatever they are given, and whatever it is of.
_FUNCTIONS = frozenset(
    [
        "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos",
        "arctan", "arctan2", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "hypot", "sinc", "radians",
        "degrees", "deg2rad", "rad2deg", "hanning", "hamming", "blackman", "bartlett", "kaiser", "interp", "float64",
        "float32", "float_", "linalg.norm", "linalg.det", "linalg.inv", "linalg.pinv", "linalg.solve",
        "linalg.eigvals", "linalg.eigvalsh", "linalg.cond", "random.rand", "random.randn", "random.random",
        "random.random_sample", "random.uniform", "random.normal", "random.standard_normal", "random.exponential",
        "fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.fft2", "fft.ifft2", "fft.fftfreq",
    ]
)  # fmt: skip
#: Where they are not told of which type the result is to be, by as many arguments as don't tell that.
_BY_DEFAULT = {
    "mean": 2, "std": 2, "var": 2, "median": 2, "linspace": 3, "logspace": 3, "zeros": 1, "ones": 1, "empty": 1,
    "eye": 1,
}  # fmt: skip
#: What gives floats where it is given such, and how many arguments may be.
_OF_FLOATS = {
    "abs": 1, "absolute": 1, "amax": 2, "amin": 2, "array": 1, "asarray": 1, "cumsum": 2, "dot": 2, "max": 2, "min": 2,
    "outer": 2, "prod": 2, "sum": 2,
}  # fmt: skip
_CONSTANTS = frozenset(["pi", "e"])


def gives_floats(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an array of floats, or one float, by the function of NumPy that gives it."""
    if isinstance(node, ast.Call):
        name = _name(node.func, module)
        if name in _OF_FLOATS:
            given = node.args if _is_plain(node, name, _OF_FLOATS) else []
            return any(gives_floats(a, module) or module.type_of(a) == {"float"} for a in given)
        return name in _FUNCTIONS or (name in _BY_DEFAULT and _is_plain(node, name, _BY_DEFAULT))
    return _name(node, module) in _CONSTANTS


def _name(node: ast.expr, module: Module) -> str:
    """The name of what NumPy has, by whichever of its modules."""
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return ""
    qualified = module.qualified_name(node) or ""
    found = next((m for m in _MODULES if qualified.startswith(f"{m}.")), "")
    return qualified.removeprefix(f"{found}.") if found else ""


def _is_plain(call: ast.Call, name: str, table: dict[str, int]) -> bool:
    """Whether no type is asked for, by its name or in its place."""
    told = {keyword.arg for keyword in call.keywords}
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    return (
        not starred and len(call.args) <= table[name] and told <= {"axis", "ddof", "num", "endpoint", "order"}
    )
