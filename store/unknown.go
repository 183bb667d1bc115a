package store

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"amytis/engine/table"
)

// During an update, two versions of the program may use one store, and an older version may be put
// back. The older one must not drop what the newer one has added to a value that both change.

// KeepUnknown returns a new JSON value of a type with those fields of the old one that the type
// does not have.
func KeepUnknown[T any](old, text []byte) ([]byte, error) {
	all := func([]byte) bool { return true }
	merged, _, err := addUnknown(reflect.TypeFor[T](), old, text, all)
	return merged, err
}

// KeepOthers is KeepUnknown without the fields that have the ID of one of the users anywhere. So a
// newer program must name users by their IDs in what it adds.
func KeepOthers[T any](old, text []byte, users ...table.UserID) ([]byte, error) {
	others := func(value []byte) bool {
		return !slices.ContainsFunc(users, func(user table.UserID) bool {
			return bytes.Contains(value, []byte(user.String()))
		})
	}
	merged, _, err := addUnknown(reflect.TypeFor[T](), old, text, others)
	return merged, err
}

// addUnknown adds those unknown fields to a value, and to those in it, that keep accepts. It
// reports whether it has added anything.
func addUnknown(
	of reflect.Type, old, text json.RawMessage, keep func(value []byte) bool,
) (merged json.RawMessage, added bool, err error) {
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
			if keep(value) {
				after[name], added = value, true
			}
			continue
		}
		inner, there := after[name]
		if !there {
			inner = json.RawMessage("{}") // left out, since it has the zero value
		}
		more, changed, err := addUnknown(field, value, inner, keep)
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

// fieldsOf returns the types of a struct's fields, also the embedded ones, by their names in JSON.
func fieldsOf(of reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			maps.Copy(fields, fieldsOf(field.Type))
			continue
		}
		fields[name] = field.Type
	}
	return fields
}
