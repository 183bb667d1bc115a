package probe

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/rest"
)

type Guild struct {
	ID, Name string
	// Permissions are the bot's in the server, which channels can change.
	Permissions int64
}

type Channel struct {
	ID, Name    string
	IsThread    bool
	Permissions int64
}

func (p *Probe) Guilds(ctx context.Context) (all []Guild, err error) {
	const page = 200
	for after := "0"; ; {
		var some []discordgo.UserGuild
		q := rest.To(http.MethodGet, "/users/@me/guilds")
		q.Query = "limit=200&after=" + after
		if err := p.get(ctx, q, &some); err != nil {
			return nil, err
		}
		for _, g := range some {
			all = append(all, Guild{g.ID, g.Name, g.Permissions})
			after = g.ID
		}
		if len(some) < page {
			return all, nil
		}
	}
}

// Places tells what the bot may do in the channels of a server.
type Places struct {
	probe *Probe
	rooms *discord.Rooms
	roles []string
	// TimedOut says that the bot is in a timeout, in which it can post nowhere.
	TimedOut bool
}

func (p *Probe) Places(ctx context.Context, g Guild) (*Places, error) {
	if p.botID == "" {
		var me rest.Object
		if err := p.get(ctx, rest.To(http.MethodGet, "/users/@me"), &me); err != nil {
			return nil, err
		}
		p.botID = me.ID
	}
	var m discordgo.Member
	if err := p.get(ctx, rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", g.ID, p.botID), &m); err != nil {
		return nil, err
	}
	rooms, err := discord.RoomsOf(ctx, p.rest, g.ID)
	until := m.CommunicationDisabledUntil
	return &Places{probe: p, rooms: rooms, roles: m.Roles, TimedOut: until != nil && time.Now().Before(*until)}, err
}

// Channel returns a channel or thread. One that is gone is as one that the bot cannot see, without
// a name and permissions: Discord may not tell them apart.
func (p *Places) Channel(ctx context.Context, id string) (Channel, error) {
	var c discordgo.Channel
	err := p.probe.get(ctx, rest.To(http.MethodGet, "/channels/{channel}", id), &c)
	if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrChannelGone) {
		return Channel{ID: id}, nil
	}
	rules := id
	if c.IsThread() {
		rules = c.ParentID
	}
	may := p.rooms.Permissions(p.probe.botID, p.roles, rules)
	return Channel{ID: id, Name: c.Name, IsThread: c.IsThread(), Permissions: may}, err
}

// CanUse reports whether the bot has all these permissions in at least one text channel.
func (p *Places) CanUse(permissions int64) bool {
	return p.rooms.CanUseText(p.probe.botID, p.roles, permissions)
}
