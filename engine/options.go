package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// OptionKind is the type of an option's values in a record.
type OptionKind uint8

const (
	// OptionWord is one of a few words.
	OptionWord OptionKind = iota + 1
	// OptionBool is true or false.
	OptionBool
	// OptionInt is a whole number from Min to Max.
	OptionInt
)

// OptionInfo describes an option of a game.
type OptionInfo struct {
	Name     string
	Kind     OptionKind
	Values   []string // of OptionWord, the default first; of OptionInt the usual ones
	Min, Max int      // of OptionInt
	Default  string
}

// Options are a table's options by name, in text form. One left out has its
// default.
type Options map[string]string

// Get is the value of an option of the game, its default if it was left out.
func (in *Info) Get(o Options, name string) string {
	if v, ok := o[name]; ok {
		return v
	}
	for i := range in.Options {
		if in.Options[i].Name == name {
			return in.Options[i].Default
		}
	}
	return ""
}

// CheckOptions says what is wrong with o, of several options with the one whose
// name comes first; nil if nothing is.
func (in *Info) CheckOptions(o Options) error {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		i := slices.IndexFunc(in.Options, func(opt OptionInfo) bool { return opt.Name == name })
		if i < 0 {
			return fmt.Errorf("option %q: %s has none of that name", name, in.ID)
		}
		if err := in.Options[i].check(o[name]); err != nil {
			return err
		}
	}
	return nil
}

func (opt *OptionInfo) check(value string) error {
	switch opt.Kind {
	case OptionWord:
		if !slices.Contains(opt.Values, value) {
			return fmt.Errorf("option %s: %q is none of %v", opt.Name, value, opt.Values)
		}
	case OptionBool:
		if value != "true" && value != "false" {
			return fmt.Errorf("option %s: %q is neither true nor false", opt.Name, value)
		}
	case OptionInt:
		n, err := strconv.Atoi(value)
		if err != nil || n < opt.Min || n > opt.Max || strconv.Itoa(n) != value {
			return fmt.Errorf("option %s: %q is no whole number from %d to %d", opt.Name, value, opt.Min, opt.Max)
		}
	}
	return nil
}

// Complete returns o with every option of the game in it.
func (in *Info) Complete(o Options) Options {
	all := make(Options, len(in.Options))
	for i := range in.Options {
		all[in.Options[i].Name] = in.Get(o, in.Options[i].Name)
	}
	return all
}

// MarshalOptions writes every option in the record's form, in the game's order.
func (in *Info) MarshalOptions(o Options) json.RawMessage {
	out := []byte{'{'}
	for i := range in.Options {
		opt := &in.Options[i]
		if i > 0 {
			out = append(out, ", "...)
		}
		out = strconv.AppendQuote(out, opt.Name)
		out = append(out, ": "...)
		if value := in.Get(o, opt.Name); opt.Kind == OptionWord {
			out = strconv.AppendQuote(out, value)
		} else {
			out = append(out, value...)
		}
	}
	return append(out, '}')
}

// UnmarshalOptions reads the record's form.
func (in *Info) UnmarshalOptions(raw json.RawMessage) (Options, error) {
	if len(raw) == 0 {
		return Options{}, nil
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(raw, &values); err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	o := make(Options, len(values))
	for name, value := range values {
		text := string(value)
		quoted := len(value) > 0 && value[0] == '"'
		if i := slices.IndexFunc(in.Options, func(opt OptionInfo) bool { return opt.Name == name }); i >= 0 {
			if quoted && in.Options[i].Kind != OptionWord {
				return nil, fmt.Errorf("option %s: %.40s: only words have quotes", name, value)
			}
		}
		if quoted {
			if err := json.Unmarshal(value, &text); err != nil {
				return nil, fmt.Errorf("option %s: %w", name, err)
			}
		}
		o[name] = text
	}
	return o, in.CheckOptions(o)
}
