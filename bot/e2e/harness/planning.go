package harness

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"amytis/bot/discord/control"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// planChance is how likely a player who plans does so after a turn.
const planChance = 0.2

// MayPlan has a player now and then try the next turn on a copy, have the bot play it, and drop
// that again. Whatever happens to the game meanwhile ends it.
func MayPlan(p *Player, ch *localdiscord.Channel) error {
	if !p.Plans || p.env.Variant.Live || !p.rand.chance(planChance) {
		return nil
	}
	err := planTurn(p, ch)
	if errors.Is(err, ErrFailed) || errors.Is(err, ErrOver) || errors.Is(err, errNoCopy) || notOffered(err) {
		return nil
	}
	return err
}

func planTurn(p *Player, ch *localdiscord.Channel) error {
	at, err := openCopy(p, ch)
	if err == nil {
		at, err = try(p, ch, at)
	}
	for _, press := range []struct {
		button string
		chance float64
	}{
		{"more", 1}, {"plan_add", 0.3}, {"more", 1}, {"plan_ask", 0.3}, {"plan_on", 0.8}, {"plan_back", 0.1}, {"plan_off", 0.1},
	} {
		label := p.T("bot.button." + press.button)
		if err != nil || Button(at, label) == nil || !p.rand.chance(press.chance) {
			continue
		}
		if at, err = p.Click(at, label); err == nil {
			at, err = try(p, ch, at)
		}
	}
	return err
}

// openCopy opens the copy by the panel or by the command.
func openCopy(p *Player, ch *localdiscord.Channel) (*localdiscord.Message, error) {
	newest := newestWith(ch, p.env.Words.Say("bot.button.turn"))
	if newest == nil || p.rand.chance(0.5) {
		return p.Command(ch, "game plan", nil)
	}
	panel, err := p.Click(newest, p.env.Words.Say("bot.button.turn"))
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"bot.button.plan_show", "bot.button.plan"} {
		if c := Button(panel, p.T(key)); c != nil {
			return p.clickID(panel, c.CustomID)
		}
	}
	return nil, errNoCopy
}

func try(p *Player, ch *localdiscord.Channel, at *localdiscord.Message) (*localdiscord.Message, error) {
	seen, err := p.Try(ch, at)
	return seen[len(seen)-1], err
}

// Try uses random controls of a copy until the turn tried there is whole. It returns each message
// on the way, the first one included.
func (p *Player) Try(ch *localdiscord.Channel, at *localdiscord.Message) ([]*localdiscord.Message, error) {
	return p.TryUntil(ch, at, func(m *localdiscord.Message) bool {
		return slices.ContainsFunc([]string{"whole", "unarmed", "waits"}, func(key string) bool {
			return strings.Contains(m.Content, p.T("bot.plan."+key))
		})
	})
}

// TryUntil is Try until a message is enough.
func (p *Player) TryUntil(
	ch *localdiscord.Channel, at *localdiscord.Message, enough func(*localdiscord.Message) bool,
) ([]*localdiscord.Message, error) {
	p.Acks.trying = true // nothing tried is ever in a log
	defer func() { p.Acks.trying = false }()
	seen := []*localdiscord.Message{at}
	t := &panelTurn{turn{p, ch}}
	for range 400 {
		menus, moves := PanelControls(at)
		var next *localdiscord.Message
		var err error
		switch {
		case p.isOver():
			err = ErrOver
		case enough(at):
			return seen, nil
		case !isCopy(at):
			err = errNoCopy
		case len(menus)+len(moves)+len(CursorButtons(at)) == 0 && Button(at, p.T("bot.button.back")) == nil:
			next, err = p.Click(at, p.T("bot.button.plan_back")) // the turn cannot end so
		default:
			next, _, err = t.step(at)
		}
		if err != nil || next == nil {
			return seen, err
		}
		at = next
		seen = append(seen, at)
	}
	return seen, fmt.Errorf("a turn of 400 steps")
}

// errNoCopy is what a player gets in place of a copy once the game has gone on.
var errNoCopy = errors.New("this is no copy")

// isCopy reports whether the controls of a panel are those of a copy.
func isCopy(m *localdiscord.Message) bool {
	return slices.ContainsFunc(m.Controls(), func(c localdiscord.Component) bool {
		at, ok := control.Parse(c.CustomID)
		return ok && at.Table>>61 != 0
	})
}

// planned reports whether a message tells that the bot plays a player's turn as planned.
func planned(p *Player, m *localdiscord.Message) bool {
	const when = "\x00"
	name := table.Player{User: p.UserID(), Name: p.Name}
	line, _, _ := strings.Cut(p.env.Words.Say("bot.plan.public", "Name", sentences.Name(p.env.Words, name), "When", when), when)
	return m != nil && strings.Contains(m.Content, line)
}

// IsPlanned reports whether the newest message about a turn tells that.
func IsPlanned(p *Player, ch *localdiscord.Channel) bool {
	return planned(p, newestWith(ch, p.env.Words.Say("bot.button.turn")))
}

// hasNoChoice reports once whether the newest message about a turn tells that the player's happens
// by itself. So nobody pings the player.
func hasNoChoice(p *Player, ch *localdiscord.Channel) bool {
	m := newestWith(ch, p.env.Words.Say("bot.button.turn"))
	if m == nil || m.ID == p.noChoice || !strings.Contains(m.Content, "\n⏩ "+p.Name+" ") {
		return false
	}
	p.noChoice = m.ID
	return true
}
