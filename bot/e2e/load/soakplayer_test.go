package load_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"time"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// soakPlayer is a player with wishes, who changes some of them while playing.
type soakPlayer struct {
	*harness.Player
	table *soakTable
	rand  *rand.Rand
	wish  wish
	// silences are when the player must not be pinged.
	silences []silence
	// sum is when the player gets the next daily list.
	sum time.Time
	// plans are what the player does beside the turns, the earliest first.
	plans []plan
	// absent players do not even look at the game.
	absent bool
	// waits says that the player misses a turn first, whose limit runs out when it is due. With
	// stoodInCast it lasts until the player has come back.
	waits bool
	due   time.Time
	// returnAt is when the player ends the stand-in that they have asked for.
	returnAt time.Time
}

// plan is something that a player does once at a time. It is tried again until done is true.
type plan struct {
	at time.Time
	do func() (done bool, err error)
}

// part returns a time after a part of the soak, from low to high of 100.
func (p *soakPlayer) part(low, high int) time.Time {
	return p.table.began.Add(*soakTime * time.Duration(low+p.rand.IntN(high-low+1)) / 100)
}

// makePlans decides what a player does beside the turns.
func (p *soakPlayer) makePlans() {
	w := p.wish
	if p.table.cast == awayCast {
		p.absent = true
		p.plans = append(p.plans, plan{p.part(25, 25), p.comeBack})
		return
	}
	reachable, soon := !w.quiet && !w.away, p.sum.Before(p.table.began.Add(*soakTime/2))
	if p.table.cast == mixedCast && w.when == "daily" && reachable && soon {
		p.absent = true
		p.plans = append(p.plans, plan{p.sum.Add(5 * time.Second), p.wakeUp})
		return
	}
	chance := func(oneIn int) bool { return p.table.cast == mixedCast && p.rand.IntN(oneIn) == 0 }
	if w.away && chance(3) {
		p.absent = chance(2)
		p.plans = append(p.plans, plan{p.part(15, 35), p.comeBack})
	}
	if chance(4) {
		p.plans = append(p.plans, plan{p.part(36, 55), p.askForStandIn})
	}
	if w.quiet && chance(3) {
		p.plans = append(p.plans, plan{p.part(56, 60), p.end("quiet", "me quiet", localdiscord.Args{"off": true})})
	}
	if (w.when == "600" || w.when == "never") && chance(3) {
		atOnce := localdiscord.Args{"when": "at_once"}
		p.plans = append(p.plans, plan{p.part(61, 65), p.end("never", "me pings", atOnce)})
	}
	switch {
	case chance(8):
		p.plans = append(p.plans, plan{p.part(66, 70), p.begin("away", "me away", localdiscord.Args{"until": "3"})})
	case chance(8):
		never := localdiscord.Args{"when": "never"}
		p.plans = append(p.plans, plan{p.part(66, 70), p.begin("never", "me pings", never)})
	}
}

// comeBack ends an absence.
func (p *soakPlayer) comeBack() (bool, error) {
	done, err := p.end("away", "me back", nil)()
	p.absent = p.absent && !done
	return done, err
}

// wakeUp has the player look at the game again.
func (p *soakPlayer) wakeUp() (bool, error) {
	p.absent = false
	return true, nil
}

// end returns a plan that ends a silence by a command. The silence is over as soon as the bot may
// have read it.
func (p *soakPlayer) end(why, name string, args localdiscord.Args) func() (bool, error) {
	return func() (bool, error) {
		for i, s := range p.silences {
			if s.why == why && s.to.IsZero() {
				p.silences[i].to = time.Now()
			}
		}
		return p.tryCommand(name, args)
	}
}

// begin returns a plan that begins a silence by a command. The silence begins once the bot has
// answered.
func (p *soakPlayer) begin(why, name string, args localdiscord.Args) func() (bool, error) {
	return func() (bool, error) {
		done, err := p.tryCommand(name, args)
		if done {
			p.silences = append(p.silences, silence{why: why, from: time.Now()})
		}
		return done, err
	}
}

// tryCommand sends a command, and reports whether the bot has done it.
func (p *soakPlayer) tryCommand(name string, args localdiscord.Args) (bool, error) {
	answer, err := p.Command(p.table.Channel, name, args)
	switch {
	case errors.Is(err, harness.ErrFailed):
		return false, nil
	case err != nil:
		return false, err
	case answer.Content == p.T("bot.error.busy"):
		return false, nil
	case p.Refused(answer):
		return false, fmt.Errorf("/%s: %s", name, answer.Content)
	}
	return true, nil
}

// askForStandIn has a computer play for a while, unless the table refuses that.
func (p *soakPlayer) askForStandIn() (bool, error) {
	answer, err := p.Command(p.table.Channel, "game stand-in", nil)
	if errors.Is(err, harness.ErrFailed) {
		return false, nil
	}
	if err == nil && !p.Refused(answer) {
		p.returnAt = time.Now().Add(*soakTime / 20)
	}
	return true, err
}

// beside carries out the plans, and returns after a stand-in. An absent player does nothing else.
func (p *soakPlayer) beside(m *localdiscord.Message) (busy bool, err error) {
	if all := p.table.first.Load() == nil; all {
		if messages := p.table.Channel.Messages(); len(messages) > 0 {
			p.table.first.Store(&messages[0].ID)
		}
	}
	if len(p.plans) > 0 && time.Now().After(p.plans[0].at) {
		done, err := p.plans[0].do()
		if done {
			p.plans = p.plans[1:]
		}
		return true, err
	}
	switch {
	case m == nil:
		return false, nil
	case p.absent:
		return true, nil
	case p.isStoodIn(m):
		return true, p.comeBackFromStandIn(m)
	}
	return p.waits && (p.table.cast == stoodInCast || time.Now().Before(p.due)), nil
}

// isStoodIn reports whether the newest message of a table says that a computer plays for the
// player.
func (p *soakPlayer) isStoodIn(m *localdiscord.Message) bool {
	if harness.Button(m, p.table.Words.T("bot.button.return", nil)) == nil {
		return false
	}
	named := regexp.MustCompile(`🤖.*\b` + p.Name + `\b`)
	return named.MatchString(m.Content)
}

// comeBackFromStandIn returns by one press below the newest message, at once after a missed turn,
// and else when the player wants to.
func (p *soakPlayer) comeBackFromStandIn(m *localdiscord.Message) error {
	if time.Now().Before(p.returnAt) {
		return nil
	}
	_, err := p.Click(m, p.table.Words.T("bot.button.return", nil))
	var refused *localdiscord.RefusedError
	if errors.Is(err, harness.ErrFailed) || errors.As(err, &refused) {
		return nil // seen in the next message, or in the same one again
	}
	if err == nil {
		p.waits = false
		p.table.returns.Add(1)
	}
	return err
}
