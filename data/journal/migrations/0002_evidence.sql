-- Evidence: files that support what the user noted. README.md beside this file explains the columns.

-- The list of kinds grows by one, for which the table is made anew.
ALTER TABLE action_changes RENAME TO action_changes_1;
CREATE TABLE action_changes (
    seq    INTEGER NOT NULL REFERENCES actions (seq) ON DELETE CASCADE,
    kind   TEXT NOT NULL CHECK (kind IN ('decisions', 'quotes', 'runs', 'bills', 'answers', 'evidence')),
    id     TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)), -- NULL by name: json_valid(NULL) was 0 in older versions of SQLite
    after  TEXT CHECK (after IS NULL OR json_valid(after)),
    PRIMARY KEY (seq, kind, id),
    CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO action_changes (seq, kind, id, before, after) SELECT seq, kind, id, before, after FROM action_changes_1;
DROP TABLE action_changes_1;

-- References wait for the end of the transaction and delete nothing by themselves: undo takes
-- an answer out of its place and puts it back.
CREATE TABLE evidence (
    id           TEXT PRIMARY KEY CHECK (id <> ''),
    answer_id    TEXT REFERENCES answers (id) DEFERRABLE INITIALLY DEFERRED,
    run_id       TEXT REFERENCES runs (id) DEFERRABLE INITIALLY DEFERRED,
    bill_id      TEXT REFERENCES bills (id) DEFERRABLE INITIALLY DEFERRED,
    name         TEXT NOT NULL CHECK (name <> ''),
    bytes        INTEGER NOT NULL CHECK (bytes >= 0),
    sha256       TEXT NOT NULL CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
    added_at     TEXT CHECK (added_at GLOB '????-??-??T??:??:??.?????????Z'),
    added_offset INTEGER NOT NULL CHECK (added_offset BETWEEN -1439 AND 1439),
    created_at   TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.?????????Z'),
    updated_at   TEXT NOT NULL CHECK (updated_at GLOB '????-??-??T??:??:??.?????????Z'),
    CHECK ((answer_id IS NOT NULL) + (run_id IS NOT NULL) + (bill_id IS NOT NULL) = 1)
) STRICT;
CREATE INDEX evidence_of_answer ON evidence (answer_id);
CREATE INDEX evidence_of_run ON evidence (run_id);
CREATE INDEX evidence_of_bill ON evidence (bill_id);
