package bot_test

import (
	"fmt"

	"amytis/bot/localdiscord"
)

// slashGardens plays a turn of gardens.
func (p *person) slashGardens(ch *localdiscord.Channel) error {
	for _, first := range []string{"remove", "dig"} {
		cell, err := p.pick(ch, "garden "+first, nil, "cell")
		if err != nil {
			return err
		}
		if cell == "" {
			continue
		}
		if err := p.act(ch, first, localdiscord.Args{"cell": cell}); err != nil || first == "remove" {
			return err
		}
		return p.build(ch)
	}
	if !p.patient {
		return fmt.Errorf("pinged, but nothing can be removed or dug")
	}
	if mine, err := p.can(ch, "end"); err != nil || !mine {
		return err
	}
	return p.build(ch)
}

// build places and decorates what it likes, and ends the turn.
func (p *person) build(ch *localdiscord.Channel) error {
	for range 2 {
		if !p.chance(0.8) {
			break
		}
		placed, err := p.place(ch)
		if err != nil {
			return err
		}
		if !placed {
			break
		}
		if err := p.decorateAll(ch); err != nil {
			return err
		}
	}
	args := localdiscord.Args{}
	if keep, err := p.pick(ch, "garden end", nil, "keep"); err != nil {
		return err
	} else if keep != "" && p.chance(0.7) {
		args["keep"] = keep
	}
	return p.act(ch, "end", args)
}

// place places a tile where it can be.
func (p *person) place(ch *localdiscord.Channel) (placed bool, err error) {
	args := localdiscord.Args{}
	for _, option := range []string{"tile", "hole", "rotation"} {
		value, err := p.pick(ch, "garden place", args, option)
		if err != nil || value == "" {
			return false, err
		}
		args[option] = value
	}
	levels, err := p.suggestions(ch, "garden place", args, "level")
	if err != nil {
		return false, err
	}
	if len(levels) == 0 {
		return false, &notDoneError{fmt.Sprintf("place %v", args), "no level is suggested"}
	}
	if len(levels) > 1 || p.chance(0.2) {
		args["level"] = levels[p.early(len(levels))]
	}
	if err := p.actWith(ch, "place", args, "open"); err != nil {
		return false, err
	}
	_, err = p.maybeUndo(ch)
	return true, err
}

// decorateAll builds what decorations it can.
func (p *person) decorateAll(ch *localdiscord.Channel) error {
	for _, what := range []string{"statue", "fountain", "bridge", "stairs"} {
		args := localdiscord.Args{"what": what}
		spot, err := p.pick(ch, "garden decorate", args, "spot")
		if err != nil {
			return err
		}
		if spot == "" || !p.chance(0.8) {
			continue
		}
		args["spot"] = spot
		if what != "statue" {
			if args["to"], err = p.pick(ch, "garden decorate", args, "to"); err != nil {
				return err
			}
		}
		if err := p.actWith(ch, "decorate", args, "as"); err != nil {
			return err
		}
		if _, err := p.maybeUndo(ch); err != nil {
			return err
		}
	}
	return nil
}

// actWith acts with or without an option that is seldom needed; without it, the
// bot says if it has to be given.
func (p *person) actWith(ch *localdiscord.Channel, sub string, args localdiscord.Args, option string) error {
	offered, err := p.suggestions(ch, "garden "+sub, args, option)
	if err != nil {
		return err
	}
	if len(offered) > 0 && p.chance(0.5) {
		args[option] = offered[p.early(len(offered))]
	}
	if len(offered) > 1 && args[option] == nil {
		done, m, err := p.try(ch, sub, args)
		if err != nil || done {
			return err
		}
		if want := "⛔ " + p.say("table.refused.ambiguous", "option", p.say("gardens.arg."+option+".name")); firstLine(m.Content) != want {
			return &notDoneError{fmt.Sprintf("%s %v: expected %q", sub, args, want), m.Content}
		}
		args[option] = offered[p.early(len(offered))]
	}
	return p.act(ch, sub, args)
}

// act does what must be accepted, since all of it was offered.
func (p *person) act(ch *localdiscord.Channel, sub string, args localdiscord.Args) error {
	done, m, err := p.try(ch, sub, args)
	if err == nil && !done {
		err = &notDoneError{fmt.Sprintf("/%s %v", p.typed(sub), args), m.Content}
	}
	return err
}

func (p *person) try(ch *localdiscord.Channel, sub string, args localdiscord.Args) (bool, *localdiscord.Message, error) {
	m, err := p.slash(ch, p.typed(sub), args)
	return p.remember(m, err, partsOf(sub, args)...), m, err
}

// partsOf are the words that the move of a command has in the log.
func partsOf(sub string, args localdiscord.Args) []string {
	parts := []string{sub}
	if what := args["what"]; what != nil {
		parts = []string{fmt.Sprint(what)}
	}
	for name, value := range args {
		switch name {
		case "what":
		case "open", "as", "keep":
			parts = append(parts, name+"="+fmt.Sprint(value))
		default:
			parts = append(parts, fmt.Sprint(value))
		}
	}
	return parts
}

// maybeUndo takes the last step back now and then, and gives the answer. Where
// others act at the same time that may be refused (G-10).
func (p *person) maybeUndo(ch *localdiscord.Channel) (*localdiscord.Message, error) {
	if !p.chance(0.05) {
		return nil, nil
	}
	m, err := p.slash(ch, "game undo", nil)
	if err != nil {
		p.remember(m, err, "undo")
		return m, err
	}
	if p.refused(m) {
		if want := p.say("table.refused.undo_others"); firstLine(m.Content) != "⛔ "+want {
			return m, &notDoneError{"undo", m.Content}
		}
		return m, nil
	}
	p.remember(m, err, "undo")
	return m, nil
}
