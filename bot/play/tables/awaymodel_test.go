package tables_test

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

// tick is the step of the model's clock. All time zones begin their days at a multiple of it.
const tick = 15 * time.Minute

// awayModel plays a game with absences on a separate clock, and knows what of each turn's time
// counts.
type awayModel struct {
	*rapid.T
	store   store.Store
	now     time.Time
	tables  *tables.Tables
	sweeper *tables.Sweeper
	// out is why nobody can play now: "stop" if the program does not run, "freeze", or "cut" while
	// it cannot reach Discord. It is "" if players can.
	out string
	// back says that an outage has ended, and no sweep has followed yet.
	back  bool
	id    table.ID
	limit time.Duration
	last  *table.Table
	read  table.Version // up to which the model has judged the log
	// allowed is the limit and the reserve of the turn at hand.
	allowed time.Duration
	// running is the time of this turn in which its player was there. down is the part of it in
	// which nobody could play.
	running, down time.Duration
	// ends is when the time of the turn ran out as the last outage began, and outage its beginning.
	ends, outage time.Time
	// atLeast is when the turn may end: what was left at the beginning of an outage in which its
	// time ran out is left after it.
	atLeast time.Time
	// unnoticed says that the tables do not know of a changed absence, as if the program died after
	// it.
	unnoticed bool
}

func newAwayModel(t *rapid.T) *awayModel {
	m := &awayModel{T: t, store: bolttest.New(t)}
	m.now = time.Date(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")), 1, 0, 0, 0, 0, time.UTC)
	m.limit = time.Duration(rapid.SampledFrom(table.Limits[2:]).Draw(t, "limit")) * time.Second
	for _, user := range []table.UserID{anna, boris} {
		require.NoError(t, m.store.ChangePreferences(t.Context(), user, func(p *store.Preferences) error {
			p.Zone = rapid.SampledFrom([]string{
				"", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/Havana", "Pacific/Chatham",
			}).Draw(t, "zone")
			return nil
		}))
	}
	m.begin()
	events := []table.Event{
		table.OpenLobby(games.All[0].Game.Info(), table.Player{User: anna, Name: "Anna"}, nil,
			table.Limit(m.limit/time.Second), m.now.UnixMilli()).
			WithReserve(rapid.SampledFrom(table.Reserves[:5]).Draw(t, "reserve")),
		table.Join(table.Player{User: boris, Name: "Boris"}, m.now.UnixMilli()),
	}
	require.NoError(t, m.tables.Open(t.Context(), tables.Opening{
		Game: games.All[0].Game, Guild: 1, Channel: 1, Events: events,
	}))
	var err error
	m.id, err = m.store.OpenTable(t.Context(), 1)
	require.NoError(t, err)
	m.act(func(t *table.Table) ([]table.Event, error) { return []table.Event{m.tables.Deal(t, anna)}, nil })
	m.restart()
	return m
}

func (m *awayModel) begin() {
	m.tables = tables.New(m.store, func() time.Time { return m.now }, rand.New(rand.NewPCG(1, 2)))
	m.sweeper = tables.NewSweeper(m.tables, m.store, slog.New(slog.DiscardHandler), 0, 0)
	m.sweeper.SetWall(func() time.Time { return m.now })
	m.sweeper.Reachable = func() bool { return m.out != "cut" }
	require.NoError(m, m.sweeper.BeginSweeping(m.Context()))
}

func (m *awayModel) act(plan tables.Plan) {
	s, err := m.tables.Load(m.Context(), m.id)
	require.NoError(m, err)
	_, _, err = m.tables.Act(m.Context(), s, 0, plan, nil)
	require.NoError(m, err)
}

func (m *awayModel) preferences(user table.UserID) *store.Preferences {
	p, err := m.store.Preferences(m.Context(), user)
	require.NoError(m, err)
	return &p
}

// change changes a user's absences. If mayDie, it may leave the tables unaware.
func (m *awayModel) change(user table.UserID, mayDie bool, change func(p *store.Preferences)) {
	require.NoError(m, m.store.ChangePreferences(m.Context(), user, func(p *store.Preferences) error {
		change(p)
		return nil
	}))
	if mayDie && rapid.IntRange(0, 9).Draw(m.T, "dies") == 0 {
		m.unnoticed = true
		m.begin()
		return
	}
	require.NoError(m, tables.Reconsider(m.Context(), m.tables, user))
	m.follow() // it may have ended a turn
}

func (m *awayModel) table() (t *table.Table, user table.UserID) {
	h, err := m.store.Header(m.Context(), m.id)
	require.NoError(m, err)
	if m.last == nil || m.last.Version != h.Version {
		_, log, err := m.store.Table(m.Context(), m.id)
		require.NoError(m, err)
		m.last, err = table.Load(games.Rules, log)
		require.NoError(m, err)
	}
	if m.last.Turn() != 0 {
		user = m.last.Player(m.last.Turn().Slice()[0]).User
	}
	return m.last, user
}

func (m *awayModel) step() {
	m.sweep() // notes that the program runs
	user := rapid.SampledFrom([]table.UserID{anna, boris}).Draw(m.T, "user")
	action := rapid.SampledFrom([]string{
		"run", "stop", "freeze", "cut", "go away", "go away", "come back", "weekends", "move", "wait", "wait",
	}).Draw(m.T, "action")
	switch outage := slices.Contains([]string{"stop", "freeze", "cut"}, action); {
	case m.out != "" && outage: // goes on
	case m.out != "":
		m.end()
	case outage:
		m.out, m.outage, m.ends = action, m.now, m.runsOut()
	case action == "go away":
		days := rapid.Int64Range(1, 9).Draw(m.T, "days")
		m.change(user, true, func(p *store.Preferences) {
			wishes.GoAway(p, m.now.UnixMilli(), m.now.Truncate(24*time.Hour).UnixMilli()+days*24*3600*1000)
		})
	case action == "come back":
		m.change(user, true, func(p *store.Preferences) { wishes.ComeBack(p, m.now.UnixMilli()) })
	case action == "weekends":
		m.change(user, false, func(p *store.Preferences) {
			if p.Weekends != 0 {
				p.Weekends = 0
			} else {
				p.Weekends = m.now.UnixMilli()
			}
		})
	case action == "move":
		if t, user := m.table(); user != 0 {
			seat := t.Turn().Slice()[0]
			m.act(func(*table.Table) ([]table.Event, error) {
				return []table.Event{table.Move(t.Game, engine.SkipMove(seat), user, m.now.UnixMilli())}, nil
			})
			m.restart()
		}
	}
	for range rapid.IntRange(0, int(30*time.Hour/tick)).Draw(m.T, "ticks") {
		m.pass()
	}
}

// runsOut returns when the time of the turn at hand runs out, if its player has no absences, else
// zero.
func (m *awayModel) runsOut() time.Time {
	t, user := m.table()
	if user == 0 {
		return time.Time{}
	}
	if p := m.preferences(user); len(p.Absences) > 0 || p.Weekends != 0 {
		return time.Time{}
	}
	return time.UnixMilli(t.Waits[t.Turn().Slice()[0]].Until)
}

// end ends an outage.
func (m *awayModel) end() {
	if !m.ends.IsZero() && !m.ends.After(m.now) {
		m.atLeast = m.now.Add(m.ends.Sub(m.outage))
	}
	if m.out == "stop" {
		m.begin()
	}
	m.out, m.back = "", true
}

// sweep does the overdue work, if players can play.
func (m *awayModel) sweep() {
	if m.out != "stop" && m.out != "freeze" && m.sweeper.MineNow(m.Context()) {
		require.NoError(m, m.sweeper.Sweep(m.Context()))
		m.follow()
	}
}

// pass lets a tick pass. It sweeps only overdue work, since each sweep writes to the store.
func (m *awayModel) pass() {
	due, err := m.store.Due(m.Context(), m.now.UnixMilli(), 1)
	require.NoError(m, err)
	if len(due) > 0 || m.back {
		m.sweep()
		m.back = false
	}
	if _, user := m.table(); user != 0 {
		if begin, end := wishes.Absent(m.preferences(user), m.now.UnixMilli()); end == 0 || begin > m.now.UnixMilli() {
			m.running += tick
			if m.out != "" {
				m.down += tick
			}
		}
	}
	m.now = m.now.Add(tick)
	if m.out == "" {
		m.sweeper.Beat()
	}
}

// restart begins to measure the turn at hand.
func (m *awayModel) restart() {
	t, user := m.table()
	m.read, m.running, m.down, m.unnoticed = t.Version, 0, 0, false
	m.ends, m.atLeast = time.Time{}, time.Time{}
	m.allowed = m.limit + time.Duration(t.Reserved[t.Seat(user)])*time.Millisecond
}

// follow judges what the sweeper did.
func (m *awayModel) follow() {
	if t, _ := m.table(); t.Version == m.read {
		return
	}
	_, log, err := m.store.Table(m.Context(), m.id)
	require.NoError(m, err)
	for _, e := range log[m.read:] {
		switch e.Kind {
		case table.Moved:
			require.GreaterOrEqual(m, m.running, m.allowed, "the limit ran while its player was away")
			require.False(m, m.now.Before(m.atLeast), "the turn lost time in which nobody could play")
			require.Empty(m, m.out, "a turn ended while nobody could play")
			if !m.unnoticed {
				require.LessOrEqual(m, m.running-m.down, m.allowed+2*tick, "the limit stood still too long")
			}
			m.restart()
			return
		case table.Reminded, table.Called:
			t, _ := m.table()
			begin, end := wishes.Absent(m.preferences(t.Player(e.Seat).User), e.At)
			// A player may go away in the millisecond in which they were pinged.
			require.False(m, end != 0 && begin < e.At, "nobody is pinged while away")
		}
		m.read++
	}
}

func TestLimitNeverRunsWhileItsPlayerIsAwayAndNeverStandsStillLonger(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newAwayModel(t)
		for range 15 {
			m.step()
		}
	})
}
