package probe

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

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

// Places looks at the channels of a server that the bot sees.
type Places struct {
	probe    *Probe
	state    *discordgo.State
	channels []*discordgo.Channel
	// TimedOut says that the bot is in a timeout, in which it can post nowhere.
	TimedOut bool
}

func (p *Probe) Places(ctx context.Context, g Guild) (*Places, error) {
	if p.botID == "" {
		var me discordgo.User
		if err := p.get(ctx, rest.To(http.MethodGet, "/users/@me"), &me); err != nil {
			return nil, err
		}
		p.botID = me.ID
	}
	// What the roles of the bot allow in all channels is known as that of everybody.
	everyone := &discordgo.Role{ID: g.ID, Permissions: g.Permissions}
	guild := &discordgo.Guild{ID: g.ID, Roles: []*discordgo.Role{everyone}, Members: make([]*discordgo.Member, 1)}
	q := rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", g.ID, p.botID)
	if err := p.get(ctx, q, &guild.Members[0]); err != nil {
		return nil, err
	}
	guild.Members[0].GuildID = g.ID
	if err := p.get(ctx, rest.To(http.MethodGet, "/guilds/{guild}/channels", g.ID), &guild.Channels); err != nil {
		return nil, err
	}
	for _, c := range guild.Channels {
		c.GuildID = g.ID
	}
	found := &Places{probe: p, state: discordgo.NewState(), channels: guild.Channels}
	until := guild.Members[0].CommunicationDisabledUntil
	found.TimedOut = until != nil && time.Now().Before(*until)
	return found, found.state.GuildAdd(guild)
}

// Channel returns a channel or thread. One that is gone is as one that the bot cannot see, without
// a name and permissions: Discord may not tell them apart.
func (p *Places) Channel(ctx context.Context, id string) (Channel, error) {
	c, unlisted := p.state.Channel(id)
	if unlisted != nil {
		c = &discordgo.Channel{}
		err := p.probe.get(ctx, rest.To(http.MethodGet, "/channels/{channel}", id), c)
		if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrChannelGone) {
			return Channel{ID: id}, nil
		}
		if err != nil {
			return Channel{}, err
		}
	}
	return p.probed(c), nil
}

// CanUse reports whether the bot has all these permissions in at least one text channel.
func (p *Places) CanUse(permissions int64) bool {
	for _, c := range p.channels {
		if c.Type == discordgo.ChannelTypeGuildText && p.probed(c).Permissions&permissions == permissions {
			return true
		}
	}
	return false
}

// probed has no permissions in a thread whose channel Discord does not tell of.
func (p *Places) probed(c *discordgo.Channel) Channel {
	found := Channel{ID: c.ID, Name: c.Name, IsThread: c.IsThread()}
	rules := c.ID
	if found.IsThread {
		rules = c.ParentID
	}
	found.Permissions, _ = p.state.UserChannelPermissions(p.probe.botID, rules)
	return found
}
