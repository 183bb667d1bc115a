package main

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// duration is a time in the configuration, such as "90s", "36h" or "30d", in which d is a day.
type duration time.Duration

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

func (s setting) isLive() bool {
	_, live := s.tag.Lookup("live")
	return live
}

func (s setting) isNumber() bool { return s.value.Type() == reflect.TypeFor[int]() }

func (s setting) text() string { return fmt.Sprint(s.value.Interface()) }

// set sets a value of the file. The error says what would be right.
func (s setting) set(v any) error {
	kind := "text in quotes"
	_, fits := v.(string)
	if s.isNumber() {
		kind = "a whole number"
		_, fits = v.(int64)
	}
	if !fits {
		return fmt.Errorf("%s must be %s: %s", s.key, kind, s.possible())
	}
	return s.setText(fmt.Sprint(v))
}

// setText is set for a text from elsewhere, such as the environment.
func (s setting) setText(text string) error {
	err := parseInto(s.value, text)
	if err == nil && s.inRange() {
		return nil
	}
	if !s.isNumber() {
		text = strconv.Quote(text)
	}
	return fmt.Errorf("%s is %s, but must be %s", s.key, text, s.possible())
}

func parseInto(v reflect.Value, text string) (err error) {
	switch into := v.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return into.UnmarshalText([]byte(text))
	case *int:
		*into, err = strconv.Atoi(text)
	case *string:
		*into = text
	}
	return err
}

func (s setting) inRange() bool {
	limits := s.tag.Get("range")
	if strings.HasPrefix(limits, "(") {
		return true
	}
	from, to, isInterval := strings.Cut(limits, "..")
	if !isInterval {
		return slices.Contains(strings.Split(limits, "|"), s.text())
	}
	number := func(text string) int64 {
		v := reflect.New(s.value.Type()).Elem()
		if err := parseInto(v, text); err != nil {
			panic(fmt.Sprintf("the range of %s: %v", s.key, err))
		}
		return v.Int()
	}
	return number(from) <= s.value.Int() && s.value.Int() <= number(to)
}

// possible returns the range in words, such as "1 to 9", or "text or json".
func (s setting) possible() string {
	words := strings.Replace(strings.Trim(s.tag.Get("range"), "()"), "..", " to ", 1)
	if last := strings.LastIndex(words, "|"); last > 0 {
		words = words[:last] + " or " + words[last+1:]
	}
	return strings.ReplaceAll(words, "|", ", ")
}
