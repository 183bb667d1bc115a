package sentences

import (
	"slices"
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// History is a game turn by turn, without undone moves. Turn 0 is the start, with a set-up that
// chance has made. The others are those that people played.
type History struct {
	Table     *table.Table
	positions []engine.State // after each number of moves
	// ends holds the number of moves by the end of each turn. The last has all moves and may go on.
	ends   []int
	goesOn bool // the last turn is not over
}

// NewHistory replays a started game. Of a copy on which a seat plans it has the position alone.
func NewHistory(t *table.Table) (History, error) {
	if t.State == nil {
		return History{}, engine.Refuse(table.RefusedNotStarted, "")
	}
	if t.Planner != 0 {
		now := *t
		now.Moves = nil
		return History{Table: &now, positions: []engine.State{t.State}, ends: []int{0}}, nil
	}
	s, err := t.Game.Start(t.Options, t.SeatInfos(), t.Setup)
	if err != nil {
		return History{}, err
	}
	played := slices.IndexFunc(t.Moves, func(m table.Entry) bool { return !t.Dealt(m) })
	if played < 0 {
		played = len(t.Moves)
	}
	h := History{Table: t, positions: []engine.State{s}, ends: []int{played}}
	awaited := s.Turn()
	ended := false
	for i, m := range t.Moves {
		ended = ended || s.Pace().Live || t.Game.Info().VerbInfo(m.Move.Verb).Ends
		if s, err = s.Apply(m.Move); err != nil {
			return History{}, err
		}
		h.positions = append(h.positions, s)
		if s.Turn().Has(engine.Chance) {
			continue // a chance move belongs to the turn that needs it
		}
		if i >= played && (ended || s.Turn() != awaited) {
			h.ends = append(h.ends, i+1)
		}
		awaited = s.Turn()
		ended = false
	}
	made := len(t.Moves)
	if h.ends[len(h.ends)-1] != made {
		h.ends = append(h.ends, made)
		h.goesOn = true
	}
	return h, nil
}

func (h History) Last() int { return len(h.ends) - 1 }

// When names a turn, perhaps the next one, by its round if the game counts them; "" for turn 0.
func (h History) When(w *text.Words, turn int) string {
	return w.Say("bot.board.when", "Turn", turn, "Round", h.round(turn))
}

// Length says how many rounds or turns the game has had.
func (h History) Length(w *text.Words) string {
	if rounds := h.round(h.Last()); rounds > 0 {
		return w.Say("bot.length.rounds", "Count", rounds)
	}
	return w.Say("bot.length.turns", "Count", h.Last())
}

// Rounds returns the last turn of each round, 0 first. Without rounds it has one number.
func (h History) Rounds() (ends []int) {
	for turn := range h.ends {
		ends = append(ends[:min(h.round(turn), len(ends))], turn)
	}
	return ends
}

// round returns the round of a turn, as the game's Scene counts it, 0 where it does not.
func (h History) round(turn int) (n int) {
	if turn > 0 {
		for _, note := range h.positions[h.ends[turn-1]].Scene() {
			n, _ = strconv.Atoi(note.Facts["round"])
		}
	}
	return n
}

// Given returns the last turn of which all moves were given, 0 for none; see table.Entry.Given.
func (h History) Given() int {
	turn, found := slices.BinarySearch(h.ends, h.Table.Given())
	if !found || h.goesOn && turn == h.Last() {
		turn--
	}
	return max(turn, 0)
}

// Shown returns the seat whose board a message shows: the last that moved, or the first winner.
func (h History) Shown(turn int) engine.Seat {
	if r, over := h.At(turn).State.Result(); over {
		return r.Winners[0]
	}
	for i := h.ends[turn] - 1; turn > 0 && i >= h.ends[turn-1]; i-- {
		if seat := h.Table.Moves[i].Move.Seat; seat != engine.Chance {
			return seat
		}
	}
	return 0
}

// After returns the table after a number of moves. Its version stays the present one. Among given
// moves its players have no names: others have made those moves.
func (h History) After(moves int) *table.Table {
	t := *h.Table
	if moves < t.Given() {
		t.Players = slices.Clone(t.Players)
		for i := range t.Players {
			t.Players[i].User = table.AnonymousID(i + 1)
			t.Players[i].Name = ""
		}
	}
	t.Moves = t.Moves[:moves:moves]
	t.State = h.positions[moves]
	return &t
}

func (h History) At(turn int) *table.Table { return h.After(h.ends[turn]) }

// TurnOf returns the turn of a move, counted from 1.
func (h History) TurnOf(move int) int {
	turn, _ := slices.BinarySearch(h.ends, move)
	return min(turn, h.Last())
}

// TurnAt returns the turn of the last move up to a version of the table that was not undone since.
func (h History) TurnAt(v table.Version) int {
	later := func(e table.Entry) bool { return e.Version > v }
	if made := slices.IndexFunc(h.Table.Moves, later); made >= 0 {
		return h.TurnOf(made)
	}
	return h.Last()
}

func (h History) Lines(w *text.Words, turn int) []string {
	if turn == 0 {
		return []string{w.T("bot.board.start", nil)}
	}
	var lines []string
	for i := h.ends[turn-1]; i < h.ends[turn]; i++ {
		lines = append(lines, Line(w, h.After(i), h.Table.Moves[i].Move))
	}
	return lines
}

// Told is Lines with a line for each player, not one for each move.
func (h History) Told(w *text.Words, turn int) []string {
	if turn == 0 {
		return h.Lines(w, 0)
	}
	return h.tell(Teller{Words: w}, h.ends[turn-1], h.ends[turn])
}

// tell tells the moves from one number of moves to another.
func (h History) tell(te Teller, from, to int) []string {
	for i := from; i < to; i++ {
		te.Step(h.After(i), h.After(i+1))
	}
	return te.Told()
}

// Label returns a turn's entry in a list, where Discord formats no text.
func (h History) Label(w *text.Words, turn int) string {
	return w.Say("bot.board.turn", "Turn", turn, "Round", h.round(turn), "What", text.Unescaped(strings.Join(h.Told(w, turn), " ")))
}

// LastMove returns the line of a player's last move, in this round if there are rounds, or "".
func LastMove(w *text.Words, t *table.Table) (string, error) {
	last := len(t.Moves) - 1
	for last >= 0 && t.Moves[last].Move.Seat == engine.Chance {
		last--
	}
	if last < t.Given() || t.Round.Waiting || t.Rounds && last < t.State.Pace().Since {
		return "", nil
	}
	h, err := NewHistory(t)
	if err != nil {
		return "", err
	}
	return EntryLine(w, h.After(last), t.Moves[last]), nil
}

// startLines returns what a channel reads about the start of a game. Given moves have one line.
func startLines(w *text.Words, t *table.Table) ([]string, error) {
	args := []any{"Game", w.T(t.Game.Info().ID+".name", nil), "Players", w.List(AllNames(w, t))}
	if t.Fork == 0 {
		return []string{w.Say("bot.table.started", args...)}, nil
	}
	h, err := NewHistory(t)
	if err != nil {
		return nil, err
	}
	line := w.Say("bot.fork.started", append(args, "Turn", h.When(w, h.Given()+1), "When", forkDate(t))...)
	return []string{line, w.Say("bot.fork.unrated")}, nil
}

// forkDate returns the date of the ended game whose deal a fork has.
func forkDate(t *table.Table) string { return stamp(t.ForkEnd(), "D") }

// ForkLobby says how the game of a lobby begins that is a fork.
func ForkLobby(w *text.Words, t *table.Table) string {
	return w.Say("bot.fork.lobby", "When", forkDate(t), "Count", t.Given()) + " " + w.Say("bot.fork.unrated")
}

// Before says that a turn is of an earlier game, of turn 0 how many are; "" for other turns.
func (h History) Before(w *text.Words, turn int) string {
	given := h.Given()
	switch {
	case turn > given || given == 0:
		return ""
	case turn == 0:
		return w.Say("bot.fork.up_to", "Turn", h.When(w, given), "When", forkDate(h.Table))
	}
	return w.Say("bot.fork.before", "When", forkDate(h.Table))
}

// Since tells what happened since the last step of a seat's own player, not by a stand-in or the
// program. To a new player it explains the set-up. The error is as in NewHistory.
func Since(w *text.Words, t *table.Table, seat engine.Seat, isNew bool) ([]string, error) {
	from := len(t.Moves)
	for from > t.Given() && !madeBy(t, seat, t.Moves[from-1]) {
		from--
	}
	if from == len(t.Moves) {
		return nil, nil
	}
	h, err := NewHistory(t)
	if err != nil {
		return nil, err
	}
	return h.tell(Teller{Words: w, reader: seat, isNew: isNew}, from, len(t.Moves)), nil
}

func madeBy(t *table.Table, seat engine.Seat, m table.Entry) bool {
	return m.Move.Seat == seat && !m.Auto && (m.By == 0 || m.By == t.Player(seat).User)
}

// maxSinceTurns is how many turns of others a panel tells.
const maxSinceTurns = 6

// SinceText returns a title, the last lines of Since, and the points, or "" if nothing happened.
func SinceText(w *text.Words, t *table.Table, seat engine.Seat, isNew bool) (string, error) {
	turns, err := Since(w, t, seat, isNew)
	if len(turns) == 0 {
		return "", err
	}
	title := "bot.since.first"
	left := max(0, len(turns)-maxSinceTurns)
	if slices.ContainsFunc(t.Moves[t.Given():], func(m table.Entry) bool { return madeBy(t, seat, m) }) {
		title = "bot.since.title"
	}
	lines := []string{"**" + w.Say(title) + "**"}
	if left > 0 {
		lines = append(lines, "- "+w.Say("bot.since.more", "Count", left))
	}
	for _, line := range turns[left:] {
		lines = append(lines, "- "+line)
	}
	return text.Lines(append(lines, Totals(w, t))...), nil
}
