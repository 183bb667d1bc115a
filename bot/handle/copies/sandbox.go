package copies

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/challenge"
	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

// maxTried is the most moves of a sandbox.
const maxTried = 400

// sandbox is a user on a copy of an ended game, at one of its turns. The user moves for all seats,
// one after another. The moves tried are in the user's preferences.
type sandbox struct {
	request *interaction.Request
	base    tables.Loaded
	box     store.Trial
	// log, copy and guide are the copy's, and moves all that count. seat is the user's.
	log   []table.Event
	copy  *table.Table
	guide interaction.Guide
	moves []engine.Move
	seat  engine.Seat
	found *review.Review // of the ended game, nil for none
	// puzzle is what the copy is of, nil for a table.
	puzzle *store.Puzzle
	from   engine.State // before what is tried
	judged bool         // the copy is of one turn, which has ended
}

// sandboxBit is the highest bit of a sandbox's ID.
const sandboxBit table.ID = 1 << 61

func sandboxID(user table.UserID, box *store.Trial, seat engine.Seat) table.ID {
	return copyID(sandboxBit, []string{user.String(), box.Table.String(), strconv.Itoa(box.From)},
		append([]string{seat.String()}, box.Moves...))
}

func (b *sandbox) ID() table.ID { return sandboxID(b.request.User, &b.box, b.seat) }

// slot returns where some preferences have the moves tried.
func (b *sandbox) slot(prefs *store.Preferences) **store.Trial {
	if b.puzzle != nil {
		return &prefs.Attempt
	}
	return &prefs.Sandbox
}

// newSandbox returns the user's sandbox at a game, to be read.
func newSandbox(ctx context.Context, r *interaction.Request, base tables.Loaded) (*sandbox, error) {
	if err := interaction.MayPlayOn(base.Table); err != nil {
		return nil, interaction.About(base.Table, err)
	}
	found, err := reviewqueue.Stored(ctx, r.Store, base.ID)
	return &sandbox{request: r, base: base, found: found}, err
}

// read makes the copy from what is stored now. It refuses if the user has no sandbox at the game.
func (b *sandbox) read(ctx context.Context) error {
	prefs, err := b.request.Store.Preferences(ctx, b.request.User)
	if err != nil {
		return err
	}
	box := *b.slot(&prefs)
	if box == nil || box.Table != b.base.ID {
		return engine.Refuse(refusedSandboxOver, "")
	}
	was := b.base.Table
	b.box = *box
	b.box.From = min(b.box.From, len(was.Moves))
	tried, err := choice.ParseMoves(was.Game, b.box.Moves)
	if err != nil {
		return err
	}
	b.moves = append(movesOf(was.Moves[:b.box.From]), tried...)
	s, _, err := was.Game.Replay(was.Options, was.SeatInfos(), was.Setup, b.moves)
	if err != nil {
		return err
	}
	b.seat = max(b.box.Seat, 1)
	b.from, _, err = was.Game.Replay(was.Options, was.SeatInfos(), was.Setup, b.moves[:b.box.From])
	if err != nil {
		return err
	}
	n, _ := review.FirstTurn(was.Game, b.from, tried)
	b.judged = b.box.Once && n > 0
	switch turn := s.Turn(); {
	case b.puzzle != nil:
		b.seat = b.puzzle.Seat
	case b.judged:
		b.seat = tried[0].Seat
	case turn != 0 && !turn.Has(b.seat):
		b.seat = turn.Slice()[0]
	}
	b.log = b.events()
	b.copy, err = table.Load(games.Rules, b.log)
	switch {
	case err != nil:
	case b.puzzle != nil:
		b.guide = b.puzzleGuide()
	default:
		b.guide = b.newGuide()
	}
	return err
}

func movesOf(entries []table.Entry) []engine.Move {
	moves := make([]engine.Move, len(entries))
	for i := range entries {
		moves[i] = entries[i].Move
	}
	return moves
}

// events returns the log of the copy. Its players are the game's, but for the user, who is in the
// place of one. All times are the same, so that buttons know their copy.
func (b *sandbox) events() (log []table.Event) {
	was := b.base.Table
	by, players := []table.UserID{0}, []table.Player(nil) // by has chance, then the players
	for i, p := range was.Players {
		player := table.Player{User: table.UserID(i + 1), Name: p.Name, Attr: p.Attr}
		if p.IsComputer() || p.IsFormer() {
			p.Namesake = false // the copy tells them apart itself
			player.Name = sentences.PlainName(b.request.Words, p)
		}
		if engine.Seat(i+1) == b.seat {
			player.User = b.request.User
		}
		by, players = append(by, player.User), append(players, player)
	}
	log = table.Begin(was.Game.Info(), players, was.Options, was.Setup, was.Start)
	log[0] = log[0].WithHints(b.puzzle == nil)
	for _, m := range b.moves {
		log = append(log, table.Move(was.Game, m, by[m.Seat], was.Start))
	}
	return log
}

// Log implements [interaction.Unstored].
func (b *sandbox) Log(context.Context) ([]table.Event, error) { return b.log, nil }

// Commit adds moves to the sandbox.
func (b *sandbox) Commit(ctx context.Context, c store.Commit) error {
	switch {
	case b.copy.Version != c.Want:
		return store.ErrConflict
	case len(c.Events) == 0: // a hint is noted in the header alone
		return nil
	}
	next := b.box
	next.Seat, next.Moves = b.seat, slices.Clone(b.box.Moves)
	for _, e := range c.Events {
		if e.Kind != table.Moved {
			return errors.New("copies: only moves can be tried")
		}
		next.Moves = append(next.Moves, e.Move)
	}
	if len(next.Moves) > maxTried {
		return engine.Refuse(refusedSandboxFull, "", "max", strconv.Itoa(maxTried))
	}
	return b.keep(ctx, next)
}

// keep stores what is tried, unless another device has changed it, or it is submitted.
func (b *sandbox) keep(ctx context.Context, next store.Trial) error {
	if _, solved := challenge.SolveOf(b.puzzle, b.request.User); solved {
		return b.read(ctx)
	}
	err := b.request.Store.ChangePreferences(ctx, b.request.User, func(prefs *store.Preferences) error {
		box := b.slot(prefs)
		if *box == nil || sandboxID(b.request.User, *box, b.seat) != b.ID() {
			return store.ErrConflict
		}
		*box = &next
		return nil
	})
	if err != nil {
		return err
	}
	return b.read(ctx)
}

// tried returns the moves tried, how many are the players', and the number of the last of these.
func (b *sandbox) tried() (moves []engine.Move, steps, last int) {
	moves = b.moves[b.box.From:]
	last = -1
	for i, m := range moves {
		if m.Seat != engine.Chance {
			steps++
			last = i
		}
	}
	return moves, steps, last
}

// back takes back the last step, and chance after it.
func (b *sandbox) back(ctx context.Context) (done bool, err error) {
	moves, _, last := b.tried()
	if last < 0 {
		return false, nil
	}
	next := b.box
	next.Moves, next.Seat = b.box.Moves[:last], moves[last].Seat
	return true, b.keep(ctx, next)
}

// restart takes back all steps.
func (b *sandbox) restart(ctx context.Context) (done bool, err error) {
	next := sandboxAfter(b.base, b.box.From)
	next.Once = b.box.Once
	return true, b.keep(ctx, next)
}

// switchSeat gives the user the next seat in turn.
func (b *sandbox) switchSeat(ctx context.Context) (done bool, err error) {
	next := b.box
	for i := range b.copy.Players {
		next.Seat = engine.Seat((int(b.seat)+i)%len(b.copy.Players) + 1)
		if b.copy.Turn().Has(next.Seat) {
			break
		}
	}
	return true, b.keep(ctx, next)
}

// sandboxAfter returns a sandbox after a number of a game's moves, and chance after them, at the
// seat that moved next.
func sandboxAfter(base tables.Loaded, moves int) store.Trial {
	all := base.Table.Moves
	box := store.Trial{Table: base.ID, From: min(max(moves, 0), len(all))}
	for box.From < len(all) && all[box.From].Move.Seat == engine.Chance && all[box.From].Move.Verb != engine.Skip {
		box.From++
	}
	if box.From < len(all) {
		box.Seat = all[box.From].Move.Seat
	}
	return box
}

// Guide implements [interaction.Unstored].
func (b *sandbox) Guide(*table.Table) interaction.Guide { return b.guide }

func (b *sandbox) newGuide() interaction.Guide {
	w := b.request.Words
	t := b.copy
	moves, steps, _ := b.tried()
	over := t.Status != table.Running
	g := interaction.Guide{Hints: true, Copy: true, Rests: over || b.judged}
	last := ""
	if over {
		last = sentences.Won(w, t)
	} else if steps > 0 {
		last, _ = sentences.LastMove(w, t) // the copy has just been made from the same moves
	}
	g.Text = text.Lines(w.Say("bot.sandbox.banner", "Count", steps, "Over", over,
		"Judged", b.judged, "Name", sentences.Name(w, t.Player(b.seat))), last, b.compared(moves), sentences.Totals(w, t))
	switch g.Buttons = b.backButtons(steps); {
	case b.judged:
		g.Buttons = []discordgo.MessageComponent{b.button("bot.button.once_more", control.SandboxStart)}
		for i := 0; b.found != nil && i < len(b.found.Key); i++ {
			if b.found.Turns[b.found.Key[i]].From == b.box.From+1 {
				g.Buttons = append(g.Buttons, control.Button(w, "bot.button.show_best", discordgo.SecondaryButton,
					control.At(control.Reviewed, b.base.ID, b.base.Table, strconv.Itoa(i))))
			}
		}
	case t.Turn().Len() > 1:
		g.Buttons = append(g.Buttons, b.button("bot.button.sandbox_seat", control.SandboxSeat))
	}
	if !over {
		g.Buttons = append(g.Buttons, b.button("bot.button.play_out", control.PlayOut))
	}
	return g
}

func (b *sandbox) button(key, action string) discordgo.Button {
	return control.Button(b.request.Words, key, discordgo.SecondaryButton, control.At(action, b.ID(), b.copy, ""))
}

// backButtons take back the last of some steps, or all.
func (b *sandbox) backButtons(steps int) []discordgo.MessageComponent {
	last, all := b.button("bot.button.plan_back", control.PlanBack), b.button("bot.button.sandbox_start", control.SandboxStart)
	last.Disabled, all.Disabled = steps == 0, steps == 0
	return []discordgo.MessageComponent{last, all}
}

// compared says how the position after the first turn tried stands for its seat, beside the turn
// that was played in the game, and the best one that a review has found. It returns "" unless that
// turn has just ended.
func (b *sandbox) compared(tried []engine.Move) string {
	was, from := b.base.Table, b.box.From
	then := movesOf(was.Moves[from:])
	turn, mine := review.FirstTurn(was.Game, b.from, tried)
	played, theirs := review.FirstTurn(was.Game, b.from, then)
	later := slices.ContainsFunc(tried[turn:], func(m engine.Move) bool { return m.Seat != engine.Chance })
	if turn == 0 || played == 0 || later || tried[0].Seat != then[0].Seat {
		return ""
	}
	seat := tried[0].Seat
	chance := func(s engine.State) string {
		part := float64(from+played) / float64(len(was.Moves))
		return sentences.Percent(b.request.Words, review.Chances(was.Game, s, part)[seat-1])
	}
	best := ""
	if b.found != nil {
		for _, t := range b.found.Turns {
			if t.Seat == seat && t.From == from+1 {
				best = sentences.Percent(b.request.Words, t.Before)
			}
		}
	}
	return b.request.Words.Say("bot.sandbox.compared", "Name", sentences.Name(b.request.Words, b.copy.Player(seat)),
		"Mine", chance(mine), "Then", chance(theirs), "Best", best)
}
