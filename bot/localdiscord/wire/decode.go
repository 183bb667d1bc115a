package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Opt is a field of a body that can be absent, null or given, which an edit treats differently.
type Opt[T any] struct {
	Set   bool // the field is in the body, perhaps as null
	Null  bool
	Value T
}

// UnmarshalJSON refuses fields that T does not have.
func (o *Opt[T]) UnmarshalJSON(raw []byte) error {
	o.Set = true
	if string(raw) == "null" {
		o.Null = true
		return nil
	}
	switch any(&o.Value).(type) {
	case *string, *int, *bool, *json.RawMessage, *[]string:
		return json.Unmarshal(raw, &o.Value) // these have no fields, and this is cheaper
	}
	return decodeStrict(raw, &o.Value)
}

// Given reports whether the field is in the body and not null.
func (o *Opt[T]) Given() bool { return o.Set && !o.Null }

// Assign copies a field that is in the body. Null becomes the zero value.
func Assign[T any](from Opt[T], to *T) {
	if from.Set {
		*to = from.Value
	}
}

// Decode reads a JSON body into a struct that names every field Discord knows. It refuses all
// others.
func Decode(raw []byte, into any) *Refusal {
	err := decodeStrict(raw, into)
	if err == nil {
		return nil
	}
	// The decoder may stop before a syntax error.
	if !json.Valid(raw) {
		return InvalidJSON
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if field, ok := strings.CutPrefix(text, "unknown field "); ok {
		return InvalidField(strings.Trim(field, `"`), "LOCAL_UNKNOWN_FIELD", "Discord does not know this field")
	}
	return InvalidField("", "DICT_TYPE_CONVERT", "%s", text)
}

func decodeStrict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}
