-- The user's own cards and models, and how fast a run worked. README.md beside this file explains the
-- columns.

-- The list of kinds grows by two, for which the table is made anew.
ALTER TABLE action_changes RENAME TO action_changes_2;
CREATE TABLE action_changes (
    seq    INTEGER NOT NULL REFERENCES actions (seq) ON DELETE CASCADE,
    kind   TEXT NOT NULL CHECK (kind IN ('decisions', 'quotes', 'runs', 'bills', 'answers', 'evidence', 'cards', 'models')),
    id     TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)), -- NULL by name: json_valid(NULL) was 0 in older versions of SQLite
    after  TEXT CHECK (after IS NULL OR json_valid(after)),
    PRIMARY KEY (seq, kind, id),
    CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO action_changes (seq, kind, id, before, after) SELECT seq, kind, id, before, after FROM action_changes_2;
DROP TABLE action_changes_2;

-- The columns of the two differ, so that the rescue of a damaged file cannot take one for the other.
CREATE TABLE cards (
    id         TEXT PRIMARY KEY CHECK (id <> ''),
    name       TEXT NOT NULL CHECK (name <> ''),
    card       TEXT NOT NULL CHECK (json_valid(card)),
    created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z')
) STRICT;
CREATE TABLE models (
    id         TEXT PRIMARY KEY CHECK (id <> ''),
    name       TEXT NOT NULL CHECK (name <> ''),
    kind       TEXT NOT NULL,
    model      TEXT NOT NULL CHECK (json_valid(model)),
    created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z')
) STRICT;

ALTER TABLE runs ADD COLUMN speed TEXT NOT NULL DEFAULT '0' CHECK (speed <> '' AND speed NOT GLOB '*[^-.0-9]*');
ALTER TABLE runs ADD COLUMN speed_unit TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN speed_job TEXT NOT NULL DEFAULT '';
