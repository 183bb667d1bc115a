package announce

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/bot/play/wishes"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

type alertBot struct {
	testing.TB
	*tablestest.Program
	store     store.Store
	sweep     time.Duration
	discord   *fakeDiscord
	announcer *Announcer
	// kill ends the program in whatever it does. end also waits, and may be called again.
	kill    context.CancelFunc
	end     func()
	running bool

	// alerts lists the alerts as "08:00 11 ▶️ 1": time, user, sign, and table by its order or "@"
	// for a direct message.
	alerts []string
	times  map[string]int // counts the alerts of a user about the same
	// reachable is when a user last replaced wishes that allowed a ping then.
	reachable map[table.UserID]time.Time
	looked    map[table.UserID]time.Time // when a user last looked at a table
	wrong     []string
}

// people are the players at the tables of these tests.
var people = []table.UserID{tablestest.Anna, tablestest.Boris, tablestest.Clara}

// newAlertBot starts a program that looks for overdue work after each pause of a length.
func newAlertBot(t testing.TB, sweep time.Duration) *alertBot {
	b := &alertBot{
		TB: t, store: bolttest.New(t), sweep: sweep, times: map[string]int{}, reachable: map[table.UserID]time.Time{},
		looked:  map[table.UserID]time.Time{},
		discord: &fakeDiscord{refusing: map[string]bool{}},
	}
	b.discord.onPost = b.note
	b.start()
	return b
}

func (b *alertBot) start() {
	opened := b.Program
	b.Program = tablestest.New(b.TB, b.store, b.sweep)
	if opened != nil {
		b.Program.Limit = opened.Limit
	}
	b.startAnnouncer(b.store, b.Sweeper.Run)
}

// startAnnouncer starts an announcer of the program on a store, and runs other work beside it.
func (b *alertBot) startAnnouncer(s store.Store, beside ...func(context.Context)) {
	log := slog.New(slog.DiscardHandler)
	b.announcer = New(Options{
		Messages: b.discord, Guilds: b.discord, Store: s, Tables: b.Tables,
		Languages: sentences.NewLanguages(s, log), Writer: posts.NewWriter(b.Tables, nil, time.Now),
		Log: log, Now: time.Now,
	})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for _, run := range append(beside, b.announcer.Run) {
		running.Go(func() { run(ctx) })
	}
	b.kill, b.running = cancel, true
	b.end = func() {
		cancel()
		running.Wait()
		b.running = false
	}
}

func (b *alertBot) restart() {
	b.end()
	b.start()
}

// cutOff ends the program after Discord takes the next message, or has Discord fail then.
func (b *alertBot) cutOff(answer error) {
	b.discord.set(func(d *fakeDiscord) {
		d.afterNext = func() error {
			if answer == nil {
				b.kill()
			}
			d.down = answer != nil
			return answer
		}
	})
}

// open starts a game of Babylon. Its first player is the first in turn order.
func (b *alertBot) open(users ...table.UserID) table.ID {
	return b.Program.Start(games.All[0].Game, nil, users)
}

func (b *alertBot) prefer(user table.UserID, chosen store.Preferences) {
	before := storetest.Must(b.store.Preferences(b.Context(), user))(b)
	if now := time.Now(); !inQuiet(before, now) {
		b.discord.set(func(*fakeDiscord) { b.reachable[user] = now })
	}
	require.NoError(b, b.store.ChangePreferences(b.Context(), user, func(p *store.Preferences) error {
		chosen.Pings.Summed, chosen.Pings.SummedBy = p.Pings.Summed, p.Pings.SummedBy
		*p = chosen
		return nil
	}))
	require.NoError(b, tables.Reconsider(b.Context(), b.Tables, user))
}

func (b *alertBot) at(id table.ID) *table.Table {
	_, log, err := b.store.Table(context.Background(), id)
	require.NoError(b, err)
	return storetest.Must(table.Load(games.Rules, log))(b)
}

func (b *alertBot) inTurn(id table.ID) table.UserID {
	t := b.at(id)
	return t.Player(t.Turn().Slice()[0]).User
}

// move plays until the turn of the player in turn is over, or the program ends.
func (b *alertBot) move(id table.ID) {
	for before := b.at(id).Turn(); b.at(id).Turn() == before && before.Len() == 1; {
		wait(time.Millisecond) // no two turns begin at once
		err := b.Try(id, func(t *table.Table) ([]table.Event, error) {
			seat := t.Turn().Slice()[0]
			m := t.State.Sound(seat, nil)[0]
			return []table.Event{table.Move(t.Game, m, t.Player(seat).User, b.Now())}, nil
		})
		var refused *engine.RuleError
		if errors.As(err, &refused) {
			return // the turn is over
		}
		require.NoError(b, err)
	}
}

func (b *alertBot) look(id table.ID, user table.UserID) {
	s, err := b.Tables.Load(b.Context(), id)
	require.NoError(b, err)
	_, err = b.Tables.Alerts().NoteLook(b.Context(), s, s.Table.Seat(user))
	require.NoError(b, err)
	b.discord.set(func(*fakeDiscord) { b.looked[user] = time.Now() })
}

// signs begin the lines that alert a player.
const (
	signTurn    = "▶️"
	signRemind  = "⏰"
	signNext    = "⏭️"
	signSummary = "☀️"
)

// signOf returns the sign of the first line of a content that has a text.
func signOf(content, has string) string {
	for line := range strings.Lines(content) {
		for _, sign := range []string{signTurn, signRemind, signNext, signSummary} {
			if strings.Contains(line, has) && strings.Contains(line, sign) {
				return sign
			}
		}
	}
	return "?"
}

func (b *alertBot) note(m *shown) {
	if user, direct := strings.CutPrefix(m.channel, "@"); direct {
		id := table.ID(0) // a summary
		if in := channelMention.FindStringSubmatch(m.Content); in != nil {
			id = b.tableIn(in[1])
		}
		b.noteAlert(table.ParseID[table.UserID](user), id, signOf(m.Content, ""), "@")
		return
	}
	for _, user := range m.mentions {
		sign := signOf(m.Content, "<@"+user+">")
		b.noteAlert(table.ParseID[table.UserID](user), b.tableIn(m.channel), sign, m.channel)
	}
}

var channelMention = regexp.MustCompile(`<#(\d+)>`)

func (b *alertBot) tableIn(channel string) table.ID {
	return storetest.Must(tables.LastTable(context.Background(), b.store, table.ParseID[table.ChannelID](channel)))(b)
}

// uncertainty is how long after a lost answer the bot may repeat a request as it was. Quiet hours
// may have begun meanwhile, or the player may have other wishes or have looked.
const uncertainty = nonceLife + time.Minute

// inQuiet reports whether a user has had quiet hours for as long as a request may be repeated.
func inQuiet(p store.Preferences, now time.Time) bool {
	quiet := func(at time.Time) bool { return wishes.Reachable(&p, at.UnixMilli()) > at.UnixMilli() }
	return quiet(now) && quiet(now.Add(-uncertainty))
}

func (b *alertBot) noteAlert(user table.UserID, id table.ID, sign, where string) {
	now := time.Now()
	b.alerts = append(b.alerts, fmt.Sprintf("%s %s %s %s", now.UTC().Format("15:04"), user, sign, where))
	p := storetest.Must(b.store.Preferences(context.Background(), user))(b)
	if inQuiet(p, now) && now.Sub(b.reachable[user]) > uncertainty {
		b.wrong = append(b.wrong, b.alerts[len(b.alerts)-1]+": in quiet hours")
	}
	about := fmt.Sprint(user, sign)
	switch {
	case sign == signSummary:
		about += fmt.Sprint(wishes.SummaryBefore(&p, now.UnixMilli()))
	case id != 0:
		t := b.at(id)
		seat := t.Seat(user)
		if sign == signNext {
			seat = t.Turn().Slice()[0]
		}
		about += fmt.Sprint(" ", id, " ", seat, t.Waits[seat].Since)
		if sign == signTurn && t.Waits[seat].Looked && now.Sub(b.looked[user]) > uncertainty {
			b.wrong = append(b.wrong, b.alerts[len(b.alerts)-1]+": to a player who has looked")
		}
	}
	if b.times[about]++; b.times[about] > 1 {
		b.wrong = append(b.wrong, b.alerts[len(b.alerts)-1]+": again")
	}
}

func (b *alertBot) openFor(user table.UserID) table.ID {
	id := b.open(people[:2]...)
	if b.inTurn(id) != user {
		b.move(id)
	}
	return id
}

// kinds lists the kinds of a table's events since its start, without moves.
func (b *alertBot) kinds(id table.ID) (kinds []table.EventKind) {
	_, log, err := b.store.Table(b.Context(), id)
	require.NoError(b, err)
	for _, e := range log[len(b.at(id).Players)+1:] {
		if e.Kind != table.Moved {
			kinds = append(kinds, e.Kind)
		}
	}
	return kinds
}

func (b *alertBot) everybody(chosen store.Preferences) {
	for _, user := range people {
		b.prefer(user, chosen)
	}
}

// news returns the alerts since the last call.
func (b *alertBot) news() []string {
	b.discord.mu.Lock()
	defer b.discord.mu.Unlock()
	all := b.alerts
	b.alerts = nil
	return all
}

// wait lets time pass, and the program finish what it does then.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// inBubble runs a test with a bot in a bubble from midnight UTC, and requires that nothing fails.
func inBubble(t *testing.T, test func(b *alertBot)) {
	t.Helper()
	require.Empty(t, wrongIn(t, time.Minute, test))
}

// wrongIn is inBubble with a pause between two sweeps. It returns what must not happen but has.
func wrongIn(t *testing.T, sweep time.Duration, test func(b *alertBot)) (wrong []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))) // Discord's IDs begin in 2015
		b := newAlertBot(t, sweep)
		defer func() { b.end() }()
		synctest.Wait() // its first sweep is over, whose alerts would otherwise come now or a minute later
		b.Limit = 0
		test(b)
		wrong = b.wrong
	})
	return wrong
}

func TestMain(m *testing.M) {
	longrun.FewerChecks()
	goleak.VerifyTestMain(m)
}
