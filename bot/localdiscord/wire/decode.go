package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Encode writes an object of this module as JSON.
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

// unknownField returns the path of a field that a type does not have in this spelling, or "".
func unknownField(path string, node any, of reflect.Type) string {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if opt, is := reflect.Zero(of).Interface().(optional); is {
		return unknownField(path, node, opt.value())
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

// knownFields has the results of fieldsOf, by type.
var knownFields sync.Map

type field struct {
	kind  reflect.Type
	index []int
	limit string // the tag
}

// fieldsOf returns a struct's fields by their names in JSON.
func fieldsOf(of reflect.Type) map[string]field {
	if known, found := knownFields.Load(of); found {
		return known.(map[string]field)
	}
	fields := map[string]field{}
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			fields[name] = field{f.Type, f.Index, f.Tag.Get("limit")}
		}
	}
	knownFields.Store(of, fields)
	return fields
}

// Push appends an item, and takes out the oldest if there are then more than most.
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

// checker is an object with limits that no single field has. A path is "" or ends with a point.
type checker interface {
	Check(t *Problems, path string)
}

// optional is every [Opt].
type optional interface{ value() reflect.Type }

// Check adds the problems of an object, given by its pointer, and of all in it, by `limit` tags and
// Check methods. A tag has some of these words:
//
//	1-100  how many characters a text has, or how many items a list
//	-100   the same without a lower limit
//	need   the text is not empty
//	solid  the text has more than blanks, which Discord cuts off at both ends
//	name   the text can be the name of a slash command or option
//	id     the text is a snowflake
//
// A tag of a map is about its values, whose keys are locales.
func (t *Problems) Check(path string, object any) { t.check(path, reflect.ValueOf(object).Elem(), "") }

func (t *Problems) check(path string, v reflect.Value, limit string) {
	below := path + "."
	if path == "" {
		below = ""
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			t.check(path, v.Elem(), limit)
		}
	case reflect.String:
		t.Text(path, v.String(), limit)
	case reflect.Map:
		if limit != "" {
			t.Translations(path, v.Interface().(map[string]string), limit)
		}
	case reflect.Slice:
		if limit != "" {
			t.length(path, v.Len(), limit)
		}
		for i := 0; i < v.Len() && v.Index(i).Kind() != reflect.String; i++ {
			t.check(below+strconv.Itoa(i), v.Index(i), "")
		}
	case reflect.Struct:
		if v.Type().Implements(reflect.TypeFor[optional]()) {
			t.check(path, v.FieldByName("Value"), limit) // absent and null have no limits
			return
		}
		for name, f := range fieldsOf(v.Type()) {
			if of := v.FieldByIndex(f.index); f.limit != "" || !of.IsZero() {
				t.check(below+name, of, f.limit)
			}
		}
		if c, is := v.Addr().Interface().(checker); is {
			c.Check(t, below)
		}
	}
}

// Text checks a text by the words of a `limit` tag.
func (t *Problems) Text(path, s, limit string) {
	for word := range strings.FieldsSeq(limit) {
		switch word {
		case "need":
			t.Required(path, s)
		case "solid":
			if s != "" && strings.TrimSpace(s) == "" {
				t.Required(path, "")
			}
		case "name":
			t.commandName(path, s)
		case "id":
			t.Snowflake(path, s)
		default:
			t.length(path, utf8.RuneCountInString(s), word)
		}
	}
}

func (t *Problems) length(path string, n int, limit string) {
	fewest, most, _ := strings.Cut(limit, "-")
	low, _ := strconv.Atoi(fewest) // 0 if there is no lower limit
	high, _ := strconv.Atoi(most)
	switch {
	case n >= low && n <= high:
	case fewest == "":
		t.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	default:
		t.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Translations checks the translations of a text, each by the words of a `limit` tag.
func (t *Problems) Translations(path string, texts map[string]string, limit string) {
	for locale, text := range texts {
		at := path + "." + locale
		t.AddIf(!Locales[locale], at, "DICT_TYPE_KEY", "%q is no locale of Discord", locale)
		t.Text(at, text, limit)
	}
}
