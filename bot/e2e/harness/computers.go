package harness

import (
	"strconv"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// OpenAgainst opens a table by command, and by buttons has people join, adds computers of levels,
// and starts the game.
func (t *Table) OpenAgainst(args localdiscord.Args, people []*Player, levels ...int) {
	t.Helper()
	host := people[0]
	opened := host.MustCommand(t.Channel, "game new", args)
	require.False(t, host.Refused(opened), opened.Content)
	add := t.Words.T("bot.button.add_computer", nil)
	t.Eventually("the lobby is there", func() bool {
		return t.Channel.Last() != nil && Button(t.Channel.Last(), add) != nil
	})
	lobby := t.Channel.Last()
	for _, p := range people[1:] {
		p.MustClick(lobby, t.Words.T("bot.button.join", nil))
	}
	menu := host.MustClick(lobby, add)
	for _, level := range levels {
		require.Len(t, menu.Controls(), 1, menu.Content)
		menu = host.MustChoose(menu, menu.Controls()[0].CustomID, strconv.Itoa(level))
	}
	t.Eventually("the game can be started", func() bool {
		_, err := host.Click(lobby, t.Words.T("bot.button.start", nil))
		return !notOffered(err)
	})
}

// PlayAgainstComputers has a person play to the end by buttons and menus, without being called.
func (t *Table) PlayAgainstComputers(p *Player) {
	t.Helper()
	p.ByPanel, p.Patient, p.Retries = true, true, 20
	over, stop := make(chan struct{}), make(chan struct{})
	p.Over = over
	var watching sync.WaitGroup
	watching.Go(func() { // the game may end while the person waits for a button
		for !t.Won() {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
		close(over)
	})
	defer func() {
		close(stop)
		watching.Wait()
		p.Over = nil
	}()
	for began := time.Now(); !t.Won(); time.Sleep(2 * time.Millisecond) {
		if time.Since(began) > gameTime {
			t.logState([]*Player{p})
			require.FailNow(t, "the game does not end")
		}
		if err := p.TakeTurn(t.Channel); err != nil && !t.Won() {
			require.NoError(t, err)
		}
	}
}
