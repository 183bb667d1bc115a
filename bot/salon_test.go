package bot_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// salon is a house in which a game of each kind is played.
type salon struct {
	*house
	tables []salonTable
}

// salonTable is one of its tables, in a channel of its own.
type salonTable struct {
	*house  // with the game of the table
	people  []*person
	channel *localdiscord.Channel
}

// newSalon opens the tables. All are patient, and half play by presses.
func newSalon(t *testing.T, s setup) *salon {
	t.Helper()
	all := &salon{house: build(t, s)}
	for _, kind := range []soakKind{soakTurns, soakBabel, soakTogether, soakTactical, soakQuick} {
		h := all.beside(kind.game)
		people := h.people("en-US", kind.players)
		for n, p := range people {
			p.byPress = n%2 == 0
			p.patient, p.stubborn = true, soakStubborn
		}
		ch := h.guild.AddChannel("table")
		h.open(ch, kind.options, people)
		all.tables = append(all.tables, salonTable{h, people, ch})
	}
	all.settle()
	return all
}

// beside is the same house, for another game.
func (h *house) beside(game *pastime) *house {
	return &house{
		TB: h.TB, discord: h.discord, guild: h.guild, words: h.words, game: game, db: h.db, log: h.log,
		rand: rand.New(rand.NewPCG(h.rand.Uint64(), 1)),
	}
}

// each does something at all tables at once.
func (s *salon) each(do func(t salonTable)) {
	var all sync.WaitGroup
	for _, t := range s.tables {
		all.Go(func() { do(t) })
	}
	all.Wait()
}

// oneTurn has whoever is pinged play a turn, or as much of it as there is time for.
func (t salonTable) oneTurn() {
	for _, p := range t.people {
		if len(p.Pings()) == p.pinged {
			continue
		}
		over, cancel := context.WithTimeout(context.Background(), t.turnTime())
		p.over = over.Done()
		p.pinged++
		if err := p.turn(t.channel, p.over); err != nil && !errors.Is(err, errLeft) {
			t.Errorf("%s's turn: %v", p.Name, err)
		}
		if over.Err() != nil {
			p.pinged-- // there is more to do
		}
		p.over = nil
		cancel()
	}
}

// turnTime is short where one goes on until a round is over.
func (t salonTable) turnTime() time.Duration {
	if t.game.live {
		return slowness * 300 * time.Millisecond
	}
	return slowness * 2 * time.Second
}

// verdict holds each table to having told everything once, in order.
func (s *salon) verdict() {
	s.Helper()
	s.settle()
	require.Empty(s, s.log.faults())
	for _, t := range s.tables {
		header, log, err := s.db.Table(context.Background(), s.tableIn(t.channel))
		require.NoError(s, err)
		t.toldOnce(t.channel, log[:header.Announced])
		for _, p := range t.people {
			t.acknowledgedIsThere(p, log)
		}
	}
}

// forgetOld deletes the message of a live game: one that is too old to be changed
// is replaced by one that tells the same.
func (s *salon) forgetOld(moderator *person) {
	s.Helper()
	for _, t := range s.tables {
		if t.game.live {
			require.NoError(s, moderator.Delete(t.channel.Last()))
		}
	}
}
