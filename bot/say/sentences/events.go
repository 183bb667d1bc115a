// Package sentences writes about a table in the reader's language: what happened, whose turn it is,
// the score, what a move would do, and why a move is refused. It returns strings.
package sentences

import (
	"slices"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// News is what a channel reads about events.
type News struct {
	// Lines has a line for each turn and each other event, but none for moves that later events
	// undo. Of more than three turns it has two.
	Lines  []string
	Seat   engine.Seat // the seat that moved last, 0 if none did
	Scored *RoundEnd   // the last end of a round with a score, nil for none
}

// Tell returns the news of events after t, and the table then. It tells the undo of older steps.
func Tell(w *text.Words, t *table.Table, events []table.Event) (News, *table.Table, error) {
	all := []*table.Table{t}
	for _, e := range events {
		next, err := all[len(all)-1].Next(e)
		if err != nil {
			return News{}, nil, err
		}
		all = append(all, next)
	}
	start, last := t.Version, all[len(events)]
	var news News
	teller := Teller{Words: w}
	for i, e := range events {
		t, next := all[i], all[i+1]
		switch e.Kind {
		case table.Started:
			lines, err := startLines(w, next)
			if err != nil {
				return News{}, nil, err
			}
			teller.lines = append(teller.lines, lines...)
		case table.Moved:
			before := *t
			before.Players = next.Players // one may have a new name
			t = &before
			if next.Status != table.Abandoned && next.EndsRound(t.State) {
				news.Scored = &RoundEnd{t, next}
			}
			if slices.ContainsFunc(last.Moves, func(m table.Entry) bool { return m.Version == next.Version }) {
				teller.Step(t, next)
				if m := next.Moves[len(next.Moves)-1]; m.Move.Seat != engine.Chance {
					news.Seat = m.Move.Seat
				}
			}
		case table.Undone:
			if t.Moves[lastMove(t, e.Seat)].Version <= start {
				teller.add(UndoLine(w, t, e.Seat))
			}
		case table.Aborted:
			teller.add(w.Say("bot.table.aborted", "By", Mention(w, e.By)))
		case table.Resumed:
			teller.add(resumeLine(w, next))
		case table.Replaced:
			teller.add(w.Say("bot.table.replaced",
				"New", Name(w, table.Player{User: e.User, Name: e.Name}), "Name", Name(w, t.Player(e.Seat)), "By", Mention(w, e.By)))
		case table.StoodIn:
			teller.add(standInNews(w, t, e))
		case table.Returned:
			teller.add(w.Say("bot.table.returned", "Name", Name(w, t.Player(e.Seat))))
		}
		if line := aloneNews(w, t, next, e.Seat); line != "" {
			teller.add(line)
		}
		if next.Idle && !t.Idle {
			teller.add(w.Say(t.Game.Info().ID + ".line.idle"))
		}
	}
	teller.onlyMost()
	news.Lines = teller.Told()
	return news, last, nil
}

// EntryLine returns a log's line of a move. It names a moderator who moved, calls a resignation by
// the clock a timeout, and marks a planned turn. A set-up by chance has one line.
func EntryLine(w *text.Words, before *table.Table, m table.Entry) string {
	in := before.Game.Info()
	switch {
	case m.Auto && in.VerbInfo(m.Move.Verb).SetUp:
		return w.T(in.ID+".line.setup", nil)
	case m.By == 0 && m.Move.Verb == engine.Resign:
		return w.Say(
			"bot.table.timed_out", "Name", Name(w, before.Player(m.Move.Seat)),
			"Count", before.Skipped[m.Move.Seat],
		)
	case m.By != 0 && m.Move.Verb == engine.Skip:
		return w.Say(
			"bot.table.skipped", "Name", Name(w, before.Player(engine.Seat(m.Move.Args[0]))),
			"By", Mention(w, m.By), "You", reads(before.Player(engine.Seat(m.Move.Args[0]))),
		)
	case m.Move.Verb == engine.Resign && m.By != before.Player(m.Move.Seat).User:
		return w.Say(
			"bot.table.taken_out", "Name", Name(w, before.Player(m.Move.Seat)), "By", Mention(w, m.By),
		)
	}
	line := Line(w, marked(before, m), m.Move)
	if m.Choice != 0 && in.VerbInfo(m.Move.Verb).Ends {
		return w.Say("bot.plan.line", "Line", line)
	}
	return line
}

// Line says what a move did. before is the table on which it was played.
func Line(w *text.Words, before *table.Table, m engine.Move) string {
	name := before.Game.Info().VerbInfo(m.Verb).Name
	seat := m.Seat
	var d engine.Description
	switch m.Verb {
	case engine.Skip: // a game may have a verb of that name
		name = "skipped"
		seat = engine.Seat(m.Args[0])
	case engine.Resign:
	default:
		d = before.State.Describe(m)
	}
	args := MoveArgs(w, before, m, d)
	if seat != engine.Chance {
		args["Name"] = Name(w, before.Player(seat))
		args["You"] = reads(before.Player(seat))
	}
	return w.T(before.Game.Info().ID+".line."+name, args)
}

// UndoLine says which action a seat undoes at t, without details, which may be secret again.
func UndoLine(w *text.Words, t *table.Table, seat engine.Seat) string {
	in := t.Game.Info()
	p := t.Player(seat)
	verb := in.VerbInfo(t.Moves[lastMove(t, seat)].Move.Verb)
	return w.T(in.ID+".line.undo", map[string]any{
		"Name": Name(w, p), "You": reads(p), "move": ButtonWord(w, in.ID, verb.Subcommand())})
}

// lastMove returns the index of a seat's last move, 0 if there is none.
func lastMove(t *table.Table, seat engine.Seat) int {
	for i := len(t.Moves) - 1; i >= 0; i-- {
		if t.Moves[i].Move.Seat == seat {
			return i
		}
	}
	return 0
}

// LastLines joins lines, "…" for the oldest beyond limit characters. The last line always stays.
func LastLines(lines []string, limit int) string {
	joined := strings.Join(lines, "\n")
	for len(lines) > 1 && len([]rune(joined)) > limit {
		lines = lines[1:]
		joined = "…\n" + strings.Join(lines, "\n")
	}
	return joined
}
