package driver

import (
	"time"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Guild is a handle on a guild ("server" to its members).
type Guild struct {
	driver *Driver
	ID     string
	Name   string
}

func (g *Guild) withGuild(do func(g *world.Guild)) {
	g.driver.state.WithWorld(func(w *world.World) { do(w.Guild(g.ID)) })
}

// AddChannel tells the bot by CHANNEL_CREATE. id may be given.
func (g *Guild) AddChannel(name string, id ...string) (added *Channel) {
	g.withGuild(func(guild *world.Guild) { added = g.driver.channel(guild.AddChannel(name, id...)) })
	return added
}

// AddForum tells the bot by CHANNEL_CREATE. Posts may need one of the tags.
func (g *Guild) AddForum(name string, needsTag bool, tags ...string) (added *Channel) {
	g.withGuild(func(guild *world.Guild) { added = g.driver.channel(guild.AddForum(name, needsTag, tags...)) })
	return added
}

// AddVoice adds a voice channel, and tells the bot by CHANNEL_CREATE.
func (g *Guild) AddVoice(name string) (added *Channel) {
	g.withGuild(func(guild *world.Guild) { added = g.driver.channel(guild.AddVoice(name)) })
	return added
}

// Join makes people members, with [wire.DefaultUserPermissions].
func (g *Guild) Join(users ...*User) {
	g.driver.state.WithWorld(func(w *world.World) {
		for _, u := range users {
			w.Guild(g.ID).Join(w.User(u.ID), wire.DefaultUserPermissions)
		}
	})
}

func (g *Guild) Leave(u *User) {
	g.withGuild(func(guild *world.Guild) { guild.Leave(u.ID) })
}

// SetPermissions sets exactly what a member may do in the guild. It panics if the user is not a
// member.
func (g *Guild) SetPermissions(u *User, p wire.Permissions) { g.setPermissions(u.ID, p) }

// SetBotPermissions sets exactly what the bot may do in the guild. It panics if the bot is not a
// member.
func (g *Guild) SetBotPermissions(p wire.Permissions) { g.setPermissions(g.driver.botID(), p) }

func (g *Guild) setPermissions(userID string, p wire.Permissions) {
	g.withGuild(func(guild *world.Guild) {
		if !guild.SetPermissions(userID, p) {
			panic("localdiscord: permissions for a user who is not a member of " + g.Name)
		}
	})
}

func (g *Guild) SetNick(u *User, nick string) {
	g.withGuild(func(guild *world.Guild) {
		if m := guild.Member(u.ID); m != nil {
			m.Nick = nick
		}
	})
}

// TimeOut has a member, also the bot, be in a timeout until a time. Nobody is told of its end.
func (g *Guild) TimeOut(userID string, until time.Time) {
	g.withGuild(func(guild *world.Guild) { guild.Member(userID).TimedOut = &until })
}

// RemoveBot kicks the bot, which is told by GUILD_DELETE.
func (g *Guild) RemoveBot() { g.withGuild(func(guild *world.Guild) { guild.RemoveBot() }) }

// AddBot invites the bot back, which is told by GUILD_CREATE.
func (g *Guild) AddBot(p wire.Permissions) {
	g.withGuild(func(guild *world.Guild) { guild.AddBot(p) })
}

// TellOutage tells the bot of an outage by GUILD_DELETE, and of its end by GUILD_CREATE.
func (g *Guild) TellOutage(begins bool) {
	g.withGuild(func(guild *world.Guild) { guild.TellOutage(begins) })
}

// KeepCommands installs the commands without the bot, which was removed: with the scope
// applications.commands but without the scope bot.
func (g *Guild) KeepCommands() { g.withGuild(func(guild *world.Guild) { guild.HasCommands = true }) }

type Role struct {
	guild *Guild
	ID    string
}

// AddRole adds a role without permissions, and tells the bot by GUILD_ROLE_CREATE.
func (g *Guild) AddRole(name string) (added *Role) {
	g.withGuild(func(guild *world.Guild) { added = &Role{g, guild.AddRole(name)} })
	return added
}

// RoleNames returns the names of the roles, by id.
func (g *Guild) RoleNames() map[string]string {
	names := map[string]string{}
	g.withGuild(func(guild *world.Guild) {
		for _, r := range guild.Roles() {
			names[r.ID] = r.Name
		}
	})
	return names
}
