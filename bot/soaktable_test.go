package bot_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"amytis/bot/localdiscord"
)

// soakKind is a way to play a game.
type soakKind struct {
	name    string
	game    *pastime
	options localdiscord.Args
	// players is the least number of them, more how many other numbers there are.
	players, more int
}

// The ways in which the games are played.
var (
	soakTurns    = soakKind{"gardens in turns", gardensPastime, localdiscord.Args{"build": "turns"}, 2, 3}
	soakTogether = soakKind{"gardens together", gardensPastime, localdiscord.Args{"build": "together"}, 2, 3}
	soakBabel    = soakKind{"babel", babelPastime, babelGame, 2, 1}
	soakTactical = soakKind{"towers", towersPastime, towersGame, 3, 3}
	soakQuick    = soakKind{"quick towers", quickPastime, quickGame, 3, 2}
)

// soakKinds are played at so many tables each as they are listed.
var soakKinds = []soakKind{
	soakTurns, soakBabel, soakTogether, soakTactical, soakQuick, soakTurns, soakBabel, soakTogether, soakTactical, soakBabel,
}

// soakTable is a table at which one game after another is played.
type soakTable struct {
	*house
	soakKind
	channel *localdiscord.Channel
	people  []*person
	figures *soakFigures
	// first is the channel's first message.
	first string
	// active is when somebody was last answered, in Unix ns.
	active atomic.Int64
}

func (t *soakTable) answered(in *localdiscord.Interaction, sorry bool, at time.Time) {
	t.active.Store(at.UnixNano())
	t.figures.answered(in, sorry, at)
}

// playOn plays until all is over. What a player cannot cope with fails the test.
func (t *soakTable) playOn(over <-chan struct{}) {
	for {
		err := t.open(over)
		if err == nil {
			err = t.playOut(over)
		}
		switch {
		case errors.Is(err, errLeft):
			return
		case err != nil:
			t.Errorf("%s in %s: %v", t.name, t.channel.ID, err)
			return
		}
		t.figures.ended(t.name)
	}
}

// open opens a table and starts its game, however often that takes. It is open
// when somebody is pinged.
func (t *soakTable) open(over <-chan struct{}) error {
	for _, p := range t.people {
		p.over = over
		p.ForgetPings()
		p.pinged = 0
	}
	host := t.people[0]
	if err := t.insist(over, func() (bool, error) {
		_, err := host.slash(t.channel, "game new", t.options)
		return err == nil, err // refused where it was opened before, and only the answer lost
	}); err != nil {
		return err
	}
	for _, p := range t.people[1:] {
		if err := t.insist(over, func() (bool, error) { return t.join(p) }); err != nil {
			return err
		}
	}
	if t.first == "" {
		t.first = t.channel.Messages()[0].ID
	}
	return t.insist(over, func() (bool, error) {
		if t.begun() {
			return true, nil
		}
		lobby := t.lobby()
		if lobby == nil {
			return false, nil
		}
		_, err := host.press(lobby, t.words.T("bot.button.start", nil))
		return false, err
	})
}

// insist does something again until it is done.
func (t *soakTable) insist(over <-chan struct{}, do func() (done bool, err error)) error {
	for {
		done, err := do()
		var refused *localdiscord.RefusedError
		if done || err != nil && !errors.Is(err, errFailed) && !errors.As(err, &refused) {
			return err
		}
		select {
		case <-over:
			return errLeft
		case <-time.After(t.pace.glance()):
		}
	}
}

func (t *soakTable) join(p *person) (done bool, err error) {
	lobby := t.lobby()
	if lobby == nil {
		return false, nil
	}
	_, err = p.press(lobby, t.words.T("bot.button.join", nil))
	return err == nil, err
}

// lobby is the newest message that one can join by; nil if there is none.
func (t *soakTable) lobby() *localdiscord.Message {
	last := t.channel.Last()
	if last == nil || button(last, t.words.T("bot.button.join", nil)) == nil {
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

// playOut has everybody play until the game is won, or all is over.
func (t *soakTable) playOut(over <-chan struct{}) error {
	stop := make(chan struct{})
	errs := make(chan error, len(t.people))
	var all sync.WaitGroup
	for _, p := range t.people {
		all.Go(func() {
			if err := p.play(t.channel, stop); err != nil {
				errs <- err
			}
		})
	}
	err := t.watch(over, errs)
	close(stop)
	all.Wait()
	return err
}

// watch waits until the game is won; an error tells what came before.
func (t *soakTable) watch(over <-chan struct{}, errs <-chan error) error {
	for !t.won(t.channel) {
		select {
		case <-over:
			return errLeft
		case err := <-errs:
			return err
		case <-time.After(t.pace.glance()):
		}
	}
	return nil
}
