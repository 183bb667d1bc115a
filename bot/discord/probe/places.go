package probe

import (
	"context"
	"errors"
	"net/http"

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

// Places looks at the channels of a server, also those that the bot cannot see, if Discord tells of
// them.
type Places struct {
	probe    *Probe
	guild    Guild
	bot      *discordgo.Member
	channels map[string]*discordgo.Channel
}

func (p *Probe) Places(ctx context.Context, g Guild) (*Places, error) {
	if p.botID == "" {
		var me discordgo.User
		if err := p.get(ctx, rest.To(http.MethodGet, "/users/@me"), &me); err != nil {
			return nil, err
		}
		p.botID = me.ID
	}
	found := &Places{probe: p, guild: g, channels: map[string]*discordgo.Channel{}}
	q := rest.To(http.MethodGet, "/guilds/{guild}/members/{user}", g.ID, p.botID)
	if err := p.get(ctx, q, &found.bot); err != nil {
		return nil, err
	}
	var list []*discordgo.Channel
	if err := p.get(ctx, rest.To(http.MethodGet, "/guilds/{guild}/channels", g.ID), &list); err != nil {
		return nil, err
	}
	for _, c := range list {
		found.channels[c.ID] = c
	}
	return found, nil
}

// Channel returns a channel or thread. The error is an [ErrGone] if there is none.
func (p *Places) Channel(ctx context.Context, id string) (Channel, error) {
	c := p.channels[id]
	if c == nil {
		err := p.probe.get(ctx, rest.To(http.MethodGet, "/channels/{channel}", id), &c)
		if errors.Is(err, rest.ErrForbidden) {
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

func (p *Places) probed(c *discordgo.Channel) Channel {
	found := Channel{ID: c.ID, Name: c.Name, IsThread: c.IsThread()}
	rules := c
	if found.IsThread {
		if rules = p.channels[c.ParentID]; rules == nil {
			rules = &discordgo.Channel{}
		}
	}
	found.Permissions = p.permissions(rules)
	return found
}

// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func (p *Places) permissions(c *discordgo.Channel) int64 {
	has := p.guild.Permissions
	if has&discordgo.PermissionAdministrator != 0 {
		return discordgo.PermissionAll | discord.InstallPermissions
	}
	var allow, deny int64
	mine := map[string]bool{}
	for _, role := range p.bot.Roles {
		mine[role] = true
	}
	var member *discordgo.PermissionOverwrite
	for _, o := range c.PermissionOverwrites {
		switch {
		case o.ID == p.guild.ID:
			has = has&^o.Deny | o.Allow
		case o.ID == p.probe.botID:
			member = o
		case mine[o.ID]:
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	has = has&^deny | allow
	if member != nil {
		has = has&^member.Deny | member.Allow
	}
	if has&discordgo.PermissionViewChannel == 0 {
		return 0
	}
	return has
}
