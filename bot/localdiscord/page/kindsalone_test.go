package page_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/bot/games/playtest"
	"amytis/bot/localdiscord"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// fillApart takes the screenshots of messages that belong to no running game: help and settings, a
// lesson, what there is to see of an ended game, and a direct message.
func (a *album) fillApart() {
	a.Helper()
	ana := a.world.Ana
	review := a.command(ana, "review", nil) // it is made meanwhile
	a.shoot("review-waiting", review)
	a.shoot("help", a.command(ana, "help", nil))
	a.shoot("privacy", a.command(ana, "privacy", nil))
	a.fillLesson()
	a.fillReplay()
	a.shoot("profile", a.command(ana, "profile", nil))
	a.shoot("stats", a.command(ana, "stats", nil))
	a.shoot("settings", a.command(ana, "settings", nil))
	a.shoot("me-quiet", a.command(ana, "me quiet", localdiscord.Args{"from": 22, "to": 8, "zone": "Europe/Berlin"}))
	a.shoot("me-zone", a.command(ana, "me zone", nil))
	a.shoot("me-pings", a.command(ana, "me pings", localdiscord.Args{"how": "direct"}))
	a.shoot("me-away", a.command(ana, "me away", nil))
	a.shoot("me-text", a.command(ana, "me text", nil))
	a.shoot("me-auto", a.command(ana, "me auto", nil))
	a.shoot("me-private", a.command(ana, "me private", nil))
	data := a.command(ana, "me data", nil)
	a.shoot("me-data", data)
	a.shoot("me-erase", a.press(ana, data, control.Erase))
	a.command(ana, "me quiet", localdiscord.Args{"off": true})
	a.fillReview(review)
	a.fillDirect()
}

// fillLesson takes the screenshots of a lesson's first steps and of what a wrong press is told.
func (a *album) fillLesson() {
	a.Helper()
	ana := a.world.Ana
	step := a.command(ana, "learn", localdiscord.Args{"game": "gardens"})
	a.shoot("lesson", step)
	for has(step, control.LessonNext) {
		step = a.press(ana, step, control.LessonNext)
	}
	a.shoot("lesson-step", step)
	for _, menu := range step.Controls() {
		for _, option := range menu.Options {
			if !strings.HasSuffix(option.Value, " b1") { // the lesson's tile
				in, err := ana.Select(a.Context(), step, menu.CustomID, option.Value)
				a.shoot("lesson-wrong", a.answer(in, err))
				return
			}
		}
	}
	require.FailNow(a, "the step asks for a tile to dig", step.Text())
}

// fillReplay takes the screenshots of the replay and the record of the ended game in the channel.
func (a *album) fillReplay() {
	a.Helper()
	ana := a.world.Ana
	replay := a.command(ana, "replay", nil)
	a.shoot("replay", replay)
	still := a.press(ana, replay, control.Still)
	a.shoot("still", still)
	if has(still, control.KeyMoment) {
		a.shoot("still-moment", a.press(ana, still, control.KeyMoment))
	}
	a.shoot("record", a.command(ana, "game record", nil))
}

// fillReview takes the screenshots of a review, which a message shows as soon as it is made.
func (a *album) fillReview(review *localdiscord.Message) {
	a.Helper()
	ana := a.world.Ana
	require.Eventually(a, func() bool {
		review = a.seen(ana, review)
		return has(review, control.Reviewed)
	}, patience, 5*time.Millisecond, "the review")
	a.shoot("review", review)
	a.shoot("review-moment", a.press(ana, review, control.Reviewed))
}

// fillDirect takes the screenshot of a direct message about Ana's turn.
func (a *album) fillDirect() {
	a.Helper()
	ana, eve := a.world.Ana, a.world.Eve
	a.command(ana, "game new", localdiscord.Args{"game": "babel"})
	a.press(eve, a.newest(control.Join), control.Join)
	a.press(ana, a.newest(control.Start), control.Start)
	if strings.Contains(a.newest(control.Panel).MentionText(), eve.Mention()) {
		a.turn(eve, nil)
	}
	require.Eventually(a, func() bool { return len(ana.DirectMessages()) > 0 }, patience, 5*time.Millisecond)
	for _, w := range a.windows {
		w.run(chromedp.Navigate(fmt.Sprintf("%s/?as=ana&channel=%s", a.page.URL(), ana.DM().ID)))
	}
	a.shoot("direct", ana.DirectMessages()[0])
}

// seen returns a message that a user sees as it is now.
func (a *album) seen(u *localdiscord.User, m *localdiscord.Message) *localdiscord.Message {
	a.Helper()
	for _, now := range u.Messages(a.channel) {
		if now.ID == m.ID {
			return now
		}
	}
	return m
}

// storeEnded stores a game of Babel of Ana and Eve in a channel before the bot runs. They make
// random moves until Eve resigns.
func (p *playground) storeEnded(channel string) {
	p.Helper()
	const moves = 60 // few, since each turn is reviewed
	random := playtest.Play(p, games.All[1], nil, 2)
	require.Equal(p, "babel", random.Info().ID)
	id := func(of string) uint64 {
		n, err := strconv.ParseUint(of, 10, 64)
		require.NoError(p, err)
		return n
	}
	ana, eve := table.UserID(id(localdiscord.AnaID)), table.UserID(id(localdiscord.EveID))
	at := p.now().UnixMilli()
	log := []table.Event{
		table.OpenLobby(random.Info(), table.Player{User: ana, Name: "Ana"}, nil, 0, at),
		table.Join(table.Player{User: eve, Name: "Eve"}, at),
	}
	load := func() *table.Table {
		t, err := table.Load(games.Rules, log)
		require.NoError(p, err)
		return t
	}
	log = append(log, load().Deal(ana, at, playtest.Rand(2)))
	begun := load()
	for _, m := range random.Moves[:moves] {
		by := ana
		if m.Seat != engine.Chance {
			by = begun.Player(m.Seat).User
		}
		log = append(log, table.Move(random, m, by, at))
	}
	now := load()
	seat := now.Seat(eve)
	events, err := now.EndTurn(seat, engine.ResignMove(seat), eve, at)
	require.NoError(p, err)
	log = append(log, events...)
	now = load()

	db, err := bolt.Open(filepath.Join(p.folder, "amytis.db"), bolt.Options{Program: "test"})
	require.NoError(p, err)
	stored, err := db.NewTable(p.Context())
	require.NoError(p, err)
	h := store.Header{
		Guild: table.GuildID(id(localdiscord.BabylonID)), Channel: table.ChannelID(id(channel)), Game: "babel",
		Status: store.Ended, Version: now.Version, Players: []table.UserID{now.Player(1).User, now.Player(2).User},
	}
	r := &store.Result{Table: stored, Guild: h.Guild, Game: h.Game, At: now.End, Records: map[string]int{}}
	for _, s := range now.Standings() {
		r.Standings = append(r.Standings, store.Standing{User: s.User, Rank: s.Rank, Score: s.Score})
	}
	for _, item := range now.State.Records() {
		r.Records[item.Name] = item.Value.(int)
	}
	require.NoError(p, tables.Verify(stored, h, log, r))
	require.NoError(p, db.Commit(p.Context(), store.Commit{Table: stored, Events: log, Header: h, Result: r}))
	require.NoError(p, db.Close())
}

// takeApart fills an album of messages apart from running games.
func takeApart(t *testing.T) {
	p := playTimed(t, 43, timing, func(p *playground) { p.storeEnded(gardensID) })
	a := &album{
		playground: p, game: "apart", channel: p.world.Gardens, windows: p.albumWindows(),
		random: rand.New(rand.NewPCG(3, 4)),
	}
	a.fillApart()
	require.Empty(t, p.world.Violations())
}
