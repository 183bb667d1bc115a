package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Encode writes an object of this module as JSON. That cannot fail: all of them have a JSON form.
func Encode(object any) json.RawMessage {
	raw, err := json.Marshal(object)
	if err != nil {
		panic("localdiscord: " + err.Error())
	}
	return raw
}

// Opt is a field of a body that can be absent, null or given, which an edit treats differently.
type Opt[T any] struct {
	Set   bool // the field is in the body, perhaps as null
	Null  bool
	Value T
}

func (o *Opt[T]) UnmarshalJSON(raw []byte) error {
	o.Set = true
	if string(raw) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(raw, &o.Value)
}

func (o Opt[T]) value() reflect.Type { return reflect.TypeFor[T]() }

// Given reports whether the field is in the body and not null.
func (o *Opt[T]) Given() bool { return o.Set && !o.Null }

// Decode reads a JSON body into a struct. It refuses fields that the struct does not have.
func Decode(raw []byte, into any) *Refusal {
	if !json.Valid(raw) {
		return InvalidJSON
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return InvalidField("", "DICT_TYPE_CONVERT", "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	var node any
	_ = json.Unmarshal(raw, &node) // it is valid
	if path := unknownField("", node, reflect.TypeOf(into)); path != "" {
		return InvalidField(path, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field, or the bot does not need it")
	}
	return nil
}

// unknownField returns the path of a field that a type does not have in exactly this spelling, ""
// if there is none.
func unknownField(path string, node any, of reflect.Type) string {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if optional, is := reflect.Zero(of).Interface().(interface{ value() reflect.Type }); is {
		return unknownField(path, node, optional.value())
	}
	switch node := node.(type) {
	case []any:
		for i := 0; i < len(node) && of.Kind() == reflect.Slice; i++ {
			if at := unknownField(fmt.Sprintf("%s%d.", path, i), node[i], of.Elem()); at != "" {
				return at
			}
		}
	case map[string]any:
		if of.Kind() != reflect.Struct {
			break
		}
		fields := fieldsOf(of)
		for key, child := range node {
			f, known := fields[key]
			if !known {
				return path + key
			}
			if at := unknownField(path+key+".", child, f.kind); at != "" {
				return at
			}
		}
	}
	return ""
}

// knownFields keeps what fieldsOf returns, by type.
var knownFields sync.Map

type field struct {
	kind  reflect.Type
	index []int
	limit string // the tag
	holds bool   // other fields, perhaps
}

// fieldsOf returns a struct's fields by their names in JSON.
func fieldsOf(of reflect.Type) map[string]field {
	if known, found := knownFields.Load(of); found {
		return known.(map[string]field)
	}
	fields := map[string]field{}
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			holds := f.Type.Kind() >= reflect.Map && f.Type.Kind() != reflect.String
			fields[name] = field{f.Type, f.Index, f.Tag.Get("limit"), holds}
		}
	}
	knownFields.Store(of, fields)
	return fields
}

// Push appends an item to a list. If that makes more than most, it takes out the oldest item and
// returns it.
func Push[T any](list *[]T, item T, most int) (oldest T, dropped bool) {
	*list = append(*list, item)
	if len(*list) <= most {
		return oldest, false
	}
	oldest = (*list)[0]
	clear((*list)[:1])
	*list = (*list)[1:]
	return oldest, true
}
