package store

import (
	"encoding/json"
	"reflect"
	"strings"
)

// During an update, two versions of the program may use one store, and an older version may be put
// back. The older one must not drop what the newer one has added to a value that both change.

// KeepUnknown returns a new JSON value of a type with those fields of the old one that the type
// does not have.
func KeepUnknown[T any](old, text []byte) ([]byte, error) {
	merged, _, err := addUnknown(reflect.TypeFor[T](), old, text)
	return merged, err
}

// addUnknown is KeepUnknown for a value and those in it. It reports whether it has added anything.
func addUnknown(of reflect.Type, old, text json.RawMessage) (merged json.RawMessage, added bool, err error) {
	if of.Kind() != reflect.Struct {
		return text, false, nil
	}
	var before, after map[string]json.RawMessage
	if err := json.Unmarshal(old, &before); err != nil {
		return nil, false, err
	}
	if err := json.Unmarshal(text, &after); err != nil {
		return nil, false, err
	}
	fields := fieldsOf(of)
	for name, value := range before {
		field, known := fields[name]
		if !known {
			after[name], added = value, true
			continue
		}
		inner, there := after[name]
		if !there {
			inner = json.RawMessage("{}") // left out, since it has the zero value
		}
		more, changed, err := addUnknown(field, value, inner)
		if err != nil {
			return nil, false, err
		}
		if changed {
			after[name], added = more, true
		}
	}
	if !added {
		return text, false, nil
	}
	merged, err = json.Marshal(after)
	return merged, true, err
}

// fieldsOf returns the types of a struct's fields by their names in JSON.
func fieldsOf(of reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		fields[name] = of.Field(i).Type
	}
	return fields
}
