package harness

import (
	"fmt"

	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// Gardens plays Babylon.
var Gardens = &Script{
	GameID: "gardens", command: "garden", last: []string{"end", "remove"}, endChance: 0.25, cursorChance: 0.3,
	commandTurn: func(t *commandTurn) error { return gardensTurn{t}.play() },
	pings: func(t *table.Table, _ []table.Event, seat engine.Seat) int {
		turns := 0
		for _, m := range t.Moves {
			verb := t.Game.Info().VerbInfo(m.Move.Verb).Name
			if m.Move.Seat == seat && (verb == "dig" || verb == "remove") {
				turns++
			}
		}
		return turns
	},
}

// gardensTurn is a turn of Gardens by commands.
type gardensTurn struct{ *commandTurn }

func (t gardensTurn) play() error {
	for _, first := range []string{"remove", "dig"} {
		cell, err := t.pick(first, nil, "cell")
		if err != nil {
			return err
		}
		if cell == "" {
			continue
		}
		if err := t.act(first, localdiscord.Args{"cell": cell}); err != nil || first == "remove" {
			return err
		}
		return t.build()
	}
	if !t.Patient {
		return fmt.Errorf("pinged, but nothing can be removed or dug")
	}
	if m, err := t.status(); err != nil || !t.Lists(m, "end") {
		return err
	}
	return t.build()
}

// build places and decorates up to two tiles, and ends the turn.
func (t gardensTurn) build() error {
	for range 2 {
		if !t.rand.chance(0.8) {
			break
		}
		placed, err := t.place()
		if err != nil {
			return err
		}
		if !placed {
			break
		}
		if err := t.decorate(); err != nil {
			return err
		}
	}
	args := localdiscord.Args{}
	if keep, err := t.pick("end", nil, "keep"); err != nil {
		return err
	} else if keep != "" && t.rand.chance(0.7) {
		args["keep"] = keep
	}
	return t.act("end", args)
}

// place places a tile if one fits.
func (t gardensTurn) place() (placed bool, err error) {
	args := localdiscord.Args{}
	for _, option := range []string{"tile", "hole", "rotation"} {
		value, err := t.pick("place", args, option)
		if err != nil || value == "" {
			return false, err
		}
		args[option] = value
	}
	levels, err := t.Suggestions(t.ch, "garden place", args, "level")
	if err != nil {
		return false, err
	}
	if len(levels) == 0 {
		return false, &notDoneError{fmt.Sprintf("place %v", args), "no level is suggested"}
	}
	if len(levels) > 1 || t.rand.chance(0.2) {
		args["level"] = levels[t.rand.early(len(levels))]
	}
	if err := t.actWith("place", args, "open"); err != nil {
		return false, err
	}
	_, err = t.sometimesUndo()
	return true, err
}

// decorate builds one decoration of each kind that can be built.
func (t gardensTurn) decorate() error {
	for _, what := range []string{"statue", "fountain", "bridge", "stairs"} {
		args := localdiscord.Args{"what": what}
		spot, err := t.pick("decorate", args, "spot")
		if err != nil {
			return err
		}
		if spot == "" || !t.rand.chance(0.8) {
			continue
		}
		args["spot"] = spot
		if what != "statue" {
			if args["to"], err = t.pick("decorate", args, "to"); err != nil {
				return err
			}
		}
		if err := t.actWith("decorate", args, "as"); err != nil {
			return err
		}
		if _, err := t.sometimesUndo(); err != nil {
			return err
		}
	}
	return nil
}

// actWith acts with or without an option that is seldom needed. Without it the bot says whether the
// option has to be given.
func (t gardensTurn) actWith(sub string, args localdiscord.Args, option string) error {
	offered, err := t.Suggestions(t.ch, "garden "+sub, args, option)
	if err != nil {
		return err
	}
	if len(offered) > 0 && t.rand.chance(0.5) {
		args[option] = offered[t.rand.early(len(offered))]
	}
	if len(offered) > 1 && args[option] == nil {
		done, m, err := t.send(sub, args)
		if err != nil || done {
			return err
		}
		want := "⛔ " + t.T("table.refused.ambiguous", "option", t.T("gardens.arg."+option+".name"))
		if FirstLine(m.Content) != want {
			return &notDoneError{fmt.Sprintf("%s %v: expected %q", sub, args, want), m.Content}
		}
		args[option] = offered[t.rand.early(len(offered))]
	}
	return t.act(sub, args)
}
