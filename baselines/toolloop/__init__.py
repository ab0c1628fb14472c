"""One model in a loop of thought, action and observation (Yao et al. 2023): steps, tools, budget, compression.

`steps` reads what a model wrote, `tools` are what it can do, `loop` lets it. `repository_tools` look at a tree and run
code in the sandbox; `migration_tools` edit and judge files of a migration; `stand_in` acts where there is no model.
"""
