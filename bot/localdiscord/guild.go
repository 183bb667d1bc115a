package localdiscord

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
	g.driver.state.WithWorld(func(w *world.World) { do(w.Guilds[g.ID]) })
}

// AddChannel tells the bot by CHANNEL_CREATE. id may be given.
func (g *Guild) AddChannel(name string, id ...string) *Channel {
	return g.add(&world.Channel{Name: name, Kind: wire.ChannelText}, id...)
}

// AddForum tells the bot by CHANNEL_CREATE. Posts may need one of the tags.
func (g *Guild) AddForum(name string, needsTag bool, tags ...string) *Channel {
	forum := &world.Channel{Name: name, Kind: wire.ChannelForum, NeedsTag: needsTag}
	for _, tag := range tags {
		forum.Tags = append(forum.Tags, wire.Tag{Name: tag})
	}
	return g.add(forum)
}

// AddVoice adds a voice channel, in which people write too, and tells the bot by CHANNEL_CREATE.
func (g *Guild) AddVoice(name string) *Channel {
	return g.add(&world.Channel{Name: name, Kind: wire.ChannelVoice})
}

func (g *Guild) add(ch *world.Channel, id ...string) (added *Channel) {
	g.withGuild(func(guild *world.Guild) {
		guild.AddChannel(ch, id...)
		added = g.driver.channel(ch)
	})
	return added
}

// Join makes people members, with [wire.DefaultUserPermissions].
func (g *Guild) Join(users ...*User) {
	g.driver.state.WithWorld(func(w *world.World) {
		for _, u := range users {
			w.Guilds[g.ID].Join(w.Users[u.ID], wire.DefaultUserPermissions)
		}
	})
}

func (g *Guild) Leave(u *User) { g.withGuild(func(guild *world.Guild) { guild.Leave(u.ID) }) }

// SetPermissions replaces all that a member had.
func (g *Guild) SetPermissions(u *User, p wire.Permissions) {
	g.withGuild(func(guild *world.Guild) { guild.SetPermissions(u.ID, p) })
}

func (g *Guild) SetBotPermissions(p wire.Permissions) {
	g.SetPermissions(g.driver.bot(), p)
}

func (g *Guild) SetNick(u *User, nick string) {
	g.withGuild(func(guild *world.Guild) { guild.Member(u.ID).Nick = nick })
}

// TimeOut silences a member or the bot until a time. Nobody is told of the end.
func (g *Guild) TimeOut(userID string, until time.Time) {
	g.withGuild(func(guild *world.Guild) { guild.Member(userID).TimedOut = &until })
}

// RemoveBot kicks the bot, which is told by GUILD_DELETE.
func (g *Guild) RemoveBot() { g.withGuild((*world.Guild).RemoveBot) }

// AddBot invites the bot back, which is told by GUILD_CREATE.
func (g *Guild) AddBot(p wire.Permissions) {
	g.withGuild(func(guild *world.Guild) { guild.AddBot(p) })
}

// TellOutage tells the bot of an outage by GUILD_DELETE, and of its end by GUILD_CREATE.
func (g *Guild) TellOutage(begins bool) {
	g.withGuild(func(guild *world.Guild) { guild.TellOutage(begins) })
}

// KeepCommands installs the commands again after RemoveBot, by the scope applications.commands.
func (g *Guild) KeepCommands() { g.withGuild(func(guild *world.Guild) { guild.HasCommands = true }) }

type Role struct{ ID string }

// AddRole adds a role without permissions, and tells the bot by GUILD_ROLE_CREATE.
func (g *Guild) AddRole(name string) (added *Role) {
	g.withGuild(func(guild *world.Guild) { added = &Role{guild.AddRole(name)} })
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
