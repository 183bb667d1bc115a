package faults_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/longrun"
)

// manyGames is an environment in which games of several variants are played.
type manyGames struct {
	*harness.Env
	games []oneGame
}

// oneGame is one of the games.
type oneGame struct {
	*harness.Table
	people []*harness.Player
}

// newManyGames starts the games, by day one of each. All players are patient, and half play by
// panels.
func newManyGames(t *testing.T, o harness.Options) *manyGames {
	t.Helper()
	all := &manyGames{Env: harness.New(t, o)}
	byDay := []harness.Variant{harness.GardensInTurns, harness.BabelVariant, harness.LiveTowers}
	for _, v := range longrun.Choose(byDay, harness.Variants) {
		env := all.WithScript(v.Script)
		people := env.NewPlayers(v.MinPlayers)
		for n, p := range people {
			p.ByPanel = n%2 == 0
			p.Patient, p.Retries, p.Plans = true, 5, true
		}
		game := oneGame{env.At(env.Guild.AddChannel("table")), people}
		game.Open(v.Options, people)
		all.games = append(all.games, game)
	}
	all.Settle()
	return all
}

// each does something in all games at once.
func (m *manyGames) each(do func(g oneGame)) {
	var all sync.WaitGroup
	for _, g := range m.games {
		all.Go(func() { do(g) })
	}
	all.Wait()
}

// takeTurns has every player who was pinged play a turn, or as much of it as there is time for.
func (g oneGame) takeTurns() {
	for _, p := range g.people {
		if !p.Inbox.TakePing() && !harness.IsPlanned(p, g.Channel) {
			continue
		}
		over, cancel := context.WithTimeout(context.Background(), g.turnTime())
		p.Over = over.Done()
		if err := p.TakeTurn(g.Channel); err != nil && !errors.Is(err, harness.ErrOver) {
			g.Errorf("%s's turn: %v", p.Name, err)
		} else if err := harness.MayPlan(p, g.Channel); err != nil {
			g.Errorf("%s's plan: %v", p.Name, err)
		}
		if over.Err() != nil {
			p.Inbox.PutBack() // there is more to do
		}
		p.Over = nil
		cancel()
	}
}

// turnTime returns how long a turn may take. It is short where players go on until the round ends.
func (g oneGame) turnTime() time.Duration {
	if g.Script.Live {
		return harness.Slowness * 300 * time.Millisecond
	}
	return harness.Slowness * 2 * time.Second
}

// check checks that each game has announced everything once, in order, and did what its players
// were told.
func (m *manyGames) check() {
	m.Helper()
	m.Settle()
	require.Empty(m, m.BotLog.Errors())
	for _, g := range m.games {
		header, log, err := m.Store.Table(context.Background(), g.ID())
		require.NoError(m, err)
		g.CheckAnnouncedOnce(log[:header.Announced])
		g.CheckPlans(log)
		for _, p := range g.people {
			p.Acks.Check(log)
		}
	}
}

// deleteLiveMessages deletes the messages of live games. After an hour they are too old to be
// changed: the bot posts new ones that tell the same, which would then be announced twice.
func (m *manyGames) deleteLiveMessages(moderator *harness.Player) {
	m.Helper()
	for _, g := range m.games {
		if g.Script.Live {
			require.NoError(m, moderator.Delete(g.Channel.Last()))
		}
	}
}
