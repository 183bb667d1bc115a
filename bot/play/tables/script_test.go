package tables_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// script is a game as a list of steps, and what has happened at the time of the last one.
type script struct {
	game       string      // "" for Babylon, "babel", or "quick" with the seconds of its clock
	limit      table.Limit // for a turn, 0 for an hour
	reserve    table.Limit
	quiet      store.QuietHours
	absent     store.Preferences // of both players, from the start
	begins     string            // when the game begins, "" for at once
	noStandIns bool              // a player who misses turns resigns
	sweeps     time.Duration     // the pause between two sweeps, 0 for that of play
	// steps begin with a time: "01 15:04" is five seconds later on the first day, "01 15:04:05"
	// just then. Then comes one of actions, with "2" for the second process, and what it needs. It
	// is about the player in turn unless "other" or "everybody" comes before it.
	steps []string
	// want lists the events since the start, and how the game ended. A person's moves in the same
	// minute are one.
	want  []string
	posts map[string]int // how many messages of a kind were committed
}

// unlimited stands for no limit.
const unlimited table.Limit = 1

// play plays scripts whose pause between two sweeps is sweeps, unless they say otherwise.
func play(t *testing.T, sweeps time.Duration, all map[string]script) {
	for name, c := range all {
		c.sweeps = cmp.Or(c.sweeps, sweeps)
		t.Run(name, func(t *testing.T) { synctest.Test(t, c.play) })
	}
}

func (c script) play(t *testing.T) {
	c.absent.Quiet = c.quiet
	r := &running{T: t, store: bolttest.New(t), sweeps: c.sweeps}
	for _, user := range []table.UserID{anna, boris} {
		storetest.SetPreferences(t, r.store, user, c.absent)
	}
	if c.begins != "" {
		until(c.begins)
	}
	r.first = r.newProcess(r.store)
	r.first.Run()
	defer func() { r.first.End() }()
	if r.first.Reserve = c.reserve; !c.noStandIns {
		r.first.StandIn = 2
	}
	if r.first.Limit = cmp.Or(c.limit, r.first.Limit); c.limit == unlimited {
		r.first.Limit = 0
	}
	switch game, clock, _ := strings.Cut(c.game, " "); game {
	case "":
		r.id = r.first.StartGardens(nil)
	case "babel":
		r.id = r.first.Start(babel.Game, nil, []table.UserID{anna, boris})
	case "quick":
		r.id = r.first.quick(clock)
	}
	for _, step := range c.steps {
		words := strings.Fields(step)
		until(words[0] + " " + words[1])
		if len(words) > 2 {
			r.do(words[2], strings.Join(words[3:], " "))
		}
	}
	require.Equal(t, c.want, append(r.first.happened(r.id), r.end()...))
	if moves := r.first.automatic(r.id); r.planned != nil && len(moves) > 0 {
		require.Equal(t, r.planned, moves)
	}
	for kind, n := range c.posts {
		require.Equal(t, n, r.first.Posts(kind), kind)
	}
}

// running is a script that is played.
type running struct {
	*testing.T
	store         *bolt.DB
	sweeps        time.Duration
	first, second *process
	id            table.ID
	undone        engine.Move
	planned       []string // the moves of the planned turn
	commits       atomic.Int64
}

// process is a run of the program, which players cannot reach while it is cut off.
type process struct {
	*program
	cutOff atomic.Bool
}

func (r *running) newProcess(s store.Store) *process {
	p := &process{program: &program{tablestest.New(r, s, r.sweeps)}}
	p.Tables.Committed = func(context.Context, store.Commit, time.Duration, error) { r.commits.Add(1) }
	p.Sweeper.Reachable = func() bool { return !p.cutOff.Load() }
	return p
}

// runBeside runs another process to the end of the test.
func (r *running) runBeside(s store.Store) *process {
	other := r.newProcess(s)
	other.Run()
	r.Cleanup(other.End)
	return other
}

func (r *running) do(what, rest string) {
	a := scene{running: r, process: r.first, rest: rest}
	if of, second := strings.CutSuffix(what, "2"); second {
		a.process, what = r.second, of
	}
	now := a.Table(r.id)
	whom := now.Turn()
	whom &= -whom // the first seat
	switch what {
	case "everybody":
		whom = engine.Seats(1, 2, 3)
		what, a.rest, _ = strings.Cut(rest, " ")
	case "other":
		whom = engine.Seats(1, 2) &^ whom
		what, a.rest, _ = strings.Cut(rest, " ")
	}
	require.Contains(r, actions, what)
	require.NotZero(r, whom, "nobody is in turn for %s", what)
	for _, seat := range whom.Slice() {
		a.user = now.Player(seat).User
		actions[what](a)
	}
}

// scene is where an action takes place: whom it is about, and what it needs.
type scene struct {
	*running
	*process
	user table.UserID
	rest string
}

// actions are what can happen in a script. "beside" is a process that does not know that another
// sweeps, "unnoticed" an absence that the tables do not know, "finish" all of a turn but its end,
// and "told" says when a step will be taken for the player, nothing for never.
var actions = map[string]func(a scene){
	"stop":   func(a scene) { a.process.End() },
	"freeze": func(a scene) { a.process.End() },
	"load":   func(a scene) { a.first = a.newProcess(a.store) },
	"thaw":   func(a scene) { a.process.Run() },
	"start": func(a scene) {
		a.first = a.newProcess(a.store)
		a.first.Run()
	},
	"cut":     func(a scene) { a.cutOff.Store(true) },
	"reach":   func(a scene) { a.cutOff.Store(false) },
	"release": func(a scene) { require.NoError(a.T, a.store.Release(a.T.Context())) },
	"beside":  func(a scene) { a.runBeside(a.store) },
	"second":  func(a scene) { a.second = a.runBeside(a.store.Second()) },

	"away": wish(func(a scene, p *store.Preferences) { wishes.GoAway(p, a.Now(), at(a.rest)) }),
	"unnoticed": func(a scene) {
		away := store.Preferences{Absences: []store.Absence{{From: a.Now(), To: at(a.rest)}}}
		storetest.SetPreferences(a.T, a.store, a.user, away)
	},
	"back":     wish(func(a scene, p *store.Preferences) { wishes.ComeBack(p, a.Now()) }),
	"weekends": wish(func(a scene, p *store.Preferences) { p.Weekends = a.Now() }),
	"manual":   wish(func(_ scene, p *store.Preferences) { p.Manual = true }),
	"workdays": wish(func(_ scene, p *store.Preferences) { p.Weekends = 0 }),

	"ping": func(a scene) { require.Zero(a.T, a.announce(a.Table(a.id), a.id)) },
	"told": func(a scene) {
		t := a.Table(a.id)
		step, ok, err := a.Tables.Forced.Step(a.T.Context(), t, t.Seat(a.user))
		require.NoError(a.T, err)
		require.Equal(a.T, a.rest != "", ok)
		require.True(a.T, !ok || at(a.rest) == step.At, step.At)
	},
	"move": func(a scene) { a.Act(a.id, a.firstLegalMove) },
	"turn": func(a scene) {
		for a.inTurn(a.id) == a.user {
			a.Act(a.id, a.firstLegalMove)
		}
	},
	"finish": func(a scene) { a.playToEnd(a.id) },
	"undo": event(func(a scene, t *table.Table) table.Event {
		for _, m := range t.Moves {
			if m.By == a.user {
				a.undone = m.Move
			}
		}
		return table.Undo(t.Seat(a.user), a.user, a.Now())
	}),
	"redo": event(func(a scene, t *table.Table) table.Event { return table.Move(t.Game, a.undone, a.user, a.Now()) }),
	"resign": event(func(a scene, t *table.Table) table.Event {
		return table.Move(t.Game, engine.ResignMove(t.Seat(a.user)), a.user, a.Now())
	}),
	"stand_in": event(func(a scene, t *table.Table) table.Event { return t.CallStandIn(t.Seat(a.user), a.user, a.Now()) }),
	"return":   event(func(a scene, t *table.Table) table.Event { return table.Return(t.Seat(a.user), a.user, a.Now()) }),
	"extend":   event(func(a scene, t *table.Table) table.Event { return table.Extend(t.Seat(a.user), at(a.rest), a.Now()) }),
	"plan":     func(a scene) { a.planned = a.planTurn(a.id) },
	"pass":     func(a scene) { a.endTurn(a.id) },
	"drop":     event(func(a scene, _ *table.Table) table.Event { return table.PlanTurn(2, nil, true, a.user, a.Now()) }),
	"ready":    event(func(a scene, t *table.Table) table.Event { return table.ReadyUp(t.Seat(a.user), a.user, a.Now()) }),
	"time":     event(func(a scene, t *table.Table) table.Event { return t.TimeUp(a.Now()) }),
	"build": func(a scene) {
		for seat, move := range []string{"1 tower 1:a1.1 n", "2 tower 1:c1.1 n", "3 tower 2:e1.1 n"} {
			a.Do(a.id, func(t *table.Table) table.Event { return table.MoveText(move, t.Players[seat].User, a.Now()) })
		}
	},
}

func event(of func(a scene, t *table.Table) table.Event) func(scene) {
	return func(a scene) { a.Do(a.id, func(t *table.Table) table.Event { return of(a, t) }) }
}

func wish(change func(a scene, p *store.Preferences)) func(scene) {
	return func(a scene) {
		require.NoError(a.T, a.store.ChangePreferences(a.T.Context(), a.user, func(p *store.Preferences) error {
			change(a, p)
			return nil
		}))
		require.NoError(a.T, tables.Reconsider(a.T.Context(), a.Tables, a.user))
	}
}

// end says how the game has ended, nothing if it goes on. The store has what the log says.
func (r *running) end() []string {
	header, log, err := r.store.Table(r.Context(), r.id)
	require.NoError(r, err)
	results := storetest.Must(r.store.Results(r.Context(), 1, 9))(r)
	var stored *store.Result
	for i := range results {
		stored = &results[i]
	}
	require.NoError(r, tables.Verify(r.id, header, log, stored))
	require.Less(r, int(r.commits.Load()), 3*len(log), "deadlines are moved seldom")
	if header.Status.Open() {
		return nil
	}
	due := storetest.Must(r.store.Due(r.Context(), 1<<60, 9))(r)
	require.Empty(r, due)
	return []string{fmt.Sprintf("%s, %d results", header.Status, len(results))}
}

// at returns a time ("02 15:04") of January 2000 in Unix milliseconds. The 1st is a Saturday.
func at(clock string) int64 {
	moment, err := time.Parse("2006-01 02 15:04:05"[:len("2006-01 ")+len(clock)], "2000-01 "+clock)
	if err != nil {
		panic(err)
	}
	return moment.UnixMilli()
}

// until waits until five seconds after a time as at reads it, or just until one with seconds.
func until(clock string) {
	moment := time.UnixMilli(at(clock))
	if len(clock) == len("02 15:04") {
		moment = moment.Add(5 * time.Second)
	}
	pause(time.Until(moment))
}

// pause waits, and then until nothing else happens.
func pause(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// happened lists a table's events since its start, with their times: "01 00:48 remind". Moves of
// people are "move", and steps that the program takes for them have seconds.
func (w *program) happened(id table.ID) []string {
	w.Helper()
	_, log, err := w.Store.Table(w.Context(), id)
	require.NoError(w, err)
	start := slices.IndexFunc(log, func(e table.Event) bool { return e.Kind == table.Started })
	var all []string
	for _, e := range log[start+1:] {
		event, form := string(e.Kind), "02 15:04 "
		switch {
		case e.Kind != table.Moved:
		case e.Choice != 0:
			event, form = "planned", "02 15:04:05 "
		case e.Auto:
			event, form = "auto "+e.Move, "02 15:04:05 "
		case e.By == 0:
			event = e.Move
		}
		event = time.UnixMilli(e.At).UTC().Format(form) + event
		if e.Kind != table.Moved && e.Kind != table.Readied || !slices.Contains(all[max(0, len(all)-1):], event) {
			all = append(all, event)
		}
	}
	return all
}

// inTurn returns the first player in turn.
func (w *program) inTurn(id table.ID) table.UserID {
	w.Helper()
	t := w.Table(id)
	return t.Player(t.Turn().Slice()[0]).User
}

// announce notes suppressed pings as a message about a turn does, and returns the pinged seats.
func (w *program) announce(then *table.Table, id table.ID) engine.SeatSet {
	w.Helper()
	told := tables.Account{Message: store.Entry{Table: id}, After: then, Calls: then.Turn()}
	var err error
	told.Automatic, err = w.Tables.Forced.NoChoice(w.Context(), then, then.Turn())
	require.NoError(w, err)
	pinged, _, err := w.Tables.Alerts().Decide(w.Context(), told, true)
	require.NoError(w, err)
	return pinged
}

// automatic lists the moves that the program has made for players.
func (w *program) automatic(id table.ID) (moves []string) {
	w.Helper()
	_, log, err := w.Store.Table(w.Context(), id)
	require.NoError(w, err)
	t := w.Table(id)
	for _, e := range log {
		if e.Auto {
			require.Equal(w, table.Moved, e.Kind)
			m, err := t.Game.ParseMove(e.Move)
			require.NoError(w, err)
			require.Equal(w, t.Player(m.Seat).User, e.By, "the step is its player's")
			moves = append(moves, e.Move)
		}
	}
	return moves
}
