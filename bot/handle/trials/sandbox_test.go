package trials

import (
	"log/slog"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/say/replay"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// eve is a user who has not played.
const eve table.UserID = 1 << 40

// asked returns a request of Eve at a store.
func asked(s store.Store) *interaction.Request {
	return &interaction.Request{
		Services: &interaction.Services{
			Store: s, Tables: tables.New(s, time.Now, rand.New(rand.NewPCG(1, 1))),
			Now: time.Now, Log: slog.New(slog.DiscardHandler),
		},
		Input: interaction.Input{Words: text.For("en"), User: eve, Guild: 1, Channel: 2},
	}
}

// begun returns Eve's sandbox after it is stored.
func begun(t *testing.T, r *interaction.Request, base tables.Loaded, next store.Trial) *sandbox {
	t.Helper()
	require.NoError(t, r.Store.ChangePreferences(t.Context(), eve, func(p *store.Preferences) error {
		p.Sandbox = &next
		return nil
	}))
	return read(t, r, base)
}

// read returns Eve's stored sandbox.
func read(t *testing.T, r *interaction.Request, base tables.Loaded) *sandbox {
	t.Helper()
	b, err := newSandbox(t.Context(), r, base)
	require.NoError(t, err)
	require.NoError(t, b.read(t.Context()))
	return b
}

// kept stores a random game that is over.
func kept(t *testing.T, s store.Store, g games.Entry, options engine.Options, players int) tables.Loaded {
	t.Helper()
	p := playtest.Play(t, g, options, players)
	events := p.Events
	over := p.At(t, len(p.Moves))
	for _, m := range over.Moves {
		events = append(events, table.Move(p, m.Move, m.By, m.At))
	}
	id, err := s.NewTable(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.Commit(t.Context(), store.Commit{Table: id, Events: events, Header: store.Header{
		Guild: 1, Channel: 2, Game: g.Info().ID, Status: store.Ended, Version: table.Version(len(events)),
	}}))
	loaded, err := asked(s).Tables.Load(t.Context(), id)
	require.NoError(t, err)
	return loaded
}

// TestEveryPictureIsPlayedOnFromAndAStepIsTakenBackWhole tries a turn or more from each picture of
// games, by the ways of a request.
func TestEveryPictureIsPlayedOnFromAndAStepIsTakenBackWhole(t *testing.T) {
	for _, c := range []struct {
		game    string
		options engine.Options
		players int
	}{
		{"gardens", nil, 2}, {"gardens", engine.Options{"build": "together"}, 4}, {"babel", nil, 2},
		{"towers", nil, 3}, {"towers", engine.Options{"mode": "quick"}, 4},
	} {
		t.Run(c.game+strconv.Itoa(c.players), func(t *testing.T) {
			t.Parallel()
			g, found := games.Find(c.game)
			require.True(t, found, "no game %s", c.game)
			s := bolttest.New(t)
			base := kept(t, s, g, c.options, c.players)
			_, before, err := s.Table(t.Context(), base.ID)
			require.NoError(t, err)
			re, err := replay.Of(base.Table)
			require.NoError(t, err)
			ids := map[table.ID]bool{}
			for number := range re.Last() {
				at := re.At(number)
				trySteps(t, s, base, at, uint64(number), ids)
			}
			_, after, err := s.Table(t.Context(), base.ID)
			require.NoError(t, err)
			require.Equal(t, before, after)
			h, err := sentences.NewHistory(base.Table)
			require.NoError(t, err)
			for n := range base.Table.Moves {
				from := sandboxAfter(base, n).From
				require.False(t, h.After(from).State.Turn().Has(engine.Chance), "a player is due")
				require.False(t, from > n && base.Table.Moves[from-1].Move.Seat != engine.Chance, "only chance is due")
			}
		})
	}
}

func trySteps(t *testing.T, s store.Store, base tables.Loaded, at *table.Table, seed uint64, ids map[table.ID]bool) {
	t.Helper()
	r := asked(s)
	b := begun(t, r, base, sandboxAfter(base, len(at.Moves)))
	if !at.State.Turn().Has(engine.Chance) {
		require.True(t, b.copy.State.Equal(at.State), "the position is the picture's")
	}
	require.NotZero(t, b.copy.Seat(eve))
	require.True(t, b.copy.Turn().Has(b.copy.Seat(eve)), "Eve has the seat in turn")
	require.Nil(t, interaction.PlayOn(r.Words, "bot.button.play_on", base, base.Table, ""), "the game is over")

	random := rand.New(rand.NewPCG(seed, 1))
	seen := []sandbox{*b}
	guides := []interaction.Guide{b.Guide()}
	for range 4 {
		require.False(t, ids[b.ID()], "caches would mix two positions")
		ids[b.ID()] = true
		if b.copy.Status != table.Running {
			break
		}
		moves := b.copy.State.Sound(b.seat, nil)
		require.NotEmpty(t, moves)
		m := moves[random.IntN(len(moves))]
		r.Enter(b)
		now, err := r.Tables.Load(t.Context(), b.ID())
		require.NoError(t, err)
		_, _, err = r.Tables.Act(t.Context(), now, 0, func(*table.Table) ([]table.Event, error) {
			return []table.Event{table.Move(base.Table.Game, m, eve, 5)}, nil
		}, nil)
		require.NoError(t, err)
		require.False(t, b.copy.Turn().Has(engine.Chance), "chance is drawn when it is due")
		seen, guides = append(seen, *b), append(guides, b.Guide())
		r.Leave(0)
	}
	again := read(t, asked(s), base) // as after a restart
	require.Equal(t, b.log, again.log)
	for i := len(seen) - 2; i >= 0; i-- {
		done, err := b.back(t.Context())
		require.NoError(t, err)
		require.True(t, done, "there is a step to take back")
		require.Equal(t, seen[i].ID(), b.ID())
		require.Equal(t, seen[i].log, b.log)
		require.Equal(t, guides[i], b.Guide())
	}
	done, err := b.back(t.Context())
	require.NoError(t, err)
	require.False(t, done, "the game's own moves stay")
}

// TestSandboxTakesSoManyStepsAndNoOtherEvent fills a sandbox.
func TestSandboxTakesSoManyStepsAndNoOtherEvent(t *testing.T) {
	s := bolttest.New(t)
	g, _ := games.Find("towers")
	base := kept(t, s, g, nil, 3)
	b := begun(t, asked(s), base, store.Trial{Table: base.ID})
	err := b.Commit(t.Context(), store.Commit{Want: b.copy.Version, Events: []table.Event{table.Undo(1, eve, 1)}})
	require.Error(t, err)
	err = b.Commit(t.Context(), store.Commit{Want: b.copy.Version - 1, Events: []table.Event{table.MoveText("x", eve, 1)}})
	require.ErrorIs(t, err, store.ErrConflict)
	full := make([]table.Event, maxTried+1)
	for i := range full {
		full[i] = table.MoveText("x", eve, 1)
	}
	err = b.Commit(t.Context(), store.Commit{Want: b.copy.Version, Events: full})
	require.Equal(t, "sandbox_full", engine.RefusalCode(err))
	require.Empty(t, b.kept.Moves)
}

// TestPlayOnIsRefusedUnlessTheGameIsOver presses buttons that no message has.
func TestPlayOnIsRefusedUnlessTheGameIsOver(t *testing.T) {
	g, _ := games.Find("babel")
	p := playtest.Play(t, g, nil, 2)
	running := p.At(t, 12)
	stopped, err := running.Next(table.Abort(1, 5))
	require.NoError(t, err)
	older := p.At(t, len(p.Moves))
	older.Rules--
	for code, now := range map[string]*table.Table{
		"play_on_running": running, "play_on_stopped": stopped, "play_on_rules": older,
	} {
		require.Equal(t, code, engine.RefusalCode(interaction.MayPlayOn(now)))
		require.Empty(t, interaction.PlayOn(text.For("en"), "bot.button.play_on", tables.Loaded{ID: 1, Table: now}, running, ""))
		s := bolttest.New(t)
		storetest.SetPreferences(t, s, eve, store.Preferences{Sandbox: &store.Trial{Table: 1}})
		_, err := newSandbox(t.Context(), asked(s), tables.Loaded{ID: 1, Table: now})
		require.Equal(t, code, engine.RefusalCode(err))
		r := asked(bolttest.New(t))
		r.Control = control.At(control.PlayOn, 1, now, "5")
		r.At = tables.Loaded{ID: 1, Table: now}
		require.Equal(t, code, engine.RefusalCode(playOn(t.Context(), r)))
	}
}

func TestPressOnASandboxThatIsNotTheUsersIsRefused(t *testing.T) {
	s := bolttest.New(t)
	g, _ := games.Find("babel")
	base := kept(t, s, g, nil, 2)
	mine := sandboxAfter(base, 3)
	enter := func(id table.ID, in table.ChannelID) (*interaction.Request, string) {
		r := asked(s)
		r.Channel = in
		r.Control = control.Control{Action: control.PlanBack, Table: id}
		return r, engine.RefusalCode(Enter(t.Context(), r))
	}
	id := sandboxID(eve, mine, 1)
	_, code := enter(id, 2)
	require.Equal(t, "sandbox_over", code, "none is begun")
	storetest.SetPreferences(t, s, eve, store.Preferences{Sandbox: &mine})
	r, code := enter(id, 2)
	require.Empty(t, code)
	require.NotNil(t, r.Trial)
	_, code = enter(id, 3)
	require.Equal(t, "sandbox_over", code, "another channel")
	_, code = enter(sandboxID(eve+1, mine, 1), 2)
	require.Equal(t, "sandbox_over", code, "another user's")
	earlier := sandboxAfter(base, 2)
	_, code = enter(sandboxID(eve, earlier, 1), 2)
	require.Equal(t, "sandbox_over", code, "another position")
	gone := store.Trial{Table: base.ID + 1}
	storetest.SetPreferences(t, s, eve, store.Preferences{Sandbox: &gone})
	_, code = enter(sandboxID(eve, gone, 1), 2)
	require.Equal(t, "sandbox_gone", code)
}

// TestChangeOfAnotherDeviceIsKept changes a sandbox that two devices show.
func TestChangeOfAnotherDeviceIsKept(t *testing.T) {
	s := bolttest.New(t)
	g, _ := games.Find("babel")
	base := kept(t, s, g, nil, 2)
	r := asked(s)
	next := sandboxAfter(base, 3)
	next.Moves, _ = otherTurn(t, g, begun(t, r, base, next).copy.State, next.Seat)
	one, other := begun(t, r, base, next), begun(t, asked(s), base, next)
	_, err := one.back(t.Context())
	require.NoError(t, err)
	_, err = other.restart(t.Context())
	require.ErrorIs(t, err, store.ErrConflict)
	log, err := other.Log(t.Context())
	require.NoError(t, err)
	require.Equal(t, one.log, log, "the other device sees the change")
}

// TestOldButtonsLeadToTheirCopies compares IDs with those in messages that players have.
func TestOldButtonsLeadToTheirCopies(t *testing.T) {
	sandbox := store.Trial{Table: 77, From: 12, Moves: []string{"1 a", "2 b"}}
	require.Equal(t, table.ID(4463626541289439549), sandboxID(5, sandbox, 2))
	plan := store.Trial{Table: 77, Moves: []string{"1 a", "1 b"}, Choices: [][]string{{"1 c", "1 d"}}}
	require.Equal(t, table.ID(5184207629470480633), planID(5, plan))
}

// otherTurn plays a seat's turn by the last of its moves. It returns them and the position after.
func otherTurn(t *testing.T, g engine.Game, s engine.State, seat engine.Seat) (lines []string, _ engine.State) {
	t.Helper()
	for {
		m := s.Chance(playtest.Rand(1))
		if !s.Turn().Has(engine.Chance) {
			sound := s.Sound(seat, nil)
			m = sound[len(sound)-1]
		}
		next, err := s.Apply(m)
		require.NoError(t, err)
		lines = append(lines, string(g.AppendMove(nil, m)))
		if s = next; !s.Turn().Has(seat) && !s.Turn().Has(engine.Chance) || m.Seat == seat && g.Info().VerbInfo(m.Verb).Ends {
			return lines, s
		}
	}
}

// TestATurnTriedIsComparedWithTheOneThatWasPlayed plays a game's turns again, alike and otherwise.
func TestATurnTriedIsComparedWithTheOneThatWasPlayed(t *testing.T) {
	s := bolttest.New(t)
	g, _ := games.Find("babel")
	base := kept(t, s, g, nil, 2)
	h, err := sentences.NewHistory(base.Table)
	require.NoError(t, err)
	differs := false
	for turn := 1; turn < 12; turn++ {
		box := sandboxAfter(base, len(h.At(turn).Moves))
		from := box.From
		for _, m := range base.Table.Moves[from:len(h.At(turn+1).Moves)] {
			box.Moves = append(box.Moves, string(g.AppendMove(nil, m.Move)))
		}
		at := func(box store.Trial) *sandbox { return begun(t, asked(s), base, box) }
		line := func(box store.Trial, found *review.Review) string {
			b := at(box)
			b.found = found
			return b.newGuide().Text
		}
		found := &review.Review{Turns: []review.Turn{{Seat: box.Seat, From: from + 1, Before: 77}}}
		if base.Table.Moves[from].Move.Verb == engine.Resign {
			break
		}
		chance := sentences.Percent(text.For("en"), review.Chances(g, h.At(turn+1).State,
			float64(len(h.At(turn+1).Moves))/float64(len(base.Table.Moves)))[box.Seat-1])
		said := line(box, found)
		require.Contains(t, said, chance+" with yours, "+chance+" with the one that was played, 77% with the best one I found.")
		require.Contains(t, line(box, nil), chance+" with the one that was played.")
		other := sandboxAfter(base, from)
		var after engine.State
		other.Moves, after = otherTurn(t, g, h.After(from).State, box.Seat)
		mine := sentences.Percent(text.For("en"), review.Chances(g, after,
			float64(len(h.At(turn+1).Moves))/float64(len(base.Table.Moves)))[box.Seat-1])
		require.Contains(t, line(other, nil), mine+" with yours, "+chance+" with the one that was played.")
		differs = differs || mine != chance
		other.Once = true
		b := at(other)
		b.found = &review.Review{Turns: found.Turns, Key: []int{0}}
		once := b.newGuide()
		require.Equal(t, box.Seat, b.seat, "not the rival's, who would move next")
		require.True(t, once.Rests, "a copy of one turn ends with it")
		require.Len(t, once.Buttons, 3, "once more, the best turn, playing it out")
		other.Moves = other.Moves[:len(other.Moves)-1]
		require.False(t, at(other).newGuide().Rests)
		box.Moves = box.Moves[:len(box.Moves)-1]
		if len(box.Moves) > 0 {
			require.NotContains(t, line(box, found), "with yours", "the turn goes on")
		}
	}
	require.True(t, differs, "some turn has other chances than the one that was played")
}
