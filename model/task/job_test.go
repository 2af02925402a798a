package task

import (
	"reflect"
	"testing"

	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

func TestAJobIsNamedByAllThatDecidesItsSpeed(t *testing.T) {
	job := Task{Kind: FineTuning, Model: "Qwen2.5-7B", Method: sizing.LoRA, Precision: sizing.BF16, Sequence: 2048, Batch: 1}
	if got := job.Job(); got != "qwen2.5-7b|lora|bf16|2048|1" {
		t.Errorf("kept with measured speeds as %q", got)
	}
	if (Task{Model: "Qwen2.5-7B"}).Job() != "" || (Task{Method: sizing.LoRA}).Job() != "" {
		t.Error("half a job has a name")
	}
	same := job
	same.Kind, same.AlwaysOn, same.Plan.Sessions, same.Model = Experiment, hardware.Yes, 9, "QWEN2.5-7B"
	if same.Job() != job.Job() {
		t.Errorf("%q and %q are the same work", same.Job(), job.Job())
	}
}

func TestEveryOptionMakesAnotherJob(t *testing.T) {
	base := Task{Model: "m", Method: sizing.LoRA}
	seen := map[string]string{base.Job(): "nothing"}
	for _, of := range []string{"Options", "Picture"} {
		kind := reflect.TypeOf(base)
		field, _ := kind.FieldByName(of)
		for i := range field.Type.NumField() {
			changed := base
			v := reflect.ValueOf(&changed).Elem().FieldByName(of).Field(i)
			switch v.Kind() {
			case reflect.String:
				v.SetString("x")
			case reflect.Int:
				v.SetInt(7)
			case reflect.Uint8:
				v.SetUint(uint64(hardware.Yes))
			default:
				t.Fatalf("%s.%s is of a kind that the test does not know", of, field.Type.Field(i).Name)
			}
			name := field.Type.Field(i).Name
			if other, twice := seen[changed.Job()]; twice {
				t.Errorf("%s makes the same job as %s", name, other)
			}
			seen[changed.Job()] = name
		}
	}
}

func TestAServiceRunsInAServingEngine(t *testing.T) {
	for _, c := range []struct {
		task Task
		want sizing.Engine
	}{
		{Defaults(Service), sizing.VLLM}, {Defaults(Batch), sizing.VLLM}, {Defaults(LocalChat), sizing.EngineAuto}, {Defaults(FineTuning), sizing.EngineAuto},
		{Task{Kind: Service, Method: sizing.Inference, Precision: sizing.Q4KM}, sizing.EngineAuto},
		{Task{Kind: Service, Method: sizing.Inference, Options: sizing.Options{Engine: sizing.LlamaCPP}}, sizing.LlamaCPP},
	} {
		if got := c.task.Engine(); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.task.Kind, c.task.Precision, got, c.want)
		}
	}
}
