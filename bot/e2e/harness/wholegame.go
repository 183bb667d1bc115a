package harness

import (
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

const gameTime = 9 * time.Minute

// PlayToEnd has everybody play at once, each when pinged.
func (t *Table) PlayToEnd(people []*Player) {
	over, stopped := make(chan struct{}), make(chan error, len(people))
	for _, p := range people {
		go func() { stopped <- p.Play(t.Channel, over) }()
	}
	playing := len(people)
	var err error
	for end := time.Now().Add(gameTime); !t.Won() && playing == len(people) && time.Now().Before(end); {
		select {
		case err = <-stopped:
			playing--
		case <-time.After(2 * time.Millisecond):
		}
	}
	close(over)
	for range playing {
		<-stopped
	}
	require.NoError(t, err)
	if !t.Won() {
		t.logState(people)
		t.giveUp("the game ends")
	}
}

// PlayAgainstComputers has a person play to the end by buttons and menus, without being called.
func (t *Table) PlayAgainstComputers(p *Player) {
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
		t.Log(p.Name, p.ID, "pings", len(p.Pings()), "answered", p.Inbox.taken, "last actions",
			acks[max(0, len(acks)-4):])
	}
}

func (t *Table) Won() bool {
	last := t.Channel.Last()
	return last != nil && EndsGame(last)
}

// Resign ends a game of two, and returns the message that announces the end.
func (t *Table) Resign(loser *Player) *localdiscord.Message {
	loser.MustClick(loser.MustCommand(t.Channel, "game resign", nil), loser.T("bot.button.resign"))
	t.Settle()
	require.True(t, t.Won(), "%s's resignation ends the game", loser.Name)
	return t.Channel.Last()
}
