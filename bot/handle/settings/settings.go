package settings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// settings handles /settings: it changes and shows the server's settings. It refuses users who may
// not manage it, and new channels and roles that it does not have: a client may send any.
func settings(ctx context.Context, r *interaction.Request) error {
	if !r.Manager() {
		return engine.Refuse(refusedNotManager, "")
	}
	if err := timeZone(r, &store.Preferences{}); err != nil {
		return err
	}
	var before, after store.Settings
	rooms := r.Rooms(ctx)
	err := r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		before = *s
		applyOptions(r, s)
		known := append(named(before), named(store.Settings{})...)
		for _, id := range named(*s) {
			if !slices.Contains(known, id) && !rooms.Has(id) {
				return engine.Refuse(refusedForeign, "")
			}
		}
		if before.Board != 0 && s.Board == 0 {
			s.Told = maps.Clone(s.Told)
			delete(s.Told, store.BoardNews)
		}
		after = *s
		if reflect.DeepEqual(before, after) {
			return errUnchanged
		}
		return nil
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return err
	}
	r.Answer.InPlace(ctx, settingsMessage(r, after))
	if old := before.Told[store.BoardNews]; old.Message != 0 && after.Board == 0 {
		if err := r.Messages.Delete(ctx, old.Channel.String(), old.Message.String()); err != nil {
			r.Log.Warn("deleting the board of a server", slog.Any("guild", r.Guild), slog.Any("err", err))
		}
	}
	return nil
}

// named returns the role and the channels that settings name, also as 0.
func named(s store.Settings) []fmt.Stringer {
	ids := []fmt.Stringer{s.Role, s.News, s.Board, s.Challenge.Channel}
	for _, id := range s.Channels {
		ids = append(ids, id)
	}
	return ids
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
	if pings := r.Options["pings"]; pings == commands.PingByMention || pings == commands.PingByName {
		s.Quiet = pings == commands.PingByName
	}
	if c := r.TimeControl(s.TimeControl()); c.Valid() {
		s.Limit, s.Reserve = c.Limit, c.Reserve
	}
	if channels, sent := r.Options["channels"]; sent {
		s.Channels = channelsOf(strings.FieldsFunc(channels, func(c rune) bool { return c == ',' }))
	}
	applyPosts(r, s)
	if role, ok := r.Options["role"]; ok && role == "" {
		s.Role = 0
	}
	if role := table.ParseID[table.RoleID](r.Options["role"]); uint64(role) == uint64(r.Guild) {
		s.Role = 0 // @everyone has the server's ID
	} else if role != 0 {
		s.Role = role
	}
}

// applyPosts changes what the server is told by itself.
func applyPosts(r *interaction.Request, s *store.Settings) {
	switch chosen := r.Options["season"]; chosen {
	case commands.Quarterly:
		s.Season = store.Quarterly
	case string(store.Monthly), string(store.NoSeasons):
		s.Season = store.Seasons(chosen)
	}
	for option, to := range map[string]*table.ChannelID{
		"news": &s.News, "board": &s.Board, "challenge": &s.Challenge.Channel,
	} {
		if channel, ok := r.Options[option]; ok {
			*to = table.ParseID[table.ChannelID](channel)
		}
	}
	if hour, err := strconv.Atoi(r.Options["hour"]); err == nil && hour >= 0 && hour < 24 {
		s.Challenge.Hour = hour
	}
	if p := s.Challenge.Place(); timeZone(r, p) == nil {
		s.Challenge.Zone, s.Challenge.Offset = p.Zone, p.Quiet.Offset
	}
}

func channelsOf(ids []string) (all []table.ChannelID) {
	for _, id := range ids {
		if channel := table.ParseID[table.ChannelID](id); channel != 0 {
			all = append(all, channel)
		}
	}
	return all
}

func settingsMessage(r *interaction.Request, s store.Settings) *message.Message {
	channels := r.Words.Say("bot.settings.everywhere")
	role := r.Words.Say("bot.settings.everybody")
	if len(s.Channels) > 0 {
		channels = r.Words.List(sentences.ChannelMentions(s.Channels))
	}
	if s.Role != 0 {
		role = sentences.RoleMention(s.Role)
	}
	place := s.Challenge.Place()
	year, month, day := r.Now().In(wishes.Location(place)).Date()
	hour := time.Date(year, month, day, s.Challenge.Hour, 0, 0, 0, wishes.Location(place))
	return &message.Message{
		Content: strings.Join([]string{
			r.Words.Say("bot.settings.language", "Language", r.Words.Say("bot.language."+cmp.Or(s.Language, commands.OwnLanguage))),
			r.Words.Say("bot.settings.turns", "Pings", r.Words.Say("bot.settings.pings."+pingsOf(s))),
			r.Words.Say("bot.settings.channels", "Channels", channels),
			r.Words.Say("bot.settings.role", "Role", role),
			r.Words.Say("bot.settings.limit", "Limit", sentences.TimeControl(r.Words, s.TimeControl())),
			r.Words.Say("bot.settings.season", "Season", r.Words.Say("bot.settings.seasons."+seasonsOf(&s)),
				"Channel", cmp.Or(mentionOf(s.News), r.Words.Say("bot.settings.last_game"))),
			r.Words.Say("bot.settings.board", "Channel", cmp.Or(mentionOf(s.Board), r.Words.Say("bot.settings.no_board"))),
			r.Words.Say("bot.challenge.setting", "Channel", mentionOf(s.Challenge.Channel), "When", sentences.TimeOfDay(hour.UnixMilli()),
				"Hour", clockHour(s.Challenge.Hour), "Zone", zoneText(place)),
		}, "\n"),
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			r.Words, "bot.button.posts", discordgo.SecondaryButton, control.Control{Action: control.Posts}))},
	}
}

func seasonsOf(s *store.Settings) string { return cmp.Or(string(s.Season), commands.Quarterly) }

// mentionOf returns "" for no channel.
func mentionOf(channel table.ChannelID) string {
	if channel == 0 {
		return ""
	}
	return sentences.ChannelMentions([]table.ChannelID{channel})[0]
}

// postsForm is for what the server is told by itself.
func postsForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	if !r.Manager() {
		return form.Form{}, engine.Refuse(refusedNotManager, "")
	}
	s, err := r.Store.Settings(ctx, r.Guild)
	rooms := r.Rooms(ctx)
	return form.Form{Title: r.Words.Say("bot.button.posts"), Fields: []form.Field{
		form.Choice("season", r.Words.Say("bot.form.settings.season"), "", form.Options(commands.Seasons,
			func(value string) string { return r.Words.Say("bot.settings.seasons." + value) }, seasonsOf(&s))),
		channelField("news", r.Words.Say("bot.form.settings.news"), rooms, s.News),
		channelField("board", r.Words.Say("bot.form.settings.board"), rooms, s.Board),
		channelField("challenge", r.Words.Say("bot.challenge.where"), rooms, s.Challenge.Channel),
		form.Choice("hour", r.Words.Say("bot.challenge.hour"),
			r.Words.Say("bot.challenge.place", "Zone", zoneText(s.Challenge.Place())),
			form.Options(form.Numbers(0, 23), clockHour, strconv.Itoa(s.Challenge.Hour))),
	}}, err
}

// channelField is for a channel that the server can be told in, or none. It presets none that is
// gone.
func channelField(name, label string, rooms *discord.Rooms, now table.ChannelID) form.Field {
	var in []string
	if now != 0 && rooms.Has(now) {
		in = append(in, now.String())
	}
	return form.Channels(name, label, "", 1, commands.PostChannels, in)
}

// maxChannels is the number of channels that a Discord menu lets a user choose.
const maxChannels = 25

// channelTypes are those that games can be opened in.
var channelTypes = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice,
	discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum,
}

// settingsForm is for those who may manage the server.
func settingsForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	if !r.Manager() {
		return form.Form{}, engine.Refuse(refusedNotManager, "")
	}
	s, err := r.Store.Settings(ctx, r.Guild)
	rooms := r.Rooms(ctx)
	language := cmp.Or(s.Language, commands.OwnLanguage)
	role := ""
	if s.Role != 0 && rooms.Has(s.Role) {
		role = s.Role.String()
	}
	languages := []string{commands.OwnLanguage}
	for _, lang := range text.Langs() {
		languages = append(languages, string(lang))
	}
	var channels []string
	for _, id := range s.Channels {
		if rooms.Has(id) {
			channels = append(channels, id.String())
		}
	}
	say := func(prefix string) func(string) string {
		return func(value string) string { return r.Words.Say(prefix + value) }
	}
	return form.Form{Title: r.Words.Say("bot.form.settings.title"), Fields: []form.Field{
		form.Choice("language", r.Words.Say("bot.form.settings.language"), "", form.Options(languages, say("bot.language."), language)),
		form.Choice("pings", r.Words.Say("bot.form.settings.pings"), "", form.Options(
			[]string{commands.PingByMention, commands.PingByName}, say("bot.settings.pings."), pingsOf(s))),
		interaction.TimeField(r.Words, s.TimeControl()),
		form.Channels("channels", r.Words.Say("bot.settings.choose"), "", maxChannels, channelTypes, channels),
		form.Role("role", r.Words.Say("bot.form.settings.role"), "", role),
	}}, err
}

func pingsOf(s store.Settings) string {
	if s.Quiet {
		return commands.PingByName
	}
	return commands.PingByMention
}
