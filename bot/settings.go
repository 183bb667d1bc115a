package bot

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

const (
	// ownLanguage is the choice of the server's own language.
	ownLanguage = "server"

	// The ways to tell whose turn it is.
	pingByMention = "mention"
	pingByName    = "name"
)

// settings is /settings: what is given is changed, and what holds is shown.
func (r *request) settings(ctx context.Context, editor *settingsEditor) error {
	s, err := editor.change(ctx, r, func(s *store.Settings) { r.giveSettings(s) })
	if err != nil {
		return err
	}
	r.whisper(ctx, r.settingsMessage(s))
	return nil
}

// pressChannels sets the channels for games by the menu below the settings.
func (r *request) pressChannels(ctx context.Context, editor *settingsEditor) error {
	s, err := editor.change(ctx, r, func(s *store.Settings) {
		s.Channels = nil
		for _, id := range r.i.MessageComponentData().Values {
			s.Channels = append(s.Channels, table.ParseID[table.ChannelID](id))
		}
	})
	if err != nil {
		return err
	}
	r.answerInPlace(ctx, r.settingsMessage(s))
	return nil
}

// settingsEditor changes servers' settings, one change at a time: between reading and writing
// them nobody else may write.
type settingsEditor struct{ mu sync.Mutex }

// change changes the settings of a request's server and returns them. Only those who manage the
// server may.
func (e *settingsEditor) change(ctx context.Context, r *request, change func(*store.Settings)) (store.Settings, error) {
	if !r.manager() {
		return store.Settings{}, engine.Refuse(refusedNotManager, "")
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	before, err := r.store.Settings(ctx, r.guild)
	if err != nil {
		return before, err
	}
	after := before
	if change(&after); reflect.DeepEqual(before, after) {
		return after, nil
	}
	return after, r.store.SetSettings(ctx, r.guild, after)
}

// giveSettings changes settings by the options that are given.
func (r *request) giveSettings(s *store.Settings) {
	switch chosen := r.options["language"]; {
	case chosen == ownLanguage:
		s.Language = ""
	case slices.Contains(text.Langs(), text.Lang(chosen)):
		s.Language = chosen
	}
	switch r.options["pings"] {
	case pingByMention:
		s.Quiet = false
	case pingByName:
		s.Quiet = true
	}
	if limit := table.ParseLimit(r.options["limit"]); r.options["limit"] != "" && slices.Contains(table.Limits, limit) {
		s.Limit = limit
	}
	if role := table.ParseID[table.RoleID](r.options["role"]); uint64(role) == uint64(r.guild) {
		s.Role = 0 // @everyone has the server's ID
	} else if role != 0 {
		s.Role = role
	}
}

// settingsMessage tells the settings in words; channels are chosen below.
func (r *request) settingsMessage(s store.Settings) *session.Message {
	language, pings := s.Language, pingByMention
	if language == "" {
		language = ownLanguage
	}
	if s.Quiet {
		pings = pingByName
	}
	channels, role := r.words.Say("bot.settings.everywhere"), r.words.Say("bot.settings.everybody")
	if len(s.Channels) > 0 {
		channels = r.words.List(channelMentions(s.Channels))
	}
	if s.Role != 0 {
		role = roleMention(s.Role)
	}
	return &session.Message{
		Content: strings.Join([]string{
			r.words.Say("bot.settings.language", "Language", r.words.Say("bot.language."+language)),
			r.words.Say("bot.settings.turns", "Pings", r.words.Say("bot.settings.pings."+pings)),
			r.words.Say("bot.settings.channels", "Channels", channels),
			r.words.Say("bot.settings.role", "Role", role),
			r.words.Say("bot.settings.limit", "Limit", r.words.Say("bot.limit."+s.Limit.String())),
		}, "\n"),
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			channelMenu(r.words, s.Channels),
		}}},
	}
}

// maxChannels is as many as a menu lets one choose.
const maxChannels = 25

// channelMenu lets one choose the channels for games.
func channelMenu(w *text.Words, chosen []table.ChannelID) discordgo.SelectMenu {
	none := 0
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.ChannelSelectMenu,
		CustomID:    control{Action: actChannels}.id(),
		Placeholder: w.T("bot.settings.choose", nil),
		MinValues:   &none,
		MaxValues:   maxChannels,
		ChannelTypes: []discordgo.ChannelType{
			discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum,
		},
	}
	for _, id := range chosen {
		menu.DefaultValues = append(menu.DefaultValues, discordgo.SelectMenuDefaultValue{ID: id.String(), Type: discordgo.SelectMenuDefaultValueChannel})
	}
	return menu
}

func channelMentions(ids []table.ChannelID) []string {
	mentions := make([]string, len(ids))
	for i, id := range ids {
		mentions[i] = "<#" + id.String() + ">"
	}
	return mentions
}

func roleMention(id table.RoleID) string { return "<@&" + id.String() + ">" }
