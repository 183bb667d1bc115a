package towers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// stage describes the turn or how the game ended. In the quick game it gives the round.
func (t teller) stage() []string {
	v := t.view
	switch {
	case v.Stage == game.Over:
		return []string{t.Say("over", "Names", t.NamesOf(v.Winners))}
	case v.Quick:
		return []string{t.Say("round", "Round", v.Round)}
	}
	parts := []string{t.Say("turn", "Name", t.Name(v.Active), "Count", v.Placed)}
	if v.FirstRound {
		parts = append(parts, t.Say("first_round"))
	}
	switch {
	case v.Stage == game.Swapped:
		parts = append(parts, t.Say("swapped"))
	case v.Stage == game.Turned:
		parts = append(parts, t.Say("turned"))
	case !v.Connected:
		parts = append(parts, t.Say("apart"))
	case v.MayEnd:
		parts = append(parts, t.Say("may_end"))
	}
	return parts
}

// player describes a player in one sentence. In brief it leaves out the pieces left.
func (t teller) player(p *game.PlayerView, d render.Detail) string {
	var things []string
	if p.Resigned {
		things = append(things, t.Say("resigned"))
	}
	if t.view.Quick {
		things = append(things, t.Say("points", "Points", p.Score), t.Say("won", "Count", p.Won))
		if p.Stuck && t.view.Stage != game.Over {
			things = append(things, t.Say("stuck"))
		}
	} else {
		things = append(things, t.Say("points", "Points", p.Total))
	}
	if d == render.Full {
		things = append(things, t.piecesLeft(p)...)
	}
	return t.Say("player_is", "Name", t.Name(p.Seat), "Colour", t.Say("colour."+p.Colour.String()),
		"Things", strings.Join(things, ", "))
}

func (t teller) piecesLeft(p *game.PlayerView) []string {
	var pieces []string
	keys := [...]string{"towers", "bridges", "large", "small"}
	for i, n := range []int{p.Towers, p.Bridges, p.Large, p.Small} {
		if n > 0 {
			pieces = append(pieces, t.Say(keys[i], "Count", n))
		}
	}
	if len(pieces) == 0 {
		return nil
	}
	return []string{t.Say("left", "Things", strings.Join(pieces, ", "))}
}

func (t teller) leaders(r ladder) []string {
	var things []string
	for _, level := range r.levels() {
		name := t.Say("nobody")
		if seat, _ := r.leader(level); seat != 0 {
			name = t.Name(seat)
		}
		if level > 0 {
			things = append(things, t.Say("lead", "Level", level, "Name", name))
		}
	}
	key := "leads"
	switch {
	case len(things) == 0:
		return nil
	case r.lit != ladder{}.lit:
		key = "leads_then"
	}
	return []string{t.Say(key, "Things", strings.Join(things, ", "))}
}

// textBoard describes the whole position, one fact after another.
type textBoard struct{ teller }

// position describes everything that is not on a table, in several lines.
func (t textBoard) position() string {
	v := t.view
	lines := append(t.stage(), t.turnFacts()...)
	if v.Turn != 0 {
		lines = append(lines, t.Say("board.to_play", "Names", t.NamesOf(v.Turn.Slice())))
	}
	options := []string{t.Option(game.ID, "mode", "tactical"), t.Option(game.ID, "expert", strconv.FormatBool(v.Expert))}
	if v.Quick {
		options[0] = t.Option(game.ID, "mode", "quick")
		options = append(options, t.Say("board.clock", "Seconds", v.Clock))
	}
	lines = append(lines, t.Say("board.options", "Things", t.Clauses(options)))
	for i := range v.Players {
		p := &v.Players[i]
		lines = append(lines, t.player(p, render.Full), t.points(p))
		if p.Stuck && v.Stage == game.Over {
			lines = append(lines, t.Say("board.stopped", "Name", t.Name(p.Seat)))
		}
	}
	if !v.Quick {
		lines = append(lines, t.leaders(newLadder(v, ghost{}, 0))...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// pastRounds describes the finished rounds, the last one first.
func (t textBoard) pastRounds() string {
	var b strings.Builder
	for i := range slices.Backward(t.view.Rounds) {
		b.WriteString("\n" + t.pastRound(i) + "\n")
		for _, line := range t.pastScores(&t.view.Rounds[i], i+1) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// turnFacts describes what stage leaves out: the last turn or round of a finished game, and in the
// tactical game what the rules ask of the turn.
func (t textBoard) turnFacts() []string {
	v := t.view
	var lines []string
	if v.Stage == game.Over {
		if v.Quick {
			return []string{t.Say("round", "Round", v.Round)}
		}
		lines = append(lines, t.Say("turn", "Name", t.Name(v.Active), "Count", v.Placed))
		if v.FirstRound {
			lines = append(lines, t.Say("first_round"))
		}
	}
	if v.Quick {
		return lines
	}
	facts := [...]struct {
		key     string
		is, say bool
	}{
		{"board.connected", v.Connected, true},
		{"apart", true, !v.Connected && v.Stage != game.Placing},
		{"may_end", v.MayEnd, v.Stage != game.Placing || !v.Connected},
		{"board.grown", v.Grown, true},
		{"board.barred", v.Barred, true},
	}
	for _, f := range facts {
		if f.is && f.say {
			lines = append(lines, t.Say(f.key))
		}
	}
	return lines
}

// points lists a player's points by level and the penalty. In the quick game it gives the pieces
// left and the nobles set aside instead.
func (t textBoard) points(p *game.PlayerView) string {
	if t.view.Quick {
		return t.Say("board.quick_player", "Name", t.Name(p.Seat), "Left", p.Left, "Aside", p.SetAside)
	}
	things := make([]string, len(p.Levels), len(p.Levels)+1)
	for i, n := range p.Levels {
		things[i] = t.Say("board.level_points", "Level", i+1, "Points", n)
	}
	things = append(things, t.Say("board.penalty", "Points", p.Penalty))
	return t.Say("board.points", "Name", t.Name(p.Seat), "Things", strings.Join(things, ", "))
}

func (t teller) pastRound(i int) string {
	r := &t.view.Rounds[i]
	var scores []string
	for seat := range t.view.Players {
		scores = append(scores, fmt.Sprintf("%s %d", t.Name(engine.Seat(seat+1)), r.Score[seat]))
	}
	key := "past_round"
	if r.TimeUp {
		key = "past_round_time"
	}
	return t.Say(key, "Round", i+1, "Names", t.NamesOf(r.Winners), "Things", strings.Join(scores, ", "))
}

// pastScores gives the points by zone and the pieces left in a finished round, one player a line.
func (t textBoard) pastScores(r *game.RoundView, round int) []string {
	var lines []string
	for i := range t.view.Players {
		zones := make([]string, 0, len(r.Zones[i]))
		for z, number := range r.Zones[i] {
			if number > 0 {
				zones = append(zones, t.Say("board.zone_points", "Zone", number, "Points", r.Points[i][z]))
			}
		}
		if len(zones) > 0 {
			lines = append(lines, t.Say("board.past_player", "Round", round, "Name", t.Name(engine.Seat(i+1)),
				"Things", strings.Join(zones, ", "), "Left", r.Left[i]))
		}
	}
	return lines
}

// zoneText describes a zone: its points, and the towers, bridges and nobles of each level on a
// line.
func (t textBoard) zoneText(z *game.ZoneView) string {
	var b strings.Builder
	if t.view.Quick {
		b.WriteString(t.zone(z) + "\n")
	}
	top := highest(z)
	if top == 0 {
		b.WriteString(t.Say("empty", "Zone", z.Number) + "\n")
	}
	for level := top; level > 0; level-- {
		for _, thing := range t.levelFacts(z, level) {
			line := t.Say("level", "Level", level, "Things", thing)
			if t.view.Quick {
				line = t.Say("board.zone_level", "Zone", z.Number, "Level", level, "Things", thing)
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func (t textBoard) levelFacts(z *game.ZoneView, level int) []string {
	var towers, bridges, nobles, facts []string
	for i := range z.Towers {
		tower := &z.Towers[i]
		if int(tower.At.Level) != level {
			continue
		}
		towers = append(towers, t.mark(t.tower(tower), tower.New))
		for _, n := range tower.Nobles {
			nobles = append(nobles, t.Say("board."+n.Size.String(), "At", cellName(tower.At),
				"Colour", t.Say("colour."+n.Colour.String())))
		}
	}
	for _, b := range z.Bridges {
		if int(b.From.Level) == level {
			bridges = append(bridges, t.mark(bridgeName(b.Bridge), b.New))
		}
	}
	if len(towers) > 0 {
		facts = append(facts, t.Say("towers_at", "Count", len(towers), "At", strings.Join(towers, ", ")))
	}
	if len(bridges) > 0 {
		facts = append(facts, t.Say("bridges_at", "Count", len(bridges), "At", strings.Join(bridges, ", ")))
	}
	if len(nobles) > 0 {
		facts = append(facts, t.Say("board.nobles", "Things", strings.Join(nobles, ", ")))
	}
	return facts
}
