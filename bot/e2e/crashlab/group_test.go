package crashlab_test

import (
	"context"
	"math/rand/v2"
	"time"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/text"
)

// group is players who play one game after another in their channel.
type group struct {
	*harness.Table
	variant harness.Variant
	people  []*harness.Player
	// seed is where the chance of the next round begins.
	seed uint64
	// before are the IDs of the messages that are older than the round.
	before map[string]bool
	// lost are the IDs of the messages that are older than the last restore.
	lost map[string]bool
}

// newGroup makes the j-th group, in the i-th guild.
func newGroup(l *lab, guild *localdiscord.Guild, i, j int) *group {
	variant := labVariants[j]
	env := l.InGuild(guild, harness.Locales[i], variant.Script, l.seed+uint64(j))
	g := &group{Table: env.At(guild.AddChannel(variant.Name)), variant: variant, seed: l.seed << 8}
	g.people = env.NewPlayers(harness.Locales[i], variant.MinPlayers)
	for n, p := range g.people {
		p.SetLocale(harness.Locales[(i+n)%len(harness.Locales)])
		p.Words = text.For(p.Locale())
		p.ByPanel = (j+n)%2 == 0
		p.Patient = true
	}
	return g
}

// The times of players.
const (
	// turnTime is when a player gives up a turn that does not end, to look at the game anew.
	turnTime = 3 * time.Second
	// boredom is the most that a player waits for a ping before a look at the game.
	boredom = 800 * time.Millisecond
	look    = 5 * time.Millisecond
)

// resignChance is how likely a player resigns after a turn.
const resignChance = 0.01

// play has a player of the group play until over is closed. Errors do not matter here: the oracle
// judges by what the player was told.
func (g *group) play(p *harness.Player, over <-chan struct{}) {
	g.seed++
	r := rand.New(rand.NewPCG(g.seed, harness.Snowflake(p.ID)))
	bored := time.Now()
	for !closed(over) {
		if !p.Inbox.Take() && time.Now().Before(bored) {
			time.Sleep(look)
			continue
		}
		g.act(p, r, over)
		bored = time.Now().Add(time.Duration(r.Int64N(int64(boredom))))
	}
}

// act has a player take a turn if there is one, and otherwise see to it that a game is played.
func (g *group) act(p *harness.Player, r *rand.Rand, over <-chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), turnTime)
	defer cancel()
	go func() {
		select {
		case <-over:
			cancel()
		case <-ctx.Done():
		}
	}()
	p.Over = ctx.Done()
	before := p.Acks.Len()
	_ = p.TakeTurn(g.Channel)
	p.Over = over
	switch {
	case p.Acks.Len() == before:
		g.gather(p, r)
	case r.Float64() < resignChance:
		if m, err := p.Command(g.Channel, "game resign", nil); err == nil {
			_, _ = p.Click(m, p.T("bot.button.resign"))
		}
	}
}

// gather opens, joins and starts a game, as far as that is possible now.
func (g *group) gather(p *harness.Player, r *rand.Rand) {
	_, _ = p.Command(g.Channel, "game new", g.variant.Options)
	if last := g.Channel.Last(); last != nil && r.IntN(2) == 0 {
		_, _ = p.Click(last, g.Words.T("bot.button.join", nil))
		_, _ = p.Click(last, g.Words.T("bot.button.start", nil))
		return
	}
	_, _ = p.Command(g.Channel, "game join", nil)
	_, _ = p.Command(g.Channel, "game start", nil)
}

// closed reports whether a channel is closed.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
