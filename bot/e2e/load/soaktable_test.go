package load_test

import (
	"errors"
	"slices"
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
	people  []*soakPlayer
	figures *figures
	returns *atomic.Int64
	cast    cast
	// options are those of /game new.
	options localdiscord.Args
	// began is when the soak began.
	began time.Time
	// seeded says that the first game is in the store before the program starts.
	seeded bool
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
		err := t.prepare(over)
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

// prepare readies the players, and opens a table unless a seeded one waits for them.
func (t *soakTable) prepare(over <-chan struct{}) error {
	for _, p := range t.people {
		p.Over = over
		p.Inbox.TakeAll()
	}
	if !t.seeded {
		return t.open(over)
	}
	t.seeded = false
	return t.retry(over, func() (bool, error) { return t.begun(), nil })
}

// open opens a table and starts its game, and tries again until that works. The game has started
// when a message has a button for a turn.
func (t *soakTable) open(over <-chan struct{}) error {
	host := t.people[0]
	if err := t.retry(over, func() (bool, error) {
		_, err := host.Command(t.Channel, "game new", t.options)
		return err == nil, err // refused if it was opened before and only the answer was lost
	}); err != nil {
		return err
	}
	for _, p := range t.people[1:] {
		if err := t.retry(over, func() (bool, error) { return t.join(p) }); err != nil {
			return err
		}
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

func (t *soakTable) join(p *soakPlayer) (done bool, err error) {
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

// begun reports whether the game has started, and notes the channel's first message.
func (t *soakTable) begun() bool {
	if t.first == "" {
		if all := t.Channel.Messages(); len(all) > 0 {
			t.first = all[0].ID
		}
	}
	return t.newest() != nil
}

// newest returns the newest message about a turn or a round of the game, nil if the game is over or
// has not begun.
func (t *soakTable) newest() *localdiscord.Message {
	messages := t.Channel.Messages()
	for _, m := range slices.Backward(messages) {
		if harness.EndsGame(m) || harness.Button(m, t.Words.T("bot.button.join", nil)) != nil {
			return nil
		}
		for _, key := range []string{"bot.button.turn", "bot.button.ready"} {
			if harness.Button(m, t.Words.T(key, nil)) != nil {
				return m
			}
		}
	}
	return nil
}

// playGame has all players play until the game is won, or over is closed.
func (t *soakTable) playGame(over <-chan struct{}) error {
	stop := make(chan struct{})
	errs := make(chan error, len(t.people))
	var all sync.WaitGroup
	for _, p := range t.people {
		all.Go(func() {
			if err := p.play(stop); err != nil {
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
