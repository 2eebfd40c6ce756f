"""The tables of the store.

A result is stored once, as the JSON that its task gave. Games, moves and searches are views of it, so one insertion
stores all of a task or nothing.
"""

APPLICATION = 0x67726F76
"""Marks a database as a store ("grov")."""
VERSION = 1
"""Goes up when a table changes; a store of another version is refused."""

TABLES = ("games", "moves", "searches", "runs", "results")
"""What can be asked for, the most wanted first."""
JSON_COLUMNS = ("plan", "payload", "result")
"""Columns whose text is JSON."""
REALS = ("seconds", "cpu_seconds")
"""Columns of numbers with a fraction."""
INTEGERS = (
    *("run", "game_in_task", "search_in_task", "number", "winner", "margin", "adjudicated", "plies", "ply", "side"),
    *("asked_depth", "symmetry", "value", "depth", "proven"),
    *("nodes", "leaves", "estimates", "distinct_leaves", "hits", "cutoffs", "researches", "passes"),
)
"""Columns of whole numbers, in all tables; 0 and 1 stand for no and yes. The rest is text."""

# json_extract() and not ->>, which is unknown before SQLite 3.38.
# Every column of a json_each() is made anew whenever it is looked at, and a whole game is long. So `moves` fetches the
# names of the players by tables of one row each, which is eight times as fast as to extract them from the game.
SCHEMA = f"""
create table if not exists runs (
    run integer primary key autoincrement, -- no number is given twice, not even after a deletion
    kind text not null,          -- tournament, experiment, analysis, play or book
    name text not null,
    plan text not null,          -- JSON: everything that decides the results
    version text not null,       -- of gamegrove
    begun text not null,         -- UTC
    finished text                -- UTC; null as long as something is missing
);

create table if not exists results (
    run integer not null references runs on delete cascade,
    key text not null,           -- equal tasks have equal keys
    label text not null,         -- which piece of the run it is
    kind text not null,
    payload text not null,       -- JSON: everything that decides the result
    result text not null,        -- JSON
    seconds real not null,
    worker text not null,
    stored text not null,        -- UTC
    primary key (run, key)
);

create index if not exists results_by_label on results (run, label);

create view if not exists games as
select
    run,
    label,
    each.key as game_in_task,
    json_extract(each.value, '$.game') as game,
    json_extract(each.value, '$.number') as number,
    json_extract(each.value, '$.first') as first,
    json_extract(each.value, '$.second') as second,
    json_extract(each.value, '$.opening') as opening,
    json_extract(each.value, '$.start') as start,
    json_extract(each.value, '$.result.winner') as winner,
    json_extract(each.value, '$.result.name') as winner_name,
    json_extract(each.value, '$.result.margin') as margin,
    json_extract(each.value, '$.result.reason') as reason,
    json_extract(each.value, '$.result.forfeit') as forfeit,
    json_extract(each.value, '$.result.adjudicated') as adjudicated,
    json_array_length(each.value, '$.moves') as plies,
    json_extract(each.value, '$.final') as final
from results, json_each(result, '$.games') as each;

create view if not exists moves as
select
    run,
    label,
    each.key as game_in_task,
    turn.key + 1 as ply,
    json_extract(turn.value, '$.side') as side,
    iif(json_extract(turn.value, '$.side'), second.atom, first.atom) as player,
    json_extract(turn.value, '$.move') as move,
    json_extract(turn.value, '$.value') as value,
    json_extract(turn.value, '$.value_text') as value_text,
    json_extract(turn.value, '$.depth') as depth,
    json_extract(turn.value, '$.nodes') as nodes,
    json_extract(turn.value, '$.seconds') as seconds
from
    results,
    json_each(result, '$.games') as each,
    json_each(each.value, '$.first') as first,
    json_each(each.value, '$.second') as second,
    json_each(each.value, '$.moves') as turn;

create view if not exists searches as
select
    run,
    label,
    each.key as search_in_task,
    json_extract(each.value, '$.request.position') as position,
    json_extract(each.value, '$.request.algorithm') as algorithm,
    json_extract(each.value, '$.request.evaluation') as evaluation,
    json_extract(each.value, '$.request.memory') as memory,
    json_extract(each.value, '$.request.symmetry') as symmetry,
    json_extract(each.value, '$.request.depth') as asked_depth,
    json_extract(each.value, '$.depth') as depth,
    json_extract(each.value, '$.move') as move,
    json_extract(each.value, '$.value') as value,
    json_extract(each.value, '$.value_text') as value_text,
    json_extract(each.value, '$.bound') as bound,
    json_extract(each.value, '$.proven') as proven,
    json_extract(each.value, '$.nodes') as nodes,
    json_extract(each.value, '$.leaves') as leaves,
    json_extract(each.value, '$.estimates') as estimates,
    json_extract(each.value, '$.distinct_leaves') as distinct_leaves,
    json_extract(each.value, '$.hits') as hits,
    json_extract(each.value, '$.cutoffs') as cutoffs,
    json_extract(each.value, '$.researches') as researches,
    json_extract(each.value, '$.passes') as passes,
    json_extract(each.value, '$.seconds') as seconds,
    json_extract(each.value, '$.cpu_seconds') as cpu_seconds,
    json_extract(each.value, '$.stopped') as stopped,
    json_extract(each.value, '$.room') as room
from results, json_each(result, '$.searches') as each;

pragma application_id = {APPLICATION};
pragma user_version = {VERSION};
"""
