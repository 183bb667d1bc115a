package main

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// duration is a time in the configuration: a text such as "90s", "36h" or "30d", in which d is a
// day.
type duration time.Duration

// UnmarshalText implements [encoding.TextUnmarshaler].
func (d *duration) UnmarshalText(text []byte) error {
	if days, is := strings.CutSuffix(string(text), "d"); is {
		n, err := strconv.ParseUint(days, 10, 16)
		*d = duration(n) * duration(24*time.Hour)
		return err
	}
	t, err := time.ParseDuration(string(text))
	*d = duration(t)
	return err
}

func (d duration) String() string { return time.Duration(d).String() }

// setting is one key of a configuration.
type setting struct {
	key   string // such as store.path
	tag   reflect.StructTag
	value reflect.Value
}

// settings returns all keys of the configuration, which set changes.
func (c *configuration) settings() (all []setting) {
	for section, keys := range reflect.ValueOf(c).Elem().Fields() {
		for field, value := range keys.Fields() {
			key := section.Tag.Get("toml") + "." + field.Tag.Get("toml")
			all = append(all, setting{key, field.Tag, value})
		}
	}
	return all
}

// isLive reports whether a reload changes the setting.
func (s setting) isLive() bool {
	_, live := s.tag.Lookup("live")
	return live
}

// isText reports whether the file has the value as text in quotes.
func (s setting) isText() bool {
	_, parsed := s.value.Addr().Interface().(encoding.TextUnmarshaler)
	return parsed || s.value.Kind() == reflect.String
}

// text returns the value.
func (s setting) text() string { return fmt.Sprint(s.value.Interface()) }

// set sets the value to one of the file. The error says what would be right.
func (s setting) set(v any) error {
	kind, fits := "a whole number", false
	switch {
	case s.isText():
		kind = "text in quotes"
		_, fits = v.(string)
	case s.value.Kind() == reflect.Bool:
		kind = "true or false"
		_, fits = v.(bool)
	default:
		_, fits = v.(int64)
	}
	if !fits {
		return fmt.Errorf("%s must be %s: %s", s.key, kind, s.possible())
	}
	return s.setText(fmt.Sprint(v))
}

// setText sets the value to a text, as of the environment. The error says what would be right.
func (s setting) setText(text string) error {
	if err := parseInto(s.value, text); err != nil || !s.inRange() {
		if s.value.Kind() != reflect.Int || s.isText() {
			text = strconv.Quote(text)
		}
		return fmt.Errorf("%s is %s, but must be %s", s.key, text, s.possible())
	}
	return nil
}

// parseInto parses a text as a value of the type of v.
func parseInto(v reflect.Value, text string) error {
	if into, is := v.Addr().Interface().(encoding.TextUnmarshaler); is {
		return into.UnmarshalText([]byte(text))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		v.SetBool(b)
		return err
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		return err
	default:
		return errors.ErrUnsupported
	}
	return nil
}

// inRange reports whether the value is one of the setting's range.
func (s setting) inRange() bool {
	return s.isDescribed() || slices.ContainsFunc(s.alternatives(), func(a string) bool {
		from, to, isInterval := strings.Cut(a, "..")
		if !isInterval {
			to = from
		}
		return s.compare(from) >= 0 && s.compare(to) <= 0
	})
}

// compare compares the value with one of the range.
func (s setting) compare(text string) int {
	other := reflect.New(s.value.Type()).Elem()
	if err := parseInto(other, text); err != nil {
		panic(fmt.Sprintf("the range of %s has the impossible value %q", s.key, text))
	}
	if s.value.CanInt() {
		return cmp.Compare(s.value.Int(), other.Int())
	}
	return cmp.Compare(s.text(), fmt.Sprint(other))
}

func (s setting) alternatives() []string { return strings.Split(s.tag.Get("range"), "|") }

// isDescribed reports whether the range is words in parentheses.
func (s setting) isDescribed() bool { return strings.HasPrefix(s.tag.Get("range"), "(") }

// possible returns the range in words, such as "1 to 9", or "text or json".
func (s setting) possible() string {
	if s.isDescribed() {
		return strings.Trim(s.tag.Get("range"), "()")
	}
	all := s.alternatives()
	last := strings.ReplaceAll(all[len(all)-1], "..", " to ")
	if len(all) == 1 {
		return last
	}
	return strings.ReplaceAll(strings.Join(all[:len(all)-1], ", "), "..", " to ") + " or " + last
}

// nearestKey returns the key that an unknown one is most likely meant to be, "" if none is near.
func nearestKey(all []setting, unknown string) string {
	best, least := "", max(len(unknown)/3, 2)+1
	for _, s := range all {
		_, name, _ := strings.Cut(s.key, ".")
		// Somebody may know the name, but not its section.
		far := min(editDistance(s.key, unknown), 1+editDistance(name, unknown[strings.LastIndex(unknown, ".")+1:]))
		if far < least {
			best, least = s.key, far
		}
	}
	return best
}

// editDistance returns how many bytes must be added, removed or changed to make b of a.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
