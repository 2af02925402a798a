package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
)

// decisionRow is a decision as the file holds it.
type decisionRow struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Currency  string          `json:"currency"`
	Task      json.RawMessage `json:"task"`
	MustHaves json.RawMessage `json:"must_haves"`
	Example   bool            `json:"example"`
	times
}

// taskVersion is the version of the task document; a migration that changes
// what a field means raises it.
const taskVersion = 1

type taskDoc struct {
	Version   int    `json:"version"`
	Kind      string `json:"kind"`
	Model     string `json:"model"`
	Method    string `json:"method"`
	Precision string `json:"precision"`
	Sequence  int    `json:"sequence"`
	Batch     int    `json:"batch"`

	// Left out where nothing is said, as in journals of before schema 4.
	Picture pictureDoc `json:"picture,omitzero"`
	Options optionsDoc `json:"options,omitzero"`

	Work          workDoc `json:"work"`
	AlwaysOn      string  `json:"always_on"`
	Interruptible string  `json:"interruptible"`
	Sensitive     string  `json:"sensitive"`
	Stack         string  `json:"stack,omitempty"` // since schema 4
	Plan          planDoc `json:"plan"`
}

type workDoc struct {
	Unit      string `json:"unit"`
	Low       string `json:"low"`
	Likely    string `json:"likely"`
	High      string `json:"high"`
	PerSecond string `json:"per_second"`
	Card      string `json:"card"`
	Cards     int    `json:"cards,omitempty"` // since schema 4
}

type planDoc struct {
	Sessions    int    `json:"sessions"`
	SetUp       int64  `json:"setup_seconds"`
	Idle        int64  `json:"idle_seconds"`
	CPUMode     int64  `json:"cpu_mode_seconds"`
	CPUSessions int    `json:"cpu_mode_sessions"`
	DataDays    int    `json:"data_days"`
	KeepDays    int    `json:"keep_days"`
	SystemDisk  string `json:"system_disk_gb"`
	DataDisk    string `json:"data_disk_gb"`
	FileStorage string `json:"file_storage_gb"`
	Image       string `json:"image_gb"`
	OutGB       string `json:"traffic_out_gb"`
	InGB        string `json:"traffic_in_gb"`

	// Left out where nothing is said, as in journals of before schema 3.
	Boot            int64     `json:"boot_seconds,omitempty"`
	Queue           int64     `json:"queue_seconds,omitempty"`
	StartsAt        clockDoc  `json:"starts_at,omitzero"`
	Checkpoint      int64     `json:"checkpoint_seconds,omitempty"`
	CheckpointWrite int64     `json:"checkpoint_write_seconds,omitempty"`
	Restart         int64     `json:"restart_seconds,omitempty"`
	Between         string    `json:"stop_verb,omitempty"`
	ObjectStorage   string    `json:"object_storage_gb,omitempty"`
	Snapshot        string    `json:"snapshot_gb,omitempty"`
	FixedIPs        int       `json:"fixed_ips,omitempty"`
	InternalGB      string    `json:"traffic_internal_gb,omitempty"`
	MyTime          myTimeDoc `json:"my_time,omitzero"`

	// As in journals of before schema 4.
	Prepare     int64 `json:"prepare_seconds,omitempty"`
	PrepareDays int   `json:"prepare_days,omitempty"`
}

type clockDoc struct {
	Second int64 `json:"second"` // after midnight
	Told   bool  `json:"told"`
}

type myTimeDoc struct {
	PerHour  string `json:"per_hour,omitempty"`
	Currency string `json:"currency,omitempty"`
	Support  int64  `json:"support_seconds,omitempty"`
}

type wantedDoc struct {
	ID    string `json:"id"`
	Limit string `json:"limit"`
}

func decisionRowOf(d decision.Decision) (*decisionRow, error) {
	var e encoder
	wanted := make([]wantedDoc, len(d.MustHaves))
	for i, w := range d.MustHaves {
		wanted[i] = wantedDoc{w.ID, w.Limit.String()}
	}
	row := &decisionRow{
		ID: d.ID, Name: d.Name, Currency: string(d.Currency),
		Task: e.json(taskDocOf(d.Task)), MustHaves: e.json(wanted), Example: d.Example,
		times: times{Created: e.stamp(d.Created).At, Updated: e.stamp(d.Updated).At},
	}
	return row, e.err
}

func taskDocOf(t task.Task) taskDoc {
	p := t.Plan
	return taskDoc{
		Version: taskVersion, Kind: string(t.Kind), Model: t.Model, Method: string(t.Method),
		Precision: string(t.Precision), Sequence: t.Sequence, Batch: t.Batch,
		Picture: pictureDoc(t.Picture), Options: optionsDocOf(t.Options),
		Work: workDoc{string(t.Work.Unit), t.Work.Low.String(), t.Work.Likely.String(),
			t.Work.High.String(), t.Work.PerSecond.String(), t.Work.Card, t.Work.Cards},
		AlwaysOn: t.AlwaysOn.String(), Interruptible: t.Interruptible.String(), Sensitive: t.Sensitive.String(), Stack: string(t.Stack),
		Plan: planDoc{
			Sessions: p.Sessions, SetUp: int64(p.SetUp), Idle: int64(p.Idle), CPUMode: int64(p.CPUMode),
			CPUSessions: p.CPUSessions, DataDays: p.DataDays, KeepDays: p.KeepDays,
			SystemDisk: p.SystemDisk.String(), DataDisk: p.DataDisk.String(), FileStorage: p.FileStorage.String(),
			Image: p.Image.String(), OutGB: p.OutGB.String(), InGB: p.InGB.String(),
			Boot: int64(p.Boot), Queue: int64(p.Queue), StartsAt: clockDoc{int64(p.StartsAt.Second), p.StartsAt.Told},
			Checkpoint: int64(p.Checkpoint), CheckpointWrite: int64(p.CheckpointWrite), Restart: int64(p.Restart),
			Between: string(p.Between), ObjectStorage: said(p.ObjectStorage), Snapshot: said(p.Snapshot),
			FixedIPs: p.FixedIPs, InternalGB: said(p.InternalGB),
			MyTime:  myTimeDoc{said(p.MyTime.PerHour.Value), string(p.MyTime.PerHour.Currency), int64(p.MyTime.Support)},
			Prepare: int64(p.Prepare), PrepareDays: p.PrepareDays,
		},
	}
}

func (r *decisionRow) model() (decision.Decision, error) {
	var d decoder
	var doc taskDoc
	d.json(r.Task, &doc)
	if doc.Version != taskVersion {
		d.keep(fmt.Errorf("task of version %d", doc.Version))
	}
	var wanted []wantedDoc
	d.json(r.MustHaves, &wanted)
	m := decision.Decision{
		ID: r.ID, Name: r.Name, Currency: money.Currency(r.Currency), Task: doc.model(&d), Example: r.Example,
		Created: d.stamp(stamp{At: r.Created}), Updated: d.stamp(stamp{At: r.Updated}),
	}
	for _, w := range wanted {
		m.MustHaves = append(m.MustHaves, barrier.Wanted{ID: w.ID, Limit: d.decimal(w.Limit)})
	}
	return m, d.err
}

func (t taskDoc) model(d *decoder) task.Task {
	if d.err != nil {
		return task.Task{}
	}
	p := t.Plan
	return task.Task{
		Kind: task.Kind(t.Kind), Model: t.Model, Method: sizing.Method(t.Method),
		Precision: sizing.Precision(t.Precision), Sequence: t.Sequence, Batch: t.Batch,
		Picture: task.Picture(t.Picture), Options: t.Options.model(d),
		Work: task.Work{Unit: task.WorkUnit(t.Work.Unit), Low: d.decimal(t.Work.Low), Likely: d.decimal(t.Work.Likely),
			High: d.decimal(t.Work.High), PerSecond: d.decimal(t.Work.PerSecond), Card: t.Work.Card, Cards: t.Work.Cards},
		AlwaysOn: d.answer(t.AlwaysOn), Interruptible: d.answer(t.Interruptible), Sensitive: d.answer(t.Sensitive), Stack: hardware.Stack(t.Stack),
		Plan: task.Plan{
			Sessions: p.Sessions, SetUp: billing.Seconds(p.SetUp), Idle: billing.Seconds(p.Idle),
			CPUMode: billing.Seconds(p.CPUMode), CPUSessions: p.CPUSessions, DataDays: p.DataDays, KeepDays: p.KeepDays,
			SystemDisk: d.decimal(p.SystemDisk), DataDisk: d.decimal(p.DataDisk), FileStorage: d.decimal(p.FileStorage),
			Image: d.decimal(p.Image), OutGB: d.decimal(p.OutGB), InGB: d.decimal(p.InGB),
			Boot: billing.Seconds(p.Boot), Queue: billing.Seconds(p.Queue),
			StartsAt:   billing.Clock{Second: billing.Seconds(p.StartsAt.Second), Told: p.StartsAt.Told},
			Checkpoint: billing.Seconds(p.Checkpoint), CheckpointWrite: billing.Seconds(p.CheckpointWrite), Restart: billing.Seconds(p.Restart),
			Between: billing.Verb(p.Between), ObjectStorage: d.said(p.ObjectStorage), Snapshot: d.said(p.Snapshot),
			FixedIPs: p.FixedIPs, InternalGB: d.said(p.InternalGB),
			MyTime: billing.MyTime{PerHour: money.Amount{Value: d.said(p.MyTime.PerHour), Currency: money.Currency(p.MyTime.Currency)},
				Support: billing.Seconds(p.MyTime.Support)},
			Prepare: billing.Seconds(p.Prepare), PrepareDays: p.PrepareDays,
		},
	}
}

func (r *decisionRow) key() key { return key{Decisions, r.ID} }

func (r *decisionRow) fill(id string) { r.ID = id }

func (r *decisionRow) owner(context.Context, querier) (string, error) { return r.ID, nil }

func (r *decisionRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO decisions (id, name, currency, task, must_haves, example, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, currency = excluded.currency, task = excluded.task,
  must_haves = excluded.must_haves, example = excluded.example,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Name, r.Currency, string(r.Task), string(r.MustHaves), r.Example, r.Created, r.Updated)
	return err
}

func decisionRows(ctx context.Context, q querier, where string, args ...any) ([]*decisionRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*decisionRow, error) {
		var r decisionRow
		var taskText, mustHaves string
		err := rows.Scan(&r.ID, &r.Name, &r.Currency, &taskText, &mustHaves, &r.Example, &r.Created, &r.Updated)
		r.Task, r.MustHaves = json.RawMessage(taskText), json.RawMessage(mustHaves)
		return &r, err
	}, `SELECT id, name, currency, task, must_haves, example, created_at, updated_at FROM decisions `+where, args...)
}
