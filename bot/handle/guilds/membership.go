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
	// known has when Discord said that the bot is not on a server, and the zero time for a server
	// that it is on.
	known map[string]time.Time
}

const (
	// absentFor is how long OnlyCommands believes an absence, so that a flood of commands causes no
	// flood of requests. Join ends an absence at once.
	absentFor = time.Minute
	// memberTimeout leaves enough of the three seconds that Discord gives for an answer.
	memberTimeout = time.Second
)

func NewMembership(guilds *discord.Guilds, log *slog.Logger, now func() time.Time) *Membership {
	return &Membership{guilds: guilds, log: log, now: now, known: map[string]time.Time{}}
}

func (m *Membership) Join(guilds ...*discordgo.Guild) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range guilds {
		m.known[g.ID] = time.Time{}
	}
}

func (m *Membership) leave(guild string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.known, guild)
}

// OnlyCommands reports whether a server has the bot's commands but not the bot. It asks Discord
// about a server without an event, since events can be late or lost. In doubt it returns false.
func (m *Membership) OnlyCommands(ctx context.Context, guild string) bool {
	m.mu.Lock()
	at, found := m.known[guild]
	m.mu.Unlock()
	if found && (at.IsZero() || m.now().Sub(at) < absentFor) {
		return !at.IsZero()
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
	m.known[guild] = m.now()
	m.mu.Unlock()
	m.log.Warn("a server has the commands but not the bot", slog.String("guild", guild))
	return true
}
