"""random.seed(42); random.randint(1, 6) → old_randrange(random, 1, 7): a seed gives the numbers it gave in Python 2."""

from __future__ import annotations

import ast

from migration.analysis.builtins import arguments
from migration.analysis.made import made_by
from migration.analysis.names import memory, stdlib_name
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Needs, Piece
from migration.trees.precedence import Precedence
from migration.view.module import Module

RANDRANGE = '''
def old_randrange(source, start, stop=None, step=1):
    """Draw from a range as Python 2 did: one random() for a number, or bits where its digits would not do."""
    first, end = (0, start) if stop is None else (start, stop)
    count = (end - first + step - (1 if step > 0 else -1)) // step
    if count <= 0:
        raise ValueError("empty range for randrange()")
    if count < 1 << 53:
        return first + step * int(source.random() * count)
    bits = int(1.00001 + math.log(count - 1, 2.0))
    while True:
        number = source.getrandbits(bits)
        if number < count:
            return first + step * number
'''
CHOICE = '''
def old_choice(source, sequence):
    """Draw from a sequence as Python 2 did: one random() for each element."""
    return sequence[int(source.random() * len(sequence))]
'''
SHUFFLE = '''
def old_shuffle(source, items):
    """Shuffle a list in place as Python 2 did: one random() for each swap."""
    for last in range(len(items) - 1, 0, -1):
        other = int(source.random() * (last + 1))
        items[last], items[other] = items[other], items[last]
'''
SAMPLE = '''
def old_sample(source, population, count):
    """Draw distinct elements as Python 2 did: one random() for each try."""
    size = len(population)
    if not 0 <= count <= size:
        raise ValueError("sample larger than population")
    few = 21 + (4 ** math.ceil(math.log(count * 3, 4)) if count > 5 else 0)
    if size <= few or hasattr(population, "keys"):
        pool, drawn = list(population), []
        for left in range(size, size - count, -1):
            place = int(source.random() * left)
            drawn.append(pool[place])
            pool[place] = pool[left - 1]
        return drawn
    places = []
    while len(places) < count:
        place = int(source.random() * size)
        if place not in places:
            places.append(place)
    return [population[place] for place in places]
'''
_SEED = "random.seed"
_OWN = frozenset(["random.Random"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Draw as before in a file that seeds the generator itself, and so wants the numbers to be the same."""
    name = stdlib_name(node.func, module)
    if name in _OWN and arguments(node, 1, 1):
        seed = node.args[0]
        if isinstance(seed, ast.Constant) and isinstance(seed.value, str) and seed.value.isascii():
            yield module.replace(seed, str(_hashed(seed.value)))
        return
    if isinstance(node.func, ast.Attribute) and _is_generator_of_own(node.func.value, module):
        name = f"random.{node.func.attr}"
    elif name is None or not _is_seeded(module):
        return
    if name == _SEED:
        if (
            arguments(node, 1, 1)
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            yield module.replace(node, module.span(node.func), "(", module.span(node.args[0]), ", version=1)")
        return
    most, least, called = _DRAWN.get(name, (0, 0, None))
    if called is None or not arguments(node, most, least) or inside_helper(node, called[1], module):
        return
    old = helper(called[0], called[1], module, called[2])
    given = [p for a in node.args for p in (", ", *module.sub(a))]
    if name == "random.randint":
        given[-1:] = _next(node.args[-1], module)
    yield module.replace(node, old, "(", _source(node.func, module), *given, ")")


def _source(function: ast.expr, module: Module) -> Piece:
    """What a function draws from: the generator it is an attribute of, or the module."""
    if isinstance(function, ast.Attribute):
        return module.span(function.value)
    owned = module.use("random._inst", at=function)
    return Needs.of(owned.rpartition(".")[0], owned.imports)


def _is_generator_of_own(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a generator that this file makes with a seed, or a parameter that is always given one."""
    own = made_by(_made(node, module), module, _OWN)
    if own is not None:
        if own.args:
            return _is_own(own.args[0], module)
        return own in _seeded_later(module)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    parameter = bindings[0].node if len(bindings) == 1 else None
    given = module.arguments_for(parameter) if isinstance(parameter, ast.arg) else []
    return bool(given) and all(_is_generator_of_own(g, module) for g in given)


def _seeded_later(module: Module) -> set[ast.Call]:
    """The calls that make generators which get a seed of the file's own by their `seed`, and never one of others."""
    known = memory(module)
    if "seeded later" not in known:
        seeds: dict[ast.Call, list[bool]] = {}
        for call in module.nodes_named(ast.Call, frozenset(["seed"])):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                made = made_by(_made(call.func.value, module), module, _OWN)
                if made is not None:
                    seeds.setdefault(made, []).append(bool(call.args) and _is_own(call.args[0], module))
        known["seeded later"] = {made for made, own in seeds.items() if all(own)}
    return known["seeded later"]  # type: ignore[no-any-return]


def _hashed(text: str) -> int:
    """What a 64-bit Python 2.7 without -R made a seed of."""
    number = ord(text[0]) << 7 if text else 0
    for character in text:
        number = ((1000003 * number) ^ ord(character)) & 0xFFFFFFFFFFFFFFFF
    number ^= len(text)
    return number - 1 if number == 0xFFFFFFFFFFFFFFFF else number


def _next(node: ast.expr, module: Module) -> tuple[Piece, ...]:
    """The number behind `node`, where a range that holds it ends."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return (str(node.value + 1),)
    return (*module.sub(node, Precedence.SUM), " + 1")


def _is_seeded(module: Module) -> bool:
    """Whether the file gives random.seed() a number or a text of its own."""
    known = memory(module)
    if _SEED not in known:
        known[_SEED] = any(
            stdlib_name(call.func, module) == _SEED and call.args and _is_own(call.args[0], module)
            for call in module.nodes_of(ast.Call)
            if isinstance(call, ast.Call)
        )
    return bool(known[_SEED])


def _is_own(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a number or a text, not None or the time."""
    if isinstance(node, ast.Name):
        types = module.type_of(node)
        return bool(types) and types <= {"int", "long", "str"}
    return isinstance(node, ast.Constant) and type(node.value) in (int, str)


def _made(node: ast.expr, module: Module) -> ast.expr:
    """What `self.name` is given by the only assignment to that name in the file; else `node`."""
    if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return node
    stores = [
        a
        for a in module.nodes_of(ast.Attribute)
        if isinstance(a, ast.Attribute) and a.attr == node.attr and not isinstance(a.ctx, ast.Load)
    ]
    parent = module.parent(stores[0]) if len(stores) == 1 else None
    return parent.value if isinstance(parent, ast.Assign) else node


_DRAWN: dict[str, tuple[int, int, tuple[str, str, tuple[str, ...]]]] = {
    "random.randint": (2, 2, ("old_randrange", RANDRANGE, ("import math",))),
    "random.randrange": (3, 1, ("old_randrange", RANDRANGE, ("import math",))),
    "random.choice": (1, 1, ("old_choice", CHOICE, ())),
    "random.shuffle": (1, 1, ("old_shuffle", SHUFFLE, ())),
    "random.sample": (2, 2, ("old_sample", SAMPLE, ("import math",))),
}

RULE = Rule(
    id="seeded_random",
    family="P19",
    summary="a file that seeds random with a constant draws the numbers it drew in Python 2",
    before="import random\nrandom.seed(42)\nprint random.choice('abc')\n",
    after=f"import random\n\n{CHOICE}\n\nrandom.seed(42)\nprint(old_choice(random, 'abc'))\n",
    caveats="Only calls by the name of the module or of a generator, in the file with the seed. Texts as seeds: as a "
    "64-bit Python 2.7 without -R hashed them.",
    triggers=("seed", "Random"),
    needs_python2=True,
    order=45,
    nodes=(ast.Call,),
    names=last_names(_SEED, *_OWN, *_DRAWN),
    visit=visit,
)
