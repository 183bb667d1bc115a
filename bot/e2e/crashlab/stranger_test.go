package crashlab_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// stranger is a member of a guild who plays nowhere, and presses the buttons of tables that a
// restore has taken away.
type stranger struct {
	*harness.Player
	guild   *localdiscord.Guild
	chance  *rand.Rand
	stale   []staleButton
	presses atomic.Int64
}

// staleButton is a button of a table that is not in the store.
type staleButton struct {
	message  *localdiscord.Message
	customID string
}

func newStranger(l *lab, guild *localdiscord.Guild, i int) *stranger {
	env := l.InGuild(guild, harness.Locales[i], harness.Gardens, l.seed)
	return &stranger{Player: env.NewPlayer("Stranger", "en-US"), guild: guild,
		chance: rand.New(rand.NewPCG(l.seed, uint64(100+i)))}
}

// press presses stale buttons until over is closed.
func (s *stranger) press(over <-chan struct{}) {
	for ; !closed(over); time.Sleep(time.Duration(s.chance.IntN(100)) * time.Millisecond) {
		if len(s.stale) == 0 {
			continue
		}
		b := s.stale[s.chance.IntN(len(s.stale))]
		_, err := s.Wait(s.Press(context.Background(), b.message, b.customID))
		var refused *localdiscord.RefusedError
		if !errors.As(err, &refused) { // the button is still there
			s.presses.Add(1)
		}
	}
}

// maxStale is how many of the newest messages of a channel strangers look at.
const maxStale = 100

// findStale has the strangers look for the buttons of tables that a store does not have.
func (l *lab) findStale(now *content) {
	for _, s := range l.strangers {
		s.stale = nil
		for _, g := range l.groups {
			if g.Channel.GuildID != s.guild.ID {
				continue
			}
			messages := g.Channel.Messages()
			for _, m := range messages[max(0, len(messages)-maxStale):] {
				s.stale = append(s.stale, staleButtons(m, now)...)
			}
		}
	}
}

func staleButtons(m *localdiscord.Message, now *content) (all []staleButton) {
	for _, c := range m.Controls() {
		made, parsed := control.Parse(c.CustomID)
		if parsed && made.Table != 0 && !c.Disabled && len(c.Options) == 0 && now.games[made.Table] == nil {
			all = append(all, staleButton{m, c.CustomID})
		}
	}
	return all
}

// checkSeats checks that only people of the group have ever sat at its tables.
func (g *group) checkSeats(played []*game) {
	g.Helper()
	for _, one := range played {
		for _, user := range one.header.Players {
			require.NotNil(g, harness.PlayerOf(g.people, user), "%v sits at table %v in %s",
				user, one.id, g.variant.Name)
		}
		for _, e := range one.log {
			require.True(g, e.By == 0 || harness.PlayerOf(g.people, e.By) != nil,
				"%v has done something at table %v in %s: %+v", e.By, one.id, g.variant.Name, e)
		}
	}
}
