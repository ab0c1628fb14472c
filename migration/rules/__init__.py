'''The migration rules: one file each, found by themselves. To add one, copy another; this is all there is to
know.

A rule is a module in one of the folders of this package that defines `RULE = Rule(…)` (fields: migration/rule.py).
Nothing else has to be registered. A folder holds the rules of one family, or of two that belong together; its
docstring names them. Files that start with `_` are helpers of the rules beside them, no rules. What rules of several
folders ask stands in migration/analysis, what they write in migration/rewriting. A folder imports only from those
below it, as .importlinter lists them. A rule's tests are tests/rules/<folder>/test_<id>.py.

**What a rule does.** `visit(node, module)` is called for every node of the types in `nodes` (one walk serves
all rules) and yields any number of

* `module.replace(node, *pieces)`: put text and kept nodes in the node's place. Pieces are strings, nodes or
  spans; nodes keep the edits that other rules make inside them. If the new text is no atom (`a in b`), say
  `precedence_of_new=Precedence.COMPARE` and parentheses are added where they are needed. Use
  `*module.atom(n)` for a node that will be followed by `.x` or `(…)`, `*module.sub(n, Precedence.SUM)` for an
  operand.
* `module.wrap(node, "list(")`: put text around a node; `module.edit(module.in_call(node, helper))`: give it to
  a function that the file has to be given, too.
* `module.delete_statement(statement)`: remove it (or put `pass` where the block would be empty).
* `module.edit(module.part(a, …), module.part(b, …))`: several places, all or none. `module.insert(offset,
  text)`.
* `module.open(node, "why")`: leave it and say so; `module.found(node)`: only note the pattern. An edit notes
  its pattern (`rule.pattern`, or `pattern="…"`) by itself.

Each takes `exactness=`, `pattern=`, `evidence=`, `needs_python2=`, `guarded=` to override the rule's
defaults.

**What keeps it fast.** A file in which no rule is triggered is not parsed, and a rule is only run where one of
its `triggers` occurs: a word (`"has_key"`), a word with the quote behind it for the prefix of a string
(`"u'"`), any other text (`"<>"`), or, where nothing else will do, a compiled expression; let that begin with
a letter or a digit of its own, and look back for what must stand before it (`0(?<!\\w0)[0-7]`, not
`\\b0[0-7]`), for otherwise it is tried at every character. Then ask for few nodes. `names` limits the Name,
Attribute and Call nodes to those that read (or call) one of some names or an import's alias of one;
`last_names("re.compile", …)` gives the names to look for. `imports` limits Name and Attribute nodes to what the
file imports from modules that begin with one of some names (`Moves` knows its own: `imports=MOVES.heads`).
`when` is asked once a look whether the rule can do anything in a file. In `visit`, put what costs little before
types and kinds, and remember what a whole file was searched for in `memory(module)`.

**What a rule may ask.** `module.qualified_name(node)` gives "itertools.izip" through any alias,
"builtins.xrange" for a builtin nobody rebinds, None for what is local; `module.is_builtin(node, "a", "b")`;
`module.bindings(name)`; `module.type_of(expr)`, the set of Python 2 types or the empty set for unknown;
`module.held(expr)`, what all files of the repository let it hold;
`module.parent`, `ancestors`, `statement`, `function`, `class_of`, `block`; `module.span`, `outer_span`,
`source(span)`, `indentation`; `module.has_future("division")`, `module.target`, `module.facts.index` (the
repository), `module.facts.key`.

**What a rewrite needs at module level.** `module.use("functools.reduce", at=node)` is a piece that names it,
through an import the file has or one that is added; `module.helper("name", SOURCE)` names a function added
once to the file. What goes with its last use, as an import does, is an edit that is `provided` the spans of the
uses: it is made if other edits of the same look write over them all.

**Which files it may touch.** Python 3 files never get to a rule. `evidence=True` says the edit replaces what
exists in Python 2 only (`xrange`): it proves that the file is Python 2. `needs_python2=True` says the new
text differs in meaning and the old one is valid Python 3 too (`input()`, `/`, `round`): it only holds in a
file that something else has proven to be Python 2, or that is presumed to be (decision 0023: a few files without a
sign of either language). `needs_proof=True` keeps it to proven files: for what rules themselves write, `input()` say,
that would be read as Python 2 once more. A rule that asks itself asks `module.is_python2`: where the answer
is no and another rule shows the language later, the file is looked at again. Set neither only where the old
text is certainly wrong in Python 3 *and* the new text no longer sets the rule off. That is what makes
applying twice equal to applying
once. Edits under a version test (`if PY2:`, `try: … except ImportError:`) are dropped unless `guarded=True`.

**Exact or semantic.** `Exactness.EXACT`: the new text means the same by construction. `Exactness.SEMANTIC`:
it depends on types or on callers; only running it shows that it is right.

**Phases.** Phase.SEMANTIC is the usual one. Phase.FINISH visits after all others have settled (for what
others need to see until then). Phase.SYNTAX works on tokens, with `lower(source)` in place of `visit`; see
printing/print_statement.py.

A complete rule:

    """xrange(n) → range(n)."""

    from __future__ import annotations

    import ast

    from migration.view.module import Module
    from migration.rule import Findings, Rule


    def visit(node: ast.Name, module: Module) -> Findings:
        """Rename the builtin, never a name the file binds itself."""
        if node.id == "xrange" and isinstance(node.ctx, ast.Load) and module.is_builtin(node, "xrange"):
            yield module.replace(node, "range")


    RULE = Rule(
        id="xrange",
        family="P6",
        summary="xrange is range",
        before="for i in xrange(3): total = i\\n",
        after="for i in range(3): total = i\\n",
        caveats="",
        triggers=("xrange",),
        evidence=True,
        nodes=(ast.Name,),
        names=frozenset(["xrange"]),
        visit=visit,
    )

and its tests, refusals first (`check_rule(id, before, after)` applies this rule alone, demands that the
result parses and that a second application changes nothing; `check_untouched` and `check_open` likewise):

    from rules.checking import check_rule, check_untouched


    def test_leaves_a_name_the_file_binds_itself():
        check_untouched("xrange", "def f(xrange):\\n    return xrange(3)\\n")


    def test_renames_the_builtin():
        check_rule("xrange", "xrange(3)\\n", "range(3)\\n")
'''
