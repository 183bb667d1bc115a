package settings

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// settings handles /settings: it changes and shows the server's settings.
func settings(ctx context.Context, r *interaction.Request) error {
	s, err := change(ctx, r, func(s *store.Settings) { applyOptions(r, s) })
	if err != nil {
		return err
	}
	r.Answer.Whisper(ctx, settingsMessage(r, s))
	return nil
}

func pressChannels(ctx context.Context, r *interaction.Request) error {
	s, err := change(ctx, r, func(s *store.Settings) {
		s.Channels = nil
		for _, id := range r.Interaction.MessageComponentData().Values {
			s.Channels = append(s.Channels, table.ParseID[table.ChannelID](id))
		}
	})
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, settingsMessage(r, s))
	return nil
}

// change changes the server's settings and returns them. It refuses users who may not manage it.
func change(
	ctx context.Context, r *interaction.Request, change func(*store.Settings),
) (after store.Settings, err error) {
	if !r.Manager() {
		return after, engine.Refuse(refusedNotManager, "")
	}
	err = r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		before := *s
		change(s)
		if after = *s; reflect.DeepEqual(before, after) {
			return errUnchanged
		}
		return nil
	})
	if errors.Is(err, errUnchanged) {
		err = nil
	}
	return after, err
}

// errUnchanged ends a change that changes nothing, which saves a write.
var errUnchanged = errors.New("the settings are the same")

// applyOptions changes s by the valid options of /settings.
func applyOptions(r *interaction.Request, s *store.Settings) {
	switch chosen := r.Options["language"]; {
	case chosen == commands.OwnLanguage:
		s.Language = ""
	case slices.Contains(text.Langs(), text.Lang(chosen)):
		s.Language = chosen
	}
	switch r.Options["pings"] {
	case commands.PingByMention:
		s.Quiet = false
	case commands.PingByName:
		s.Quiet = true
	}
	if c := r.TimeControl(s.TimeControl()); c.Valid() {
		s.Limit, s.Reserve = c.Limit, c.Reserve
	}
	if role := table.ParseID[table.RoleID](r.Options["role"]); uint64(role) == uint64(r.Guild) {
		s.Role = 0 // @everyone has the server's ID
	} else if role != 0 {
		s.Role = role
	}
}

func settingsMessage(r *interaction.Request, s store.Settings) *message.Message {
	language, pings := cmp.Or(s.Language, commands.OwnLanguage), commands.PingByMention
	if s.Quiet {
		pings = commands.PingByName
	}
	channels, role := r.Words.Say("bot.settings.everywhere"), r.Words.Say("bot.settings.everybody")
	if len(s.Channels) > 0 {
		channels = r.Words.List(sentences.ChannelMentions(s.Channels))
	}
	if s.Role != 0 {
		role = sentences.RoleMention(s.Role)
	}
	return &message.Message{
		Content: strings.Join([]string{
			r.Words.Say("bot.settings.language", "Language", r.Words.Say("bot.language."+language)),
			r.Words.Say("bot.settings.turns", "Pings", r.Words.Say("bot.settings.pings."+pings)),
			r.Words.Say("bot.settings.channels", "Channels", channels),
			r.Words.Say("bot.settings.role", "Role", role),
			r.Words.Say("bot.settings.limit", "Limit", sentences.TimeControl(r.Words, s.TimeControl())),
		}, "\n"),
		Components: []discordgo.MessageComponent{control.Row(
			channelMenu(r.Words, s.Channels),
		)},
	}
}

// maxChannels is the number of channels that a Discord menu lets a user choose.
const maxChannels = 25

func channelMenu(w *text.Words, chosen []table.ChannelID) discordgo.SelectMenu {
	none := 0
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.ChannelSelectMenu,
		CustomID:    control.Control{Action: control.Channels}.ID(),
		Placeholder: w.T("bot.settings.choose", nil),
		MinValues:   &none,
		MaxValues:   maxChannels,
		ChannelTypes: []discordgo.ChannelType{
			discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice,
			discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum,
		},
	}
	for _, id := range chosen {
		menu.DefaultValues = append(menu.DefaultValues, discordgo.SelectMenuDefaultValue{
			ID: id.String(), Type: discordgo.SelectMenuDefaultValueChannel,
		})
	}
	return menu
}
