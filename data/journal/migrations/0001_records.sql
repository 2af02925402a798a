-- The user's records. README.md beside this file explains the columns.
PRAGMA application_id = 0x43444852; -- "CDHR"

CREATE TABLE migrations (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    applied_at TEXT NOT NULL
) STRICT;

CREATE TABLE decisions (
    id         TEXT PRIMARY KEY CHECK (id <> ''),
    name       TEXT NOT NULL,
    currency   TEXT NOT NULL,
    task       TEXT NOT NULL CHECK (json_valid(task)),
    must_haves TEXT NOT NULL CHECK (json_valid(must_haves)),
    example    INTEGER NOT NULL CHECK (example IN (0, 1)),
    created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z')
) STRICT;

CREATE TABLE quotes (
    id                  TEXT PRIMARY KEY CHECK (id <> ''),
    decision_id         TEXT NOT NULL REFERENCES decisions (id) ON DELETE CASCADE,
    position            INTEGER NOT NULL,
    platform            TEXT NOT NULL,
    platform_name       TEXT NOT NULL,
    category            TEXT NOT NULL,
    card                TEXT NOT NULL,
    mode                TEXT NOT NULL,
    amount              TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^-.0-9]*'),
    currency            TEXT NOT NULL,
    per                 TEXT NOT NULL,
    scope               TEXT NOT NULL,
    cards               INTEGER NOT NULL,
    slice               TEXT NOT NULL CHECK (slice <> '' AND slice NOT GLOB '*[^-.0-9]*'),
    month_seconds       INTEGER NOT NULL,
    row_rounding        TEXT NOT NULL,
    row_rounding_unit   TEXT NOT NULL CHECK (row_rounding_unit <> '' AND row_rounding_unit NOT GLOB '*[^-.0-9]*'),
    daily_rounding      TEXT NOT NULL,
    daily_rounding_unit TEXT NOT NULL CHECK (daily_rounding_unit <> '' AND daily_rounding_unit NOT GLOB '*[^-.0-9]*'),
    facts               TEXT NOT NULL CHECK (json_valid(facts)),
    source              TEXT NOT NULL,
    seen_at             TEXT CHECK (seen_at GLOB '????-??-??T??:??:??.?????????Z'),
    seen_offset         INTEGER NOT NULL CHECK (seen_offset BETWEEN -1439 AND 1439),
    note                TEXT NOT NULL,
    example             INTEGER NOT NULL CHECK (example IN (0, 1)),
    created_at          TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at          TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z')
) STRICT;
CREATE INDEX quotes_of_decision ON quotes (decision_id);

CREATE TABLE runs (
    id           TEXT PRIMARY KEY CHECK (id <> ''),
    decision_id  TEXT NOT NULL REFERENCES decisions (id) ON DELETE CASCADE,
    quote_id     TEXT REFERENCES quotes (id) ON DELETE SET NULL,
    platform     TEXT NOT NULL,
    card         TEXT NOT NULL,
    cards        INTEGER NOT NULL,
    slice        TEXT NOT NULL CHECK (slice <> '' AND slice NOT GLOB '*[^-.0-9]*'),
    outcome      TEXT NOT NULL,
    lost_seconds INTEGER NOT NULL,
    note         TEXT NOT NULL,
    example      INTEGER NOT NULL CHECK (example IN (0, 1)),
    created_at   TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at   TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z')
) STRICT;
CREATE INDEX runs_of_decision ON runs (decision_id);
CREATE INDEX runs_of_quote ON runs (quote_id);

CREATE TABLE run_events (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    event  TEXT NOT NULL CHECK (event <> ''),
    at     TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.?????????Z'),
    offset INTEGER NOT NULL CHECK (offset BETWEEN -1439 AND 1439),
    PRIMARY KEY (run_id, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE bills (
    id            TEXT PRIMARY KEY CHECK (id <> ''),
    run_id        TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    currency      TEXT NOT NULL,
    issued_at     TEXT CHECK (issued_at GLOB '????-??-??T??:??:??.?????????Z'),
    issued_offset INTEGER NOT NULL CHECK (issued_offset BETWEEN -1439 AND 1439),
    provisional   INTEGER NOT NULL CHECK (provisional IN (0, 1)),
    note          TEXT NOT NULL,
    example       INTEGER NOT NULL CHECK (example IN (0, 1)),
    created_at    TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at    TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z')
) STRICT;
CREATE INDEX bills_of_run ON bills (run_id);

CREATE TABLE charges (
    bill_id  TEXT NOT NULL REFERENCES bills (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    amount   TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^-.0-9]*'),
    note     TEXT NOT NULL,
    PRIMARY KEY (bill_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    id          TEXT PRIMARY KEY CHECK (id <> ''),
    platform     TEXT NOT NULL,
    requirement  TEXT NOT NULL,
    value        TEXT NOT NULL,
    note        TEXT NOT NULL,
    asked_at     TEXT CHECK (asked_at GLOB '????-??-??T??:??:??.?????????Z'),
    asked_offset INTEGER NOT NULL CHECK (asked_offset BETWEEN -1439 AND 1439),
    created_at  TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at  TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z'),
    UNIQUE (platform, requirement)
) STRICT;

CREATE TABLE settings (
    key   TEXT PRIMARY KEY CHECK (key <> ''),
    value TEXT NOT NULL
) STRICT;

-- What the user did, to be undone and redone. decision_id refers to nothing:
-- the decision may be what the action deleted.
CREATE TABLE actions (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    label       TEXT NOT NULL CHECK (label <> ''),
    merge       TEXT NOT NULL,
    decision_id TEXT NOT NULL,
    at          TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.?????????Z'),
    undone      INTEGER NOT NULL CHECK (undone IN (0, 1))
) STRICT;

CREATE TABLE action_changes (
    seq    INTEGER NOT NULL REFERENCES actions (seq) ON DELETE CASCADE,
    kind   TEXT NOT NULL CHECK (kind IN ('decisions', 'quotes', 'runs', 'bills', 'answers')),
    id     TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)), -- NULL by name: json_valid(NULL) was 0 in older versions of SQLite
    after  TEXT CHECK (after IS NULL OR json_valid(after)),
    PRIMARY KEY (seq, kind, id),
    CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT, WITHOUT ROWID;
