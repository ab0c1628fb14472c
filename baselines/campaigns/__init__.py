"""Campaigns: configurations × repositories × seeds, and the folder that holds everything about one.

Layout of a campaign folder. All JSON is UTF-8, written whole or not at all, and carries `schema_version`:

    campaign.json                 the plan, see `plan.Plan`: configurations, repositories, seeds, settings, budget
    configs/<repository>.yaml     the settings every cell on that repository is given (--config)
    warm/<repository>.json        that its environments and baseline are built: `state` ready, broken or refused
    cells/<repository>/<configuration>/seed_<n>/
        cell.json                 the last word on the cell, see below; missing: not begun, or cut off
        attempt_<k>.log           what the k-th attempt printed, stdout and stderr together
        attempt_<k>/              records of an attempt that does not count: logs, run files without their prefix
        workspace/                the run's own, as after `main.py --workspace` or a baseline's `--runs 1`:
            metrics/output/run_<id>_manifest.json, run_<id>_ticks.csv, run_<id>_summary.json
            pheromones/, logs/, target_repo/     (of a baseline: in run_0/)
    analysis/                     tables and plots; can be made again at any time from the rest

`cell.json` holds `state` (done: it counts · broken: the harness failed in every attempt, or hung · refused: wrong
input), `cell` (repository, configuration, seed), `run_id` (null unless done), `stop_reason`, `exit_code`, `attempts`,
`reason` (what went wrong; "" when done), `seconds` and `cpu_seconds` (of the attempt that counts: wall time, and
processor time of all its processes), `total_cost_usd`, `total_tokens`, `simulated`, `harness_code`, `host`,
`finished_at` (UTC, ISO 8601).

A run's files stand under a name that `metrics.run_files.find_runs` finds in a cell that is done, or under way, and
nowhere else: what reads the folder never takes a crash of the harness for a failed agent.
"""
