package towers

import (
	"fmt"
	"strconv"
	"strings"

	"amytis/engine"
	game "amytis/engine/towers"
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

// table describes everything that the picture of the table shows, briefly.
func (t teller) table(s scene, detail detailLevel) string {
	var parts []string
	if len(s.zones) == len(t.view.Zones) {
		parts = append(parts, t.Say("view.table"))
	}
	if s.scored {
		parts = append(parts, t.pastRound(len(t.view.Rounds)-1))
	}
	if !s.scored || t.view.Stage == game.Over {
		parts = append(parts, t.stage()...)
	}
	for i := range t.view.Players {
		parts = append(parts, t.player(&t.view.Players[i], detail))
	}
	if !t.view.Quick && detail < least {
		parts = append(parts, t.levelLeaders()...)
	}
	for _, z := range s.zones {
		if t.view.Quick {
			parts = append(parts, t.zone(z))
		}
		parts = append(parts, t.levels(z, detail)...)
	}
	return strings.Join(parts, " ")
}

// player describes a player in one sentence.
func (t teller) player(p *game.PlayerView, detail detailLevel) string {
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
	if detail < bare {
		left := t.countTexts("towers", p.Towers, "bridges", p.Bridges, "large", p.Large, "small", p.Small)
		if len(left) > 0 {
			things = append(things, t.Say("left", "Things", strings.Join(left, ", ")))
		}
	}
	return t.Say("player_is", "Name", t.Name(p.Seat), "Colour", t.Say("colour."+p.Colour.String()),
		"Things", strings.Join(things, ", "))
}

// levelLeaders names the players who get the points of the levels with nobles.
func (t teller) levelLeaders() []string {
	counts := nobleCounts(&t.view.Zones[0])
	var things []string
	for level := game.MaxLevel; level > 0; level-- {
		if counts[level] == [game.MaxSeats]int{} {
			continue
		}
		name := t.Say("nobody")
		for i := range t.view.Players {
			if p := &t.view.Players[i]; level <= len(p.Levels) && p.Levels[level-1] > 0 {
				name = t.Name(p.Seat)
			}
		}
		things = append(things, t.Say("lead", "Level", level, "Name", name))
	}
	if len(things) == 0 {
		return nil
	}
	return []string{t.Say("leads", "Things", strings.Join(things, ", "))}
}

// position describes everything that is not on a table, in several lines.
func (t teller) position() string {
	lines := t.stage()
	for i := range t.view.Rounds {
		lines = append(lines, t.pastRound(i))
	}
	for i := range t.view.Players {
		lines = append(lines, t.player(&t.view.Players[i], full))
	}
	if !t.view.Quick {
		lines = append(lines, t.levelLeaders()...)
	}
	return strings.Join(lines, "\n") + "\n"
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

// zoneText describes a zone: a map of its heights, and its levels.
func (t teller) zoneText(z *game.ZoneView) string {
	var b strings.Builder
	if t.view.Quick {
		b.WriteString(t.zone(z) + "\n")
	}
	if highest(z) > 0 {
		b.WriteString(heightMap(z) + t.Say("legend") + "\n\n")
	}
	for _, line := range t.levels(z, full) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// heightMap draws a map of the heights of a zone in characters, with arches in brackets.
func heightMap(z *game.ZoneView) string {
	a, all := usedArea(z, 1, 8), newRoofs(z)
	var b strings.Builder
	for row := a.row + a.rows - 1; row >= a.row; row-- {
		fmt.Fprintf(&b, "%2d", row+1)
		for col := a.col; col < a.col+a.cols; col++ {
			r := &all[col][row]
			cell := strconv.Itoa(r.level)
			switch {
			case r.level == 0:
				cell = "·"
			case r.kind == archKind:
				cell = "(" + cell + ")"
			}
			fmt.Fprintf(&b, " %4s", cell)
		}
		b.WriteString("\n")
	}
	b.WriteString("  ")
	for col := a.col; col < a.col+a.cols; col++ {
		fmt.Fprintf(&b, " %4s", columnName(col))
	}
	b.WriteString("\n")
	return b.String()
}
