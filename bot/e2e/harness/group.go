package harness

import (
	"errors"
	"slices"
	"strings"
	"time"

	"amytis/bot/localdiscord"
)

// Group is people who play one game after another in a channel, whatever happens to the bot.
type Group struct {
	*Table
	// Options for "/game new".
	Options localdiscord.Args
	People  []*Player
	// Failed, if not nil, is called with what went wrong for a player who goes on.
	Failed func(p *Player, err error)
}

// NewGroup makes a group in the i-th of several guilds. Guilds and players speak all languages.
// Half of the players use panels, all where another process has the store.
func (e *Env) NewGroup(guild *localdiscord.Guild, i int, seed uint64, v *Variant, players int) *Group {
	locale := Locale(i)
	env := e.InGuild(guild, locale, v, seed)
	g := &Group{Table: env.At(guild.AddChannel(v.Name)), Options: v.Options}
	for n, name := range playerNames[:players] {
		p := env.NewPlayer(name, Locale(int(seed)+n))
		p.ByPanel = e.Store == nil || (int(seed)+n)%2 == 0
		p.Patient = true
		g.People = append(g.People, p)
	}
	return g
}

// Play has a player of the group play until over is closed: take a turn when pinged or named, and
// open, join or start games. beside, if not nil, is called before each look with the newest message
// about a turn, or nil; where it says busy, the player does nothing else this time.
func (g *Group) Play(p *Player, over <-chan struct{}, beside func(*localdiscord.Message) (busy bool, err error)) {
	p.Over = over
	defer func() { p.Over = nil }()
	seen := ""
	again := time.Now() // at the first look everybody is bored
	for {
		if endsWithin(g.Pace.LookEvery(), over) {
			return
		}
		m := g.Newest()
		bored := time.Now().After(again)
		if beside != nil {
			busy, err := beside(m)
			if g.report(p, err); busy || err != nil {
				continue
			}
		}
		now := g.known(m)
		if !p.Inbox.Pending() && (m != nil && !g.Names(m, p) || now == seen && !bored) {
			continue
		}
		p.Inbox.TakeAll()
		wait := looksAgain * g.Pace.LookEvery()
		if m != nil {
			g.report(p, p.TakeTurn(g.Channel))
		} else {
			err := g.gather(p)
			if g.report(p, err); errors.Is(err, ErrFailed) {
				wait = 0 // who reads that the bot has failed tries again
			}
		}
		seen = now
		again = time.Now().Add(wait)
	}
}

// looksAgain is after how many looks a player acts on the same message again.
const looksAgain = 40

// report leaves out what passes: a failure for a moment, a message just changed, a game just over.
func (g *Group) report(p *Player, err error) {
	if err != nil && g.Failed != nil && !errors.Is(err, ErrFailed) && !errors.Is(err, ErrOver) && !notOffered(err) {
		g.Failed(p, err)
	}
}

// known is what a player has seen: the newest message about a turn, or the lobby.
func (g *Group) known(m *localdiscord.Message) string {
	if m != nil {
		return m.ID
	}
	if lobby := g.lobby(); lobby != nil {
		return lobby.Text()
	}
	return ""
}

// gather has a player open, join or start a game, as far as that is possible now.
func (g *Group) gather(p *Player) error {
	lobby := g.lobby()
	if lobby == nil {
		_, err := p.Command(g.Channel, "game new", g.Options)
		return err
	}
	isIn := func(p *Player) bool { return strings.Contains(lobby.Text(), "• "+p.Name) }
	isOut := func(p *Player) bool { return !isIn(p) }
	command, button := "game join", g.Words.Say("bot.button.join")
	switch {
	case !slices.ContainsFunc(g.People, isOut):
		command, button = "game start", g.Words.Say("bot.button.start")
	case isIn(p):
		return nil // the others are still to join
	}
	var err error
	if p.rand.chance(0.5) {
		_, err = p.Click(lobby, button)
	} else {
		_, err = p.Command(g.Channel, command, nil)
	}
	return err
}

// lobby returns the newest message with a button to join, or nil. Answers may stand below it.
func (g *Group) lobby() *localdiscord.Message {
	return newestWith(g.Channel, g.Words.Say("bot.button.join"))
}

// Newest returns the newest message about a turn or a round, nil outside a game.
func (g *Group) Newest() *localdiscord.Message {
	for _, m := range slices.Backward(g.Channel.Messages()) {
		switch {
		case EndsGame(m), Button(m, g.Words.Say("bot.button.join")) != nil:
			return nil
		case Button(m, g.Words.Say("bot.button.turn")) != nil, Button(m, g.Words.Say("bot.button.ready")) != nil:
			return m
		}
	}
	return nil
}

// Names reports whether a message says that it is a player's turn.
func (g *Group) Names(m *localdiscord.Message, p *Player) bool {
	first := FirstLine(m.Content)
	return strings.Contains(first, "**"+p.Name+"**") || strings.Contains(first, p.Mention())
}
