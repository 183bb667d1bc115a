package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// tableOf is the newest table of a channel as the store has it.
func (h *house) tableOf(ch *localdiscord.Channel) *table.Table {
	h.Helper()
	_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
	require.NoError(h, err)
	t, err := table.Load(games.Rules, log)
	require.NoError(h, err)
	return t
}

// walk makes so many moves at a table, or fewer if the game is over before:
// random ones that the rules allow, by commands. What it does not need is that
// anybody is pinged or reads.
func (h *house) walk(ch *localdiscord.Channel, people []*person, seed uint64, moves int) error {
	r := rand.New(rand.NewPCG(seed, 3))
	t := h.tableOf(ch)
	for range moves {
		if t.Turn() == 0 {
			return nil
		}
		seats := t.Turn().Slice()
		seat := seats[r.IntN(len(seats))]
		sound := t.State.Sound(seat, nil)
		sub, args := commandOf(t.Game, sound[r.IntN(len(sound))])
		p := playerOf(people, t.Player(seat).User)
		m, err := p.slash(ch, t.Game.Info().Command+" "+sub, args)
		if err == nil && p.refused(m) {
			err = fmt.Errorf("%s %v: %s", sub, args, m.Content)
		}
		if err == nil {
			t, err = h.catchUp(ch, t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// catchUp adds to a channel's table what has happened since.
func (h *house) catchUp(ch *localdiscord.Channel, t *table.Table) (*table.Table, error) {
	_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
	if err != nil {
		return nil, err
	}
	for _, e := range log[t.Version:] {
		if t, err = t.Next(e); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func playerOf(people []*person, user table.UserID) *person {
	for _, p := range people {
		if p.ID == user.String() {
			return p
		}
	}
	return nil
}
