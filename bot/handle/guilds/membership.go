package guilds

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
)

// Membership knows the servers that the bot is a member of. An application can be installed with
// its commands only. Then its interactions look as on any other server, but no session lists the
// server, and the bot cannot see or post anything there.
type Membership struct {
	guilds *discord.Guilds
	log    *slog.Logger
	now    func() time.Time

	mu sync.Mutex
	// absent has when Discord said that the bot is not on a server, zero for those that it is on.
	absent map[string]time.Time
}

const (
	// absentFor is how long OnlyCommands believes an absence, so that a flood of commands causes no
	// flood of requests. Join ends an absence at once.
	absentFor = time.Minute
	// memberTimeout leaves enough of the three seconds that Discord gives for an answer.
	memberTimeout = time.Second
)

func NewMembership(guilds *discord.Guilds, log *slog.Logger, now func() time.Time) *Membership {
	return &Membership{guilds: guilds, log: log, now: now, absent: map[string]time.Time{}}
}

func (m *Membership) Join(guilds ...*discordgo.Guild) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range guilds {
		m.absent[g.ID] = time.Time{}
	}
}

func (m *Membership) leave(guild string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.absent, guild)
}

// OnlyCommands reports whether a server has the bot's commands but not the bot. It asks Discord
// about a server without an event, since events can be late or lost. In doubt it returns false.
func (m *Membership) OnlyCommands(ctx context.Context, guild string) bool {
	m.mu.Lock()
	asked, known := m.absent[guild]
	m.mu.Unlock()
	if known && (asked.IsZero() || m.now().Sub(asked) < absentFor) {
		return !asked.IsZero()
	}
	ctx, cancel := context.WithTimeout(ctx, memberTimeout)
	defer cancel()
	member, err := m.guilds.OnGuild(ctx, guild)
	switch {
	case err != nil:
		m.log.Warn("asking whether the bot is on a server", slog.String("guild", guild), slog.Any("err", err))
		return false
	case member:
		m.Join(&discordgo.Guild{ID: guild})
		return false
	}
	m.mu.Lock()
	m.absent[guild] = m.now()
	m.mu.Unlock()
	m.log.Warn("a server has the commands but not the bot", slog.String("guild", guild))
	return true
}
