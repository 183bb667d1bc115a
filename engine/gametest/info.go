package gametest

import (
	"reflect"
	"regexp"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

var (
	verbName = regexp.MustCompile(`^[a-z]+$`)
	codeName = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`) // of refusals and icons
)

func checkInfo(t require.TestingT, in *engine.Info) {
	words := verbName.MatchString(in.ID) && verbName.MatchString(in.Command)
	require.True(t, words, "ID %q and Command %q are words in lower case", in.ID, in.Command)
	seats := in.MinSeats >= 1 && in.MaxSeats >= in.MinSeats && in.MaxSeats <= engine.MaxSeats
	require.True(t, seats, "%d to %d seats", in.MinSeats, in.MaxSeats)
	require.GreaterOrEqual(t, in.RulesVersion, 1, "RulesVersion counts from 1")
	require.NotEmpty(t, in.Views, "no Views: the first is of the whole table")
	known := in.Board == "" || slices.Contains(in.Views[1:], in.Board)
	require.True(t, known, "board %q is no further view of %v; leave it out for the first", in.Board, in.Views[1:])
	checkVerbs(t, in)
	checkSteps(t, in)
	checkOptions(t, in)
	checkRefusals(t, in)
	checkTopics(t, in)
	checkIcons(t, in)
}

func checkVerbs(t require.TestingT, in *engine.Info) {
	for i := range in.Verbs {
		v := &in.Verbs[i]
		known := verbName.MatchString(v.Name) && in.Verb(v.Name) == engine.Verb(i+1)
		require.True(t, known, "verb %d %q: not a word in lower case, or twice", i+1, v.Name)
		require.True(t, v.Group == "" || in.Verb(v.Group) == 0, "verb %q: its group is the verb %q", v.Name, v.Group)
		cursor := (len(v.Axes) > 0) == (v.AimView != "")
		require.True(t, cursor, "verb %q: view %q for its cursor of %d axes", v.Name, v.AimView, len(v.Axes))
		for _, view := range []string{v.View, v.AimView} {
			known := view == "" || slices.Contains(in.Views, view)
			require.True(t, known, "verb %q: view %q is none of %v", v.Name, view, in.Views)
		}
		checkArgs(t, v)
	}
}

const maxStepsInRow = 5 // Discord's limit of buttons

// checkSteps checks that every axis of a verb has a button ahead, and at most one back.
func checkSteps(t require.TestingT, in *engine.Info) {
	seen := map[string]bool{}
	by := map[engine.Axis]int{}
	for _, row := range in.Steps {
		for _, step := range row {
			word := verbName.MatchString(step.Name) && len(step.Name) > 1
			require.True(t, word && !seen[step.Name], "step %q: not a word in lower case, or twice", step.Name)
			require.LessOrEqual(t, len(row), maxStepsInRow, "the row of step %q", step.Name)
			seen[step.Name] = true
			by[step.Axis] += 2 + step.By
		}
	}
	for i := range in.Verbs {
		for _, axis := range in.Verbs[i].Axes {
			one := by[axis] == 3 || by[axis] == 4
			require.True(t, one, "verb %q: axis %d has no step ahead, or several", in.Verbs[i].Name, axis)
		}
	}
}

func checkArgs(t require.TestingT, v *engine.VerbInfo) {
	slots := 0
	keyed := false
	for _, arg := range v.Args {
		width := arg.Kind.Width()
		slots += width
		require.Regexp(t, verbName, arg.Name, "verb %q: an argument is not a word in lower case", v.Name)
		require.True(t, arg.Key != "" || !keyed, "verb %q: positional arguments come before keyed ones", v.Name)
		require.False(t, arg.Kind.Valid(make([]uint32, width)), "verb %q: zero, which is none, is a value", v.Name)
		keyed = arg.Key != ""
	}
	require.LessOrEqual(t, slots, engine.ArgSlots, "verb %q: the slots of its arguments", v.Name)
}

func checkOptions(t require.TestingT, in *engine.Info) {
	require.NoError(t, in.CheckOptions(in.Complete(nil)), "the defaults")
	for _, opt := range in.Options {
		first := opt.Kind != engine.OptionWord || len(opt.Values) > 0 && opt.Values[0] == opt.Default
		require.True(t, first, "option %s: the default %q is not the first of %v", opt.Name, opt.Default, opt.Values)
	}
}

func checkRefusals(t require.TestingT, in *engine.Info) {
	n := min(len(engine.CommonRefusals), len(in.Refusals))
	require.Equal(t, engine.CommonRefusals, in.Refusals[:n],
		"field Refusals lacks what every game shares: make it with engine.Refusals")
	requireNames(t, in.Refusals)
}

// requireNames checks that codes or icons are words in lower case joined by _, each once.
func requireNames(t require.TestingT, names []string) {
	for i, name := range names {
		require.Regexp(t, codeName, name)
		require.NotContains(t, names[:i], name, "it is there twice")
	}
}

func checkTopics(t require.TestingT, in *engine.Info) {
	for i, topic := range in.Topics {
		known := topic != "" && !slices.Contains(in.Topics[:i], topic)
		require.True(t, known, "topic %q: empty, or twice", topic)
	}
	for rule, topic := range in.Sections {
		known := !slices.Contains(in.Topics, rule) && slices.Contains(in.Topics, topic)
		require.True(t, known, "section %q: a topic itself, or its topic %q is none", rule, topic)
	}
	known := in.SkipRule == "" || in.Page(in.SkipRule) != ""
	require.True(t, known, "no topic about the rule %q, which Info.SkipRule cites", in.SkipRule)
}

func checkIcons(t require.TestingT, in *engine.Info) {
	requireNames(t, in.Icons)
	for _, name := range in.Icons {
		require.LessOrEqual(t, len(name), engine.MaxIconName, "icon %q", name)
	}
	for i := range in.Verbs {
		require.LessOrEqual(t, int(in.Verbs[i].Icon), len(in.Icons), "the icon of verb %q", in.Verbs[i].Name)
	}
}

func checkValue(t require.TestingT, g engine.Game) {
	p := start(t, g, Hooks{}, tables(g.Info())[0], 1)
	position, found := reflect.TypeOf(p.state()).Elem().FieldByName("s")
	require.True(t, found, "the state is not one that engine.Define made")
	path := shared(position.Type)
	require.Empty(t, path, "%s%s can be shared by copies of a position", position.Type, path)
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
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan,
		reflect.UnsafePointer:
		return " (" + t.String() + ")"
	}
	return ""
}

// checkAbilities checks that the game can do what its verbs ask for.
func checkAbilities(t require.TestingT, g engine.Game) {
	in := g.Info()
	require.True(t, !in.Plans || has(g, "Foresee"), "turns can be planned, but the game is no engine.Foreseer")
	for i := range in.Verbs {
		v := &in.Verbs[i]
		aims := len(v.Axes) == 0 || has(g, "Aim")
		require.True(t, aims, "verb %q has a cursor, but the game is no engine.Aimer", v.Name)
		drawn := !v.Chance || has(g, "Chance") || has(g, "Pace")
		require.True(t, drawn, "chance plays verb %q, but the game is no engine.Chancer or engine.Pacer", v.Name)
	}
}

// has reports whether the rules that engine.Define made a game of have a method.
func has(g engine.Game, method string) bool {
	rules := reflect.ValueOf(g).Elem().FieldByName("rules").FieldByName("Rules").Elem().Type()
	_, found := rules.MethodByName(method)
	return found
}
