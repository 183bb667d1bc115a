package harness

import (
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

const gameTime = 9 * time.Minute

// PlayToEnd has everybody play at once, each when pinged.
func (t *Table) PlayToEnd(people []*Player) {
	t.Helper()
	hangs := false
	defer func() { // after all players have stopped
		if hangs {
			t.logState(people)
			t.giveUp("the game ends")
		}
	}()
	over := make(chan struct{})
	errs := make(chan error, len(people))
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() { errs <- p.Play(t.Channel, over) })
	}
	finished := make(chan struct{})
	go func() { all.Wait(); close(finished) }()
	defer func() { <-finished }()
	defer close(over)
	for end := time.Now().Add(gameTime); !t.Won(); time.Sleep(2 * time.Millisecond) {
		select {
		case err := <-errs:
			require.NoError(t, err)
			require.FailNow(t, "a player has stopped before the end")
		default:
			if hangs = time.Now().After(end); hangs {
				return
			}
		}
	}
}

// PlayAgainstComputers has a person play to the end by buttons and menus, without being called.
func (t *Table) PlayAgainstComputers(p *Player) {
	t.Helper()
	p.ByPanel, p.Patient, p.Retries, p.uncalled = true, true, 20, true
	t.PlayToEnd([]*Player{p})
}

func (t *Table) logState(people []*Player) {
	messages := t.Channel.Messages()
	for _, m := range messages[max(0, len(messages)-3):] {
		t.Log(m.Text(), "\nbuttons:", len(m.Controls()))
	}
	for _, p := range people {
		acks := p.Acks.List
		t.Log(p.Name, p.ID, "pings", len(p.Pings()), "answered", p.Inbox.Taken(), "last actions",
			acks[max(0, len(acks)-4):])
	}
}

func (t *Table) Won() bool {
	last := t.Channel.Last()
	return last != nil && EndsGame(last)
}

// Resign ends a game of two, and returns the message that announces the end.
func (t *Table) Resign(loser *Player) *localdiscord.Message {
	t.Helper()
	loser.MustClick(loser.MustCommand(t.Channel, "game resign", nil), loser.T("bot.button.resign"))
	t.Settle()
	require.True(t, t.Won(), "%s's resignation ends the game", loser.Name)
	return t.Channel.Last()
}
