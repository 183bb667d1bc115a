package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"amytis/engine"
)

var (
	verbName = regexp.MustCompile(`^[a-z]+$`)
	codeName = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`) // of refusals and icons
)

func checkInfo(in *engine.Info) error {
	switch {
	case !verbName.MatchString(in.ID) || !verbName.MatchString(in.Command):
		return fmt.Errorf("ID %q and Command %q are words in lower case", in.ID, in.Command)
	case in.MinSeats < 1 || in.MaxSeats < in.MinSeats || in.MaxSeats > engine.MaxSeats:
		return fmt.Errorf("%d to %d seats", in.MinSeats, in.MaxSeats)
	case in.RulesVersion < 1:
		return errors.New("RulesVersion counts from 1")
	case len(in.Views) == 0:
		return errors.New("no Views: the first is of the whole table")
	case in.Board != "" && !slices.Contains(in.Views[1:], in.Board):
		return fmt.Errorf(
			"board %q is none of the further views %v; leave it out for the first",
			in.Board,
			in.Views[1:],
		)
	}
	return errors.Join(checkVerbs(in), checkSteps(in), checkOptions(in), checkRefusals(in), checkTopics(in), checkIcons(in))
}

func checkVerbs(in *engine.Info) error {
	for i := range in.Verbs {
		v := &in.Verbs[i]
		if !verbName.MatchString(v.Name) || in.Verb(v.Name) != engine.Verb(i+1) {
			return fmt.Errorf("verb %d %q: not a word in lower case, or twice", i+1, v.Name)
		}
		if v.Group != "" && in.Verb(v.Group) != 0 {
			return fmt.Errorf("verb %q: its group is the verb %q", v.Name, v.Group)
		}
		if (len(v.Axes) > 0) != (v.AimView != "") || v.AimView != "" && !slices.Contains(in.Views, v.AimView) {
			return fmt.Errorf("verb %q: view %q for its cursor of %d axes", v.Name, v.AimView, len(v.Axes))
		}
		if v.View != "" && !slices.Contains(in.Views, v.View) {
			return fmt.Errorf("verb %q: view %q is none of %v", v.Name, v.View, in.Views)
		}
		if err := checkArgs(v); err != nil {
			return fmt.Errorf("verb %q: %w", v.Name, err)
		}
	}
	return nil
}

// maxStepsInRow is the number of buttons that Discord shows in a row.
const maxStepsInRow = 5

// checkSteps checks that every axis of a verb has a button ahead, and at most one back.
func checkSteps(in *engine.Info) error {
	seen := map[string]bool{}
	by := map[engine.Axis]int{}
	for _, row := range in.Steps {
		for _, step := range row {
			if len(row) > maxStepsInRow || !verbName.MatchString(step.Name) || len(step.Name) < 2 || seen[step.Name] {
				return fmt.Errorf("step %q: not a word in lower case, twice, or in a row of %d", step.Name, len(row))
			}
			seen[step.Name] = true
			by[step.Axis] += 2 + step.By
		}
	}
	for i := range in.Verbs {
		for _, axis := range in.Verbs[i].Axes {
			if by[axis] != 3 && by[axis] != 4 {
				return fmt.Errorf("verb %q: axis %d has no step ahead, or several", in.Verbs[i].Name, axis)
			}
		}
	}
	return nil
}

func checkArgs(v *engine.VerbInfo) error {
	slots := 0
	keyed := false
	for _, arg := range v.Args {
		slots += arg.Kind.Width()
		switch {
		case !verbName.MatchString(arg.Name):
			return fmt.Errorf("argument %q is not a word in lower case", arg.Name)
		case arg.Key == "" && keyed:
			return fmt.Errorf("argument %s: positional ones come before keyed ones", arg.Name)
		case arg.Kind.Valid(make([]uint32, arg.Kind.Width())):
			return fmt.Errorf("argument %s: zero, which is none, is a value", arg.Name)
		}
		keyed = arg.Key != ""
	}
	if slots > engine.ArgSlots {
		return fmt.Errorf("arguments take %d slots, there are %d", slots, engine.ArgSlots)
	}
	return nil
}

func checkOptions(in *engine.Info) error {
	if err := in.CheckOptions(in.Complete(nil)); err != nil {
		return fmt.Errorf("the defaults: %w", err)
	}
	for _, opt := range in.Options {
		if opt.Kind == engine.OptionWord && (len(opt.Values) == 0 || opt.Values[0] != opt.Default) {
			return fmt.Errorf("option %s: the default %q is not the first of %v", opt.Name, opt.Default, opt.Values)
		}
	}
	return nil
}

func checkRefusals(in *engine.Info) error {
	if n := len(engine.CommonRefusals); len(in.Refusals) < n || !slices.Equal(in.Refusals[:n], engine.CommonRefusals) {
		return errors.New("field Refusals lacks what every game shares: make it with engine.Refusals")
	}
	for i, code := range in.Refusals {
		if !codeName.MatchString(code) || slices.Contains(in.Refusals[:i], code) {
			return fmt.Errorf("refusal %q: not words in lower case joined by _, or twice", code)
		}
	}
	return nil
}

func checkTopics(in *engine.Info) error {
	for i, topic := range in.Topics {
		if topic == "" || slices.Contains(in.Topics[:i], topic) {
			return fmt.Errorf("topic %q: empty, or twice", topic)
		}
	}
	for rule, topic := range in.Sections {
		if slices.Contains(in.Topics, rule) || !slices.Contains(in.Topics, topic) {
			return fmt.Errorf("section %q: a topic itself, or its topic %q is none", rule, topic)
		}
	}
	if in.SkipRule != "" && in.Page(in.SkipRule) == "" {
		return fmt.Errorf("no topic about the rule %q, which Info.SkipRule cites", in.SkipRule)
	}
	return nil
}

func checkIcons(in *engine.Info) error {
	for i, name := range in.Icons {
		if !codeName.MatchString(name) || len(name) > engine.MaxIconName || slices.Contains(in.Icons[:i], name) {
			return fmt.Errorf("icon %q: not words in lower case joined by _, longer than %d, or twice", name,
				engine.MaxIconName)
		}
	}
	for i := range in.Verbs {
		if v := &in.Verbs[i]; int(v.Icon) > len(in.Icons) {
			return fmt.Errorf("verb %q has icon %d of %d", v.Name, v.Icon, len(in.Icons))
		}
	}
	return nil
}

func checkValue(g engine.Game) error {
	p, err := start(g, Hooks{}, tables(g.Info())[0], 1)
	if err != nil {
		return err
	}
	position, found := reflect.TypeOf(p.state()).Elem().FieldByName("s")
	if !found {
		return errors.New("the state is not one that engine.Define made")
	}
	if path := shared(position.Type); path != "" {
		return fmt.Errorf("%s%s can be shared by copies of a position", position.Type, path)
	}
	return nil
}

// shared returns the path to a part of t that copies share, "" if there is none.
func shared(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if path := shared(t.Field(i).Type); path != "" {
				return "." + t.Field(i).Name + path
			}
		}
	case reflect.Array:
		if path := shared(t.Elem()); path != "" {
			return "[]" + path
		}
	case reflect.Pointer,
		reflect.Map,
		reflect.Slice,
		reflect.Interface,
		reflect.Func,
		reflect.Chan,
		reflect.UnsafePointer:
		return " (" + t.String() + ")"
	}
	return ""
}

// checkAbilities checks that the game can do what its verbs ask for.
func checkAbilities(g engine.Game) error {
	in := g.Info()
	if in.Plans && !has(g, "Foresee") {
		return errors.New("turns can be planned, but the game is no engine.Foreseer")
	}
	for i := range in.Verbs {
		switch v := &in.Verbs[i]; {
		case len(v.Axes) > 0 && !has(g, "Aim"):
			return fmt.Errorf("verb %q has a cursor, but the game is no engine.Aimer", v.Name)
		case v.Chance && !has(g, "Chance") && !has(g, "Pace"):
			return fmt.Errorf("verb %q is played by chance, but the game is neither an engine.Chancer nor an engine.Pacer", v.Name)
		}
	}
	return nil
}

// has reports whether the rules that engine.Define made a game of have a method.
func has(g engine.Game, method string) bool {
	rules := reflect.ValueOf(g).Elem().FieldByName("rules").FieldByName("Rules").Elem().Type()
	_, found := rules.MethodByName(method)
	return found
}
