package commands

import (
	"github.com/bwmarrin/discordgo"

	"amytis/store"
)

// OwnCommand is a subcommand of /me.
type OwnCommand struct {
	Name    string
	Options []*discordgo.ApplicationCommandOption
	// In returns the preference that the only option switches. It is nil if the subcommand has a
	// handler of its own. Sets is the option's value, "true" or "false", that switches it on. The
	// answer is the text bot.me.NAME.VALUE.
	In   func(p *store.Preferences) *bool
	Sets string
}

// Me returns the subcommands of /me.
func Me() []OwnCommand {
	type options = []*discordgo.ApplicationCommandOption
	return []OwnCommand{
		{Name: "quiet", Options: options{
			number("option.from", 0, 23), number("option.to", 0, 23), completed("option.zone"), flag("option.off")}},
		{Name: "zone", Options: options{completed("option.zone")}},
		{Name: "pings", Options: options{whenOption(), number("option.hour", 0, 23),
			choices("option.how", "bot.pings.how.", PingByMention, PingDirect), flag("option.next")}},
		{Name: "invites"},
		{Name: "away", Options: options{completed("option.until")}},
		{Name: "back"},
		{Name: "weekends", Options: options{flag("option.free")}},
		{"text", options{flag("option.on")}, func(p *store.Preferences) *bool { return &p.Text }, "true"},
		{"auto", options{flag("option.on")}, func(p *store.Preferences) *bool { return &p.Manual }, "false"},
		{Name: "data"},
		{"private", options{flag("option.hide")}, func(p *store.Preferences) *bool { return &p.Private }, "true"},
	}
}

func meOptions() (options []*discordgo.ApplicationCommandOption) {
	for _, c := range Me() {
		options = append(options, sub("command.me."+c.Name, c.Options...))
	}
	return options
}
