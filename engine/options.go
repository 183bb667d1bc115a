package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

type OptionKind uint8

// The kinds of options. Zero is invalid.
const (
	// OptionWord is one of a few words.
	OptionWord OptionKind = iota + 1
	// OptionBool is true or false.
	OptionBool
	// OptionInt is a whole number from Min to Max.
	OptionInt
)

type OptionInfo struct {
	// Name is the option's name in records, slash commands and catalogs: lower case letters.
	Name string
	Kind OptionKind
	// Values lists the values of an OptionWord, the default first, or an OptionInt's in menus.
	Values []string
	// Min and Max bound the values of an OptionInt, both included.
	Min, Max int
	// Default is the value in text form if the option is left out.
	Default string
	// Unrecorded marks an option that changes no rule, so that records leave it out.
	Unrecorded bool
	// Needs is another option and its value without which this one keeps its default.
	Needs [2]string
}

// ByHand is the value of SetUpOption by which players make the set-up in any case.
const ByHand = "hand"

// SetUpOption is for games with verbs of the set-up. By default chance plays those for somebody who
// is alone or new to the game.
var SetUpOption = OptionInfo{
	Name: "setup", Kind: OptionWord, Values: []string{"auto", ByHand}, Default: "auto", Unrecorded: true,
}

// Options are a table's options by name, in text form. An option that is left out has its default.
type Options map[string]string

// Get returns the value of one of the game's options, its default if o leaves it out. It returns ""
// for an option that the game does not have.
func (in *Info) Get(o Options, name string) string {
	value, ok := o[name]
	i := in.optionIndex(name)
	if !ok && i >= 0 {
		return in.Options[i].Default
	}
	return value
}

// optionIndex returns -1 for an option that the game does not have.
func (in *Info) optionIndex(name string) int {
	return slices.IndexFunc(in.Options, func(opt OptionInfo) bool { return opt.Name == name })
}

// CheckOptions returns the first invalid option's error, in name order, or nil.
func (in *Info) CheckOptions(o Options) error {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		i := in.optionIndex(name)
		if i < 0 {
			return fmt.Errorf("option %q: %s has none of that name", name, in.ID)
		}
		if err := in.Options[i].check(o[name]); err != nil {
			return err
		}
	}
	if opt := in.Misplaced(o); opt != nil {
		return fmt.Errorf("option %s: it needs %s %s", opt.Name, opt.Needs[0], opt.Needs[1])
	}
	return nil
}

// Misplaced returns the first option that is chosen without the one that it needs, nil if none is.
func (in *Info) Misplaced(o Options) *OptionInfo {
	for i, opt := range in.Options {
		if in.Get(o, opt.Name) != opt.Default && in.Get(o, opt.Needs[0]) != opt.Needs[1] {
			return &in.Options[i]
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
		if _, ok := parseInt(value, opt.Min, opt.Max); !ok {
			return fmt.Errorf("option %s: %q is no whole number from %d to %d", opt.Name, value, opt.Min, opt.Max)
		}
	}
	return nil
}

// Complete returns a copy of o with all of the game's options in it.
func (in *Info) Complete(o Options) Options {
	all := make(Options, len(in.Options))
	for i := range in.Options {
		all[in.Options[i].Name] = in.Get(o, in.Options[i].Name)
	}
	return all
}

// MarshalOptions returns all options as a record has them: a JSON object in the game's order.
func (in *Info) MarshalOptions(o Options) json.RawMessage {
	var fields Score
	for _, opt := range in.Options {
		value := in.Get(o, opt.Name)
		switch {
		case opt.Unrecorded:
		case opt.Kind == OptionWord:
			fields = append(fields, ScoreItem{opt.Name, value})
		default:
			fields = append(fields, ScoreItem{opt.Name, json.RawMessage(value)})
		}
	}
	return FormatSetup(fields)
}

// UnmarshalOptions reads options as a record has them, none from an empty text, and checks them.
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
		if i := in.optionIndex(name); i >= 0 && quoted && in.Options[i].Kind != OptionWord {
			return nil, fmt.Errorf("option %s: %.40s: only words have quotes", name, value)
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
