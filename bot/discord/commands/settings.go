package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/form"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// Setting is one that a server has. The option of /settings, the field of a form, what is read of
// both and how it is told follow from it.
type Setting struct {
	Name string // of the option, of the field, and in the text bot.settings.page
	// In returns a pointer to where s has it: a text, a bool, an hour, a role, a channel, or
	// channels, which no option takes. It returns the time control itself: that has three options.
	In func(s *store.Settings) any
	// Values are all values; of a bool, what false and true are called. Words begins their keys.
	Values []string
	Words  string
	Usual  string // the value for which a text is ""
	None   string // the key of the text for no channel or role
}

// OwnLanguage chooses the language that the server has in Discord.
const OwnLanguage = "server"

// Settings has the settings by form. A form has room for five; further ones would only be options.
var Settings = [][]Setting{
	{
		{Name: "language", In: func(s *store.Settings) any { return &s.Language }, Words: "bot.language.",
			Values: append([]string{OwnLanguage}, texts(text.Langs())...), Usual: OwnLanguage},
		{Name: "pings", In: func(s *store.Settings) any { return &s.Quiet }, Words: "bot.settings.pings.",
			Values: []string{PingByMention, "name"}},
		{Name: "pace", In: func(s *store.Settings) any { return s.TimeControl() }},
		{Name: "channels", In: func(s *store.Settings) any { return &s.Channels }, None: "bot.settings.everywhere"},
		{Name: "role", In: func(s *store.Settings) any { return &s.Role }, None: "bot.settings.everybody"},
	},
	{
		{Name: "season", In: func(s *store.Settings) any { return (*string)(&s.Season) }, Words: "bot.settings.seasons.",
			Values: []string{string(store.NoSeasons), string(store.Monthly), "quarterly"}, Usual: "quarterly"},
		{Name: "news", In: func(s *store.Settings) any { return &s.News }, None: "bot.settings.last_game"},
		{Name: "board", In: func(s *store.Settings) any { return &s.Board }, None: "bot.settings.no_board"},
		{Name: "challenge", In: func(s *store.Settings) any { return &s.Challenge.Channel }},
		{Name: "hour", In: func(s *store.Settings) any { return &s.Challenge.Hour },
			Values: texts(form.Numbers(0, 23))},
	},
}

func settingsOptions() (options []*discordgo.ApplicationCommandOption) {
	for _, s := range slices.Concat(Settings...) {
		key := "option." + s.Name
		switch s.In(&store.Settings{}).(type) {
		case *string, *bool:
			options = append(options, choices(key, s.Words, s.Values...))
		case *int: // /me describes it otherwise
			options = append(options, described(number(key, 0, 23), "bot.form.settings."+s.Name))
		case *table.RoleID:
			options = append(options, option(key, discordgo.ApplicationCommandOptionRole))
		case *table.ChannelID:
			o := option(key, discordgo.ApplicationCommandOptionChannel)
			o.ChannelTypes = PostChannels
			options = append(options, o)
		case table.TimeControl:
			options = append(options, paceOption(), limitOption(), reserveOption())
		}
	}
	return append(options, described(completed("option.zone"), "bot.challenge.zone"))
}

// OwnCommand is a subcommand of /me.
type OwnCommand struct {
	Name    string
	Options []*discordgo.ApplicationCommandOption
	// In returns the preference that the only option switches, nil if the subcommand has a handler.
	// Sets is the option's value that switches it on. The answer is the text bot.me.NAME.VALUE.
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
