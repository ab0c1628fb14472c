"""What rules ask of a file and its repository: names, values, classes, and what becomes of a value.

Where to ask: which standard name a node means and where a name is used, `names`; what a name or an attribute holds,
`values`; what made a value, `made`; what it may be in the whole repository, `flow_kinds` and `flow_order`; what classes
define, `classes`; who calls, `callers`; what a call does besides, `effects`; whether an expression is text or octets,
`strings.kinds`; where it is spelled out, `strings.shown`; how what was a list is used, `laziness.use`.
"""
