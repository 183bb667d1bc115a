package trials

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/challenge"
	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/seats"
	"amytis/bot/handle/turns"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

// sandbox is a user who moves for all seats on a copy of an ended game, or of a puzzle.
type sandbox struct {
	trial
	found  *review.Review // of the ended game, nil for none
	puzzle *store.Puzzle  // what the copy is of, nil for a table
}

// newSandbox returns the user's sandbox at a game, to be read.
func newSandbox(ctx context.Context, r *interaction.Request, base tables.Loaded) (*sandbox, error) {
	if err := interaction.MayPlayOn(base.Table); err != nil {
		return nil, err
	}
	b := &sandbox{trial: trial{request: r, base: base}}
	b.kind = b
	var err error
	b.found, err = reviewqueue.Stored(ctx, r.Store, base.ID)
	return b, err
}

// sandboxAt is newSandbox at a game of the channel.
func sandboxAt(ctx context.Context, r *interaction.Request, id table.ID) (kind, error) {
	base, err := r.LoadHere(ctx, id, "sandbox_gone", "sandbox_over")
	if err != nil {
		return nil, err
	}
	return newSandbox(ctx, r, base)
}

// playOn begins a sandbox at a position of an ended game, or goes on with the user's.
func playOn(ctx context.Context, r *interaction.Request) error {
	b, err := newSandbox(ctx, r, r.At)
	if err != nil {
		return err
	}
	arg, once := strings.CutSuffix(r.Control.Arg, "!")
	moves, _ := strconv.Atoi(arg)
	next := sandboxAfter(r.At, moves)
	next.Once = once
	return b.open(ctx, next)
}

// open begins what its user is to play on, if they have not done so, and shows its panel.
func (b *sandbox) open(ctx context.Context, next store.Trial) error {
	r := b.request
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		now, err := b.find(p)
		if err != nil || now.From != next.From || now.Once != next.Once {
			b.keep(p, next)
		}
		return nil
	})
	if err == nil {
		err = enter(ctx, r, b)
	}
	if err != nil {
		return err
	}
	return turns.ShowPanel(ctx, r, b.ID())
}

const sandboxBit table.ID = 1 << 61 // the highest bit of a sandbox's ID

func sandboxID(user table.UserID, kept store.Trial, seat engine.Seat) table.ID {
	return copyID(sandboxBit, seat.String(), kept, user.String(), kept.Table.String(), strconv.Itoa(kept.From))
}

func (b *sandbox) ID() table.ID { return sandboxID(b.request.User, b.kept, b.seat) }

// slot returns where some preferences have what is tried.
func (b *sandbox) slot(prefs *store.Preferences) **store.Trial {
	if b.puzzle != nil {
		return &prefs.Attempt
	}
	return &prefs.Sandbox
}

// find refuses if the user has no sandbox at the game.
func (b *sandbox) find(prefs *store.Preferences) (store.Trial, error) {
	kept := *b.slot(prefs)
	if kept == nil || kept.Table != b.base.ID {
		return store.Trial{}, engine.Refuse("sandbox_over", "")
	}
	found := *kept
	found.From = min(found.From, len(b.base.Table.Moves))
	return found, nil
}

func (b *sandbox) keep(prefs *store.Preferences, next store.Trial) { *b.slot(prefs) = &next }

// change changes nothing once the puzzle's turn is submitted.
func (b *sandbox) change(ctx context.Context, next store.Trial) error {
	if _, solved := challenge.SolveOf(b.puzzle, b.request.User); solved {
		return b.read(ctx)
	}
	return b.trial.change(ctx, next)
}

// build gives the user the seat in turn, or the one that has moved if the copy is of one turn.
func (b *sandbox) build(context.Context) error {
	err := b.copyAs(max(b.kept.Seat, 1))
	if err != nil {
		return err
	}
	due := b.seat
	switch turn := b.copy.Turn(); {
	case b.puzzle != nil:
		due = b.puzzle.Seat
	case b.judged():
		due = b.copy.Moves[b.kept.From].Move.Seat
	case turn != 0 && !turn.Has(due):
		due = turn.Slice()[0]
	}
	if due != b.seat {
		err = b.copyAs(due)
	}
	return err
}

// copyAs makes the copy with the user in the place of one of the game's players.
func (b *sandbox) copyAs(seat engine.Seat) (err error) {
	was := b.base.Table
	b.seat = seat
	by, players := []table.UserID{0}, []table.Player(nil) // by has chance, then the players
	for i, p := range was.Players {
		player := table.Player{User: table.UserID(i + 1), Name: p.Name, Attr: p.Attr}
		if p.IsComputer() || p.IsFormer() {
			p.Namesake = false // the copy tells them apart itself
			player.Name = sentences.PlainName(b.request.Words, p)
		}
		if p.Seat == seat {
			player.User = b.request.User
		}
		by, players = append(by, player.User), append(players, player)
	}
	b.log = table.Begin(was.Game.Info(), players, was.Options, was.Setup, was.Start)
	b.log[0] = b.log[0].WithHints(b.puzzle == nil)
	for _, e := range was.Moves[:b.kept.From] {
		b.log = append(b.log, table.Move(was.Game, e.Move, by[e.Move.Seat], was.Start))
	}
	if b.before, err = table.Load(games.Rules, b.log); err == nil {
		b.tryKept()
	}
	return err
}

// ended reports whether the first turn tried is complete.
func (b *sandbox) ended() bool {
	moves, _, _ := b.tried()
	n, _ := review.FirstTurn(b.copy.Game, b.before.State, moves)
	return n > 0
}

// judged reports whether the copy is of one turn, which has ended.
func (b *sandbox) judged() bool { return b.kept.Once && b.ended() }

// restart takes back all steps.
func (b *sandbox) restart(ctx context.Context) (done bool, err error) {
	next := sandboxAfter(b.base, b.kept.From)
	next.Once = b.kept.Once
	return true, b.change(ctx, next)
}

// switchSeat gives the user the next seat in turn.
func (b *sandbox) switchSeat(ctx context.Context) (done bool, err error) {
	next := b.kept
	for i := range b.copy.Players {
		next.Seat = engine.Seat((int(b.seat)+i)%len(b.copy.Players) + 1)
		if b.copy.Turn().Has(next.Seat) {
			break
		}
	}
	return true, b.change(ctx, next)
}

// sandboxAfter returns a sandbox after a number of a game's moves, for the seat that moved next.
func sandboxAfter(base tables.Loaded, moves int) store.Trial {
	all := base.Table.Moves
	next := store.Trial{Table: base.ID, From: min(max(moves, 0), len(all))}
	for next.From < len(all) && all[next.From].Move.Seat == engine.Chance && all[next.From].Move.Verb != engine.Skip {
		next.From++
	}
	if next.From < len(all) {
		next.Seat = all[next.From].Move.Seat
	}
	return next
}

func (b *sandbox) newGuide() interaction.Guide {
	moves, steps, _ := b.tried()
	last := ""
	if steps > 0 {
		last, _ = sentences.LastMove(b.request.Words, b.copy)
	}
	if b.puzzle != nil {
		return b.puzzleGuide(moves, steps, last)
	}
	w := b.request.Words
	t := b.copy
	over := t.Status != table.Running
	g := interaction.Guide{Hints: true, Copy: true, Rests: over || b.judged()}
	if over {
		last = sentences.Won(w, t)
	}
	g.Text = text.Lines(w.Say("bot.sandbox.banner", "Count", steps, "Over", over,
		"Judged", b.judged(), "Name", sentences.Name(w, t.Player(b.seat))), last, b.compared(moves), sentences.Totals(w, t))
	switch g.Buttons = b.backButtons(steps); {
	case b.judged():
		g.Buttons = []discordgo.MessageComponent{b.secondary("once_more", control.SandboxStart)}
		for i := 0; b.found != nil && i < len(b.found.Key); i++ {
			if b.found.Turns[b.found.Key[i]].From == b.kept.From+1 {
				g.Buttons = append(g.Buttons, control.Button(w, "bot.button.show_best", discordgo.SecondaryButton,
					control.At(control.Reviewed, b.base.ID, b.base.Table, strconv.Itoa(i))))
			}
		}
	case t.Turn().Len() > 1:
		g.Buttons = append(g.Buttons, b.secondary("sandbox_seat", control.SandboxSeat))
	}
	if !over {
		g.Buttons = append(g.Buttons, b.secondary("play_out", control.PlayOut))
	}
	return g
}

// backButtons take back the last of some steps, or all.
func (b *sandbox) backButtons(steps int) []discordgo.MessageComponent {
	last := b.secondary("plan_back", control.PlanBack)
	all := b.secondary("sandbox_start", control.SandboxStart)
	last.Disabled, all.Disabled = steps == 0, steps == 0
	return []discordgo.MessageComponent{last, all}
}

// compared says how the position after the first turn tried stands for its seat, beside the turn
// played in the game and the best of a review. It returns "" unless that turn has just ended.
func (b *sandbox) compared(tried []engine.Move) string {
	was, from := b.base.Table, b.kept.From
	then := movesOf(was.Moves[from:])
	turn, mine := review.FirstTurn(was.Game, b.before.State, tried)
	played, theirs := review.FirstTurn(was.Game, b.before.State, then)
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

// playOut opens an unrated table at the position of a sandbox. It asks who plays the other seats.
func playOut(ctx context.Context, r *interaction.Request) error {
	b, on := r.Trial.(*sandbox)
	if !on {
		return engine.Refuse("sandbox_over", "")
	}
	if level, err := strconv.Atoi(r.Chosen()); err == nil && b.ID() == r.Control.Table {
		r.Leave(b.base.ID)
		r.At = b.base
		return seats.PlayOut(ctx, r, b.base, movesOf(b.copy.Moves), b.seat, min(max(level, 0), engine.ComputerLevels))
	}
	menu := control.ValueMenu(control.At(control.PlayOut, b.ID(), b.copy, ""), r.Words.Say("bot.sandbox.against"),
		form.Numbers(0, engine.ComputerLevels), -1, func(level int) string {
			if level == 0 {
				return r.Words.Say("bot.sandbox.people")
			}
			return sentences.LevelName(r.Words, level)
		})
	r.Answer.InPlace(ctx, &message.Message{
		Content: r.Words.Say("bot.sandbox.play_out"), KeepAttachments: true,
		Components: []discordgo.MessageComponent{
			control.Row(menu), control.Row(control.BackButton(r.Words, b.ID(), b.copy)),
		},
	})
	return nil
}
