package load_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// soakTable is a table at which one game after another is played.
type soakTable struct {
	*harness.Table
	variant harness.Variant
	people  []*harness.Player
	figures *figures
	// first is the ID of the channel's first message.
	first string
	// active is when a player was last answered, in Unix ns.
	active atomic.Int64
}

func (t *soakTable) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	t.active.Store(at.UnixNano())
	t.figures.answered(in, apology, at)
}

// playGames plays until over is closed. An error of a player fails the test.
func (t *soakTable) playGames(over <-chan struct{}) {
	for {
		err := t.open(over)
		if err == nil {
			err = t.playGame(over)
		}
		switch {
		case errors.Is(err, harness.ErrOver):
			return
		case err != nil:
			t.Errorf("%s in %s: %v", t.variant.Name, t.Channel.ID, err)
			return
		}
		t.figures.ended(t.variant.Name)
	}
}

// open opens a table and starts its game, and tries again until that works. The game has started
// when a player is pinged.
func (t *soakTable) open(over <-chan struct{}) error {
	for _, p := range t.people {
		p.Over = over
		p.Inbox.Clear()
	}
	host := t.people[0]
	if err := t.retry(over, func() (bool, error) {
		_, err := host.Command(t.Channel, "game new", t.variant.Options)
		return err == nil, err // refused if it was opened before and only the answer was lost
	}); err != nil {
		return err
	}
	for _, p := range t.people[1:] {
		if err := t.retry(over, func() (bool, error) { return t.join(p) }); err != nil {
			return err
		}
	}
	if t.first == "" {
		t.first = t.Channel.Messages()[0].ID
	}
	return t.retry(over, func() (bool, error) {
		if t.begun() {
			return true, nil
		}
		lobby := t.lobby()
		if lobby == nil {
			return false, nil
		}
		_, err := host.Click(lobby, t.Words.T("bot.button.start", nil))
		return false, err
	})
}

// retry calls do until it is done.
func (t *soakTable) retry(over <-chan struct{}, do func() (done bool, err error)) error {
	for {
		done, err := do()
		var refused *localdiscord.RefusedError
		if done || err != nil && !errors.Is(err, harness.ErrFailed) && !errors.As(err, &refused) {
			return err
		}
		select {
		case <-over:
			return harness.ErrOver
		case <-time.After(t.Pace.LookEvery()):
		}
	}
}

func (t *soakTable) join(p *harness.Player) (done bool, err error) {
	lobby := t.lobby()
	if lobby == nil {
		return false, nil
	}
	_, err = p.Click(lobby, t.Words.T("bot.button.join", nil))
	return err == nil, err
}

// lobby returns the newest message if it has a button to join, or nil.
func (t *soakTable) lobby() *localdiscord.Message {
	last := t.Channel.Last()
	if last == nil || harness.Button(last, t.Words.T("bot.button.join", nil)) == nil {
		return nil
	}
	return last
}

func (t *soakTable) begun() bool {
	for _, p := range t.people {
		if len(p.Pings()) > 0 {
			return true
		}
	}
	return false
}

// playGame has all players play until the game is won, or over is closed.
func (t *soakTable) playGame(over <-chan struct{}) error {
	stop := make(chan struct{})
	errs := make(chan error, len(t.people))
	var all sync.WaitGroup
	for _, p := range t.people {
		all.Go(func() {
			if err := p.Play(t.Channel, stop); err != nil {
				errs <- err
			}
		})
	}
	err := t.watch(over, errs)
	close(stop)
	all.Wait()
	return err
}

// watch waits until the game is won. It returns early if over is closed or a player has an error.
func (t *soakTable) watch(over <-chan struct{}, errs <-chan error) error {
	for !t.Won() {
		select {
		case <-over:
			return harness.ErrOver
		case err := <-errs:
			return err
		case <-time.After(t.Pace.LookEvery()):
		}
	}
	return nil
}
