// Package settings has the handlers of /settings, for a server, and of /me, for a user.
package settings

import (
	"cmp"
	"context"
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
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// settings handles /settings: it changes and shows the settings, for who may manage the server.
func settings(ctx context.Context, r *interaction.Request) error {
	if !r.Manager() {
		return engine.Refuse("not_manager", "")
	}
	var before, after store.Settings
	rooms := r.Rooms(ctx)
	err := r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		before = *s
		if err := applyOptions(r, rooms, s); err != nil {
			return err
		}
		if before.Board != 0 && s.Board == 0 {
			s.Told = maps.Clone(s.Told)
			delete(s.Told, store.BoardNews)
		}
		after = *s
		return nil
	})
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, settingsMessage(r, &after))
	if old := before.Told[store.BoardNews]; old.Message != 0 && after.Board == 0 {
		if err := r.Messages.Delete(ctx, old.Channel.String(), old.Message.String()); err != nil {
			r.Log.Warn("deleting the board of a server", slog.Any("guild", r.Guild), slog.Any("err", err))
		}
	}
	return nil
}

// applyOptions changes s by the valid options of /settings. It refuses an unknown time zone, and a
// new channel or role that the server does not have: a client may send any.
func applyOptions(r *interaction.Request, rooms *discord.Rooms, s *store.Settings) error {
	place := s.Challenge.Place()
	if err := timeZone(r, place); err != nil {
		return err
	}
	s.Challenge.Zone, s.Challenge.Offset = place.Zone, place.Quiet.Offset
	if c := r.TimeControl(s.TimeControl()); c.Valid() {
		s.Limit, s.Reserve = c.Limit, c.Reserve
	}
	for _, setting := range slices.Concat(commands.Settings...) {
		value, given := r.Options[setting.Name]
		if !given || setting.Values != nil && !slices.Contains(setting.Values, value) {
			continue
		}
		known := idsIn(setting.In(s))
		switch in := setting.In(s).(type) {
		case *string:
			*in = value
			if value == setting.Usual {
				*in = ""
			}
		case *bool:
			*in = value == setting.Values[1]
		case *int:
			*in, _ = strconv.Atoi(value)
		case *table.RoleID:
			*in = table.ParseID[table.RoleID](value)
			if uint64(*in) == uint64(r.Guild) {
				*in = 0 // @everyone has the server's ID
			}
		case *table.ChannelID:
			*in = table.ParseID[table.ChannelID](value)
		case *[]table.ChannelID:
			*in = nil
			for id := range strings.SplitSeq(value, ",") {
				*in = append(*in, table.ParseID[table.ChannelID](id))
			}
			*in = idsIn(in)
		}
		for _, id := range idsIn(setting.In(s)) {
			if !slices.Contains(known, id) && !rooms.Has(id) {
				return engine.Refuse("foreign_setting", "")
			}
		}
	}
	return nil
}

// idsIn returns the channels in a setting, or the role as if it was a channel.
func idsIn(setting any) (ids []table.ChannelID) {
	switch in := setting.(type) {
	case *table.RoleID:
		ids = append(ids, table.ChannelID(*in))
	case *table.ChannelID:
		ids = append(ids, *in)
	case *[]table.ChannelID:
		ids = append(ids, *in...)
	}
	return slices.DeleteFunc(ids, func(id table.ChannelID) bool { return id == 0 })
}

func settingsMessage(r *interaction.Request, s *store.Settings) *message.Message {
	place := s.Challenge.Place()
	year, month, day := r.Now().In(wishes.Location(place)).Date()
	hour := time.Date(year, month, day, s.Challenge.Hour, 0, 0, 0, wishes.Location(place))
	args := []any{"zone", zoneText(place), "when", sentences.TimeOfDay(hour.UnixMilli())}
	for _, setting := range slices.Concat(commands.Settings...) {
		shown, _ := describe(r, nil, setting, s)
		args = append(args, setting.Name, shown)
	}
	return &message.Message{
		Content: r.Words.Say("bot.settings.page", args...),
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			r.Words, "bot.button.posts", discordgo.SecondaryButton, control.Control{Action: control.Posts}))},
	}
}

// settingsForm returns what makes a form of settings, for those who may manage the server.
func settingsForm(
	title string, settings []commands.Setting,
) func(context.Context, *interaction.Request) (form.Form, error) {
	return func(ctx context.Context, r *interaction.Request) (form.Form, error) {
		if !r.Manager() {
			return form.Form{}, engine.Refuse("not_manager", "")
		}
		f := form.Form{Title: r.Words.Say(title)}
		s, err := r.Settings(ctx)
		rooms := r.Rooms(ctx)
		for _, setting := range settings {
			_, field := describe(r, rooms, setting, &s)
			f.Fields = append(f.Fields, field)
		}
		return f, err
	}
}

// describe returns a setting in words, and its field, without channels and roles that are gone.
func describe(
	r *interaction.Request, rooms *discord.Rooms, setting commands.Setting, s *store.Settings,
) (shown string, field form.Field) {
	if c, isTime := setting.In(s).(table.TimeControl); isTime {
		return sentences.TimeControl(r.Words, c), interaction.TimeField(r.Words, c)
	}
	ids := idsIn(setting.In(s))
	there := slices.DeleteFunc(slices.Clone(ids), func(id table.ChannelID) bool { return !rooms.Has(id) })
	now, hint := "", ""
	name := func(value string) string { return r.Words.Say(setting.Words + value) }
	title := r.Words.Say("bot.form.settings." + setting.Name)
	switch in := setting.In(s).(type) {
	case *string:
		now = cmp.Or(*in, setting.Usual)
	case *bool:
		now = setting.Values[0]
		if *in {
			now = setting.Values[1]
		}
	case *int:
		now = strconv.Itoa(*in)
		name = func(hour string) string { return hour + ":00" }
		hint = r.Words.Say("bot.challenge.place", "Zone", zoneText(s.Challenge.Place()))
	case *table.RoleID:
		shown = sentences.RoleMention(*in)
		field = form.Role(setting.Name, title, "", there)
	case *table.ChannelID:
		field = form.Channels(setting.Name, title, "", 1, commands.PostChannels, there)
	case *[]table.ChannelID:
		field = form.Channels(setting.Name, title, "", control.MaxMenuOptions, channelTypes, there)
	}
	switch {
	case setting.Values != nil:
		return name(now), form.Choice(setting.Name, title, hint, form.Options(setting.Values, name, now))
	case len(ids) > 0:
		return cmp.Or(shown, r.Words.List(sentences.ChannelMentions(ids))), field
	case setting.None != "":
		return r.Words.Say(setting.None), field
	}
	return "", field
}

// channelTypes are the channels that games can be opened in.
var channelTypes = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice,
	discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum,
}

func Routes() interaction.Routes {
	routes := interaction.Routes{
		"me pings":    {Handle: tryDirect(own(pings, pingsText)), In: interaction.Anywhere},
		"?me quiet":   {Handle: interaction.Offering(suggestZones), In: interaction.Anywhere},
		"me zone":     {Handle: own(timeZone, timeZoneText), In: interaction.Anywhere},
		"?me zone":    {Handle: interaction.Offering(suggestZones), In: interaction.Anywhere},
		"?settings":   {Handle: interaction.Offering(suggestZones), In: interaction.WithPeople},
		"?me away":    {Handle: interaction.Offering(suggestDays), In: interaction.Anywhere},
		"me back":     {Handle: own(comeBack, awayText), In: interaction.Anywhere},
		"me weekends": {Handle: own(freeWeekends, awayText), In: interaction.Anywhere},
	}
	for _, c := range commands.Me() {
		if c.In != nil {
			routes["me "+c.Name] = interaction.Route{Handle: ownFlag(c), In: interaction.Anywhere}
		}
	}
	maps.Copy(routes, invitesForm.Routes())
	for _, f := range forms {
		maps.Copy(routes, f.Routes())
	}
	return routes
}

// own returns the handler of a subcommand of /me. It changes the user's preferences, unless change
// refuses, and answers with the text of told. The user's tables follow.
func own(
	change func(*interaction.Request, *store.Preferences) error,
	told func(*interaction.Request, *store.Preferences) string,
) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		var before, after store.Preferences
		err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
			before = *p
			err := change(r, p)
			after = *p
			return err
		})
		if err != nil {
			return err
		}
		r.Answer.InPlace(ctx, &message.Message{Content: told(r, &after)})
		if reflect.DeepEqual(before, after) {
			return nil
		}
		if err := tables.Reconsider(ctx, r.Tables, r.User); err != nil { // tried again at its deadline
			r.Log.Warn("a table does not follow a player's preferences yet", slog.Any("err", err))
		}
		return nil
	}
}

// ownFlag returns the handler of a subcommand with one option, "true" or "false".
func ownFlag(c commands.OwnCommand) interaction.Handler {
	change := func(r *interaction.Request, p *store.Preferences) error {
		if value, ok := r.Options[c.Options[0].Name]; ok {
			*c.In(p) = value == c.Sets
		}
		return nil
	}
	return own(change, func(r *interaction.Request, p *store.Preferences) string {
		return r.Words.Say("bot.me." + c.Name + "." + strconv.FormatBool(*c.In(p) == (c.Sets == "true")))
	})
}

var forms = []interaction.Form{
	{
		Action: control.Quiet, In: interaction.Anywhere, Make: quietForm, Take: own(quietHours, quietText),
		Wrong: []string{"bad_zone", "no_quiet_hours"},
	},
	{
		Action: control.Away, In: interaction.Anywhere, Make: awayForm, Take: own(goAway, awayText),
		Wrong: []string{"bad_day", "past_day", "away_too_long", "away_used_up"},
	},
	{
		Action: control.Settings, In: interaction.WithPeople, Take: settings,
		Make: settingsForm("bot.form.settings.title", commands.Settings[0]),
	},
	{Action: control.Posts, Make: settingsForm("bot.button.posts", commands.Settings[1]), Take: settings},
}

const noHours = "off" // the form's value without quiet hours

// quietForm suggests defaultHour as the end to a user without quiet hours.
func quietForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	p, err := r.Store.Preferences(ctx, r.User)
	from, to := noHours, defaultHour
	if wishes.AnyQuiet(p.Quiet) {
		from, to = strconv.Itoa(p.Quiet.From), p.Quiet.To
	}
	from = cmp.Or(r.Options["from"], from)
	ends := cmp.Or(r.Options["to"], strconv.Itoa(to))
	none := form.Option{Label: r.Words.Say("bot.form.quiet.none"), Value: noHours, Default: from == noHours}
	return form.Form{Title: r.Words.Say("bot.form.quiet.title"), Fields: []form.Field{
		form.Choice("from", r.Words.Say("bot.form.quiet.from"), "",
			append([]form.Option{none}, form.Options(form.Numbers(0, 23), clockHour, from)...)),
		form.Choice("to", r.Words.Say("bot.form.quiet.to"), "", form.Options(form.Numbers(0, 23), clockHour, ends)),
		form.Text("zone", r.Words.Say("bot.form.quiet.zone"),
			r.Words.Say("bot.form.quiet.now", "Now", clockThere(r, wishes.Location(&p)), "Zone", zoneText(&p)),
			cmp.Or(r.Options["zone"], zoneText(&p))),
	}}, err
}

const (
	otherDay      = "other" // the input for a day that the form does not offer
	weekendsInput = "weekends"
)

func awayForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	p, err := r.Store.Preferences(ctx, r.User)
	today := dateIn(r.Now(), wishes.Location(&p))
	back := ""
	if day := dateIn(time.UnixMilli(wishes.AwayAt(&p, r.Now().UnixMilli())), wishes.Location(&p)); day.After(today) {
		back = day.Format(time.DateOnly)
	}
	var days []form.Option
	seen := map[string]bool{}
	for _, choice := range append(offeredDays(r, back, today).Choices, offeredDays(r, "", today).Choices...) {
		if value := choice.Value.(string); !seen[value] {
			seen[value] = true
			days = append(days, form.Option{Label: choice.Name, Value: value,
				Default: value == cmp.Or(r.Options["until"], back)})
		}
	}
	weekends := []form.Option{{Label: r.Words.Say("bot.form.away.weekends"), Value: "free",
		Default: r.Flag("free", weekendsInput, p.Weekends != 0)}}
	left := wishes.AwayDays - wishes.AwayDaysIn(&p, today.Year())
	return form.Form{Title: r.Words.Say("bot.form.away.title"), Fields: []form.Field{
		form.Choice("until", r.Words.Say("bot.form.away.day"),
			r.Words.Say("bot.away.left", "Left", max(0, left), "Most", wishes.AwayDays), days).Optional(),
		form.Text(otherDay, r.Words.Say("bot.form.away.another"), r.Words.Say("bot.form.away.example"),
			r.Options[otherDay]).Optional(),
		form.Checks(weekendsInput, r.Words.Say("bot.form.away.always"), "", weekends),
	}}, err
}
