package wire

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// checker is an object with limits that no single field has. The path ends with a point, unless it
// is empty.
type checker interface {
	Check(t *Problems, path string)
}

// optional is every [Opt].
var optional = reflect.TypeFor[interface{ value() reflect.Type }]()

// Check adds what is wrong with an object that a pointer points to, and with all in it: by the
// `limit` tags of fields, and by the Check methods. A tag has some of these words:
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
		if v.Type().Implements(optional) {
			t.check(path, v.FieldByName("Value"), limit) // absent and null have no limits
			return
		}
		for name, f := range fieldsOf(v.Type()) {
			of := v.FieldByIndex(f.index)
			if of.Kind() == reflect.String { // most are fine, and need no path
				var wrong Problems
				if wrong.Text("", of.String(), f.limit); len(wrong) == 0 {
					continue
				}
			}
			if f.limit != "" || f.holds && !of.IsZero() {
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

// length checks a number of characters or items.
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
