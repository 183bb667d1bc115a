package sentences

import (
	"errors"
	"slices"
	"strings"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// CanDo lists the commands for which a seat has a legal move, or whom the table waits for.
func CanDo(w *text.Words, t *table.Table, seat engine.Seat) string {
	if t.Status == table.Ended {
		return w.Say("bot.turn.game_over") + " " + Outcome(w, t, seat)
	}
	if t.Status != table.Running {
		return w.Say("bot.turn.game_over")
	}
	if t.StoodIn().Has(seat) {
		return StoodInText(w, t, seat)
	}
	if t.Round.Waiting {
		return roundWaits(w, t, seat)
	}
	if !t.Turn().Has(seat) {
		return w.Say("bot.turn.waiting", "Players", SeatList(w, t, t.Turn()))
	}
	legal := t.State.Legal(seat, nil)
	var can []string
	for _, sub := range choice.Subcommands(t.Game.Info()) {
		if slices.ContainsFunc(legal, func(m engine.Move) bool { return slices.Contains(sub.Verbs, m.Verb) }) {
			can = append(can, "`"+commandName(w, t.Game.Info(), sub)+"`")
		}
	}
	if len(can) == 0 {
		return deadEnd(w, t, seat)
	}
	return w.Say("bot.turn.can", "Commands", w.List(can))
}

// FirstCommand returns the command of a game's first action, in a code span.
func FirstCommand(w *text.Words, in *engine.Info) string {
	return "`" + commandName(w, in, choice.Subcommands(in)[0]) + "`"
}

// commandName returns a subcommand as users type it: "/towers noble small".
func commandName(w *text.Words, in *engine.Info, sub choice.Subcommand) string {
	name := "/" + w.Say(in.ID+".command.name")
	if sub.Section != "" {
		name += " " + w.Say(in.ID+".section."+sub.Section+".name")
	}
	return name + " " + w.Say(in.ID+".sub."+sub.Name+".name")
}

// roundWaits says what a seat can do before a round begins, and when it begins by itself.
func roundWaits(w *text.Words, t *table.Table, seat engine.Seat) string {
	said := w.Say("bot.turn.ready")
	if !t.NotReady().Has(seat) {
		said = w.Say("bot.turn.round_waits", "Players", SeatList(w, t, t.NotReady()))
	}
	if at := roundBegins(t); at != 0 {
		said += "\n" + w.Say("bot.turn.round_begins", "When", stamp(at, "T"))
	}
	return said
}

// deadEnd says that the seat can only undo, and why its turn cannot end now.
func deadEnd(w *text.Words, t *table.Table, seat engine.Seat) string {
	var why *engine.RuleError
	for i, verb := range t.Game.Info().Verbs {
		if verb.Ends && !verb.Chance && len(verb.Args) == 0 {
			_, err := t.State.Apply(engine.Move{Seat: seat, Verb: engine.Verb(i + 1)})
			why = choice.Closer(t.Game.Info(), why, err)
		}
	}
	text := w.Say("bot.turn.dead_end")
	if why == nil {
		return text
	}
	return text + "\n" + Refusal(w, games.Of(t), t, why)
}

// ForcedLine tells the channel that the program takes a forced step at a time in Unix milliseconds.
func ForcedLine(w *text.Words, t *table.Table, m engine.Move, at int64) string {
	name := Name(w, t.Player(m.Seat))
	return w.Say("bot.forced.public", "Name", name, "Move", stepName(w, t, m), "When", Countdown(at))
}

// PlanDue tells a player that the program plays the planned turn, at a time in Unix milliseconds.
func PlanDue(w *text.Words, at int64) string { return w.Say("bot.plan.due", "When", stamp(at, "T")) }

// PlanFails tells a player why the program does not play the planned turn.
func PlanFails(w *text.Words, t *table.Table, why *table.Misfit) string {
	in := t.Game.Info()
	m := why.Move
	hint := func(m engine.Move, d engine.Description) string {
		return w.T(in.ID+".hint."+in.VerbInfo(m.Verb).Name, MoveArgs(w, t, m, d))
	}
	var refused *engine.RuleError
	reason := ""
	switch {
	case errors.As(why.Refused, &refused):
		reason = Refusal(w, games.Of(t), t, refused)
	case why.Better != engine.Move{}:
		reason = w.Say("bot.plan.better", "Move", Spelled(w, t, why.Better), "Is", Hint(w, t, why.Better))
	default:
		reason = w.Say("bot.plan.changed", "Move", Spelled(w, t, m), "Was", hint(m, why.Was), "Is", hint(m, why.Is))
	}
	return w.Say("bot.plan.failed", "Move", Spelled(w, t, m), "Why", reason)
}

// PlanLine tells the channel that a seat's planned turn is played at a time in Unix milliseconds.
func PlanLine(w *text.Words, t *table.Table, seat engine.Seat, at int64) string {
	return w.Say("bot.plan.public", "Name", Name(w, t.Player(seat)), "When", Countdown(at))
}

// ForcedNote tells a player the same, and how to prevent it if they can undo a step.
func ForcedNote(w *text.Words, t *table.Table, m engine.Move, at int64, undoable bool) string {
	key := "bot.forced.own"
	if undoable {
		key = "bot.forced.undo"
	}
	return w.Say(key, "Move", stepName(w, t, m), "When", stamp(at, "T"))
}

func stepName(w *text.Words, t *table.Table, m engine.Move) string {
	return ButtonWord(w, t.Game.Info().ID, t.Game.Info().VerbInfo(m.Verb).Subcommand())
}

const standInSign = " 🤖"

func StoodInText(w *text.Words, t *table.Table, seat engine.Seat) string {
	_, level, _ := t.Acting(seat).Computer()
	return w.Say("bot.stand_in.yours", "Level", level)
}

// StandInLine says who has a stand-in now, apart from some seats, "" if nobody has.
func StandInLine(w *text.Words, t *table.Table, without engine.SeatSet) string {
	seats := t.StoodIn() &^ without
	if seats == 0 {
		return ""
	}
	return w.Say("bot.table.standing_in", "Players", SeatList(w, t, seats))
}

// AssistedLine names who had a stand-in in an ended game, and says what follows, or "".
func AssistedLine(w *text.Words, t *table.Table) string {
	if t.Assisted == 0 {
		return ""
	}
	return w.Say("bot.table.assisted", "Players", SeatList(w, t, t.Assisted))
}

// Actor returns the stand-in of a seat while one plays, else the player.
func Actor(t *table.Table, seat engine.Seat) table.Player {
	if t.Computers().Has(seat) {
		return table.Player{User: t.Acting(seat)}
	}
	return t.Player(seat)
}

// markedName returns a seat's name in bold, with a sign while a computer stands in.
func markedName(w *text.Words, t *table.Table, seat engine.Seat) string {
	name := "**" + Name(w, t.Player(seat)) + "**"
	if t.StoodIn().Has(seat) {
		name += standInSign
	}
	return name
}

// marked returns the table before a move, with a sign at the player's name if a stand-in made it.
func marked(before *table.Table, m table.Entry) *table.Table {
	seat := m.Move.Seat
	if !m.By.IsComputer() || seat == engine.Chance || before.Player(seat).IsComputer() {
		return before
	}
	t := *before
	t.Players = slices.Clone(t.Players)
	t.Players[seat-1].Name = strings.TrimPrefix(t.Player(seat).Name, you) + standInSign
	return &t
}

// aloneNews returns a line about stand-ins that ended because no person plays beside them, "" for
// none. named is the seat of an event, which ends for another reason.
func aloneNews(w *text.Words, before, after *table.Table, named engine.Seat) string {
	seats := before.StoodIn() &^ after.StoodIn() &^ engine.Seats(named) &^ after.Resigned
	if seats == 0 || after.Status != table.Running {
		return ""
	}
	return w.Say("bot.table.stand_ins_over", "Players", SeatList(w, after, seats))
}

func standInNews(w *text.Words, t *table.Table, e table.Event) string {
	_, level, _ := e.User.Computer()
	key := "bot.table.stood_in"
	if e.By == 0 {
		key = "bot.table.stood_in_late"
	}
	return w.Say(key, "Name", Name(w, t.Player(e.Seat)), "Level", level)
}
