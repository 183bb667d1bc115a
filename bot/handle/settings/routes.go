// Package settings has the handlers of /settings, for a server, and of /me, for a user.
package settings

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"reflect"
	"strconv"
	"time"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/store"
)

func Routes() interaction.Routes {
	routes := interaction.Routes{
		"me pings":    {Handle: tryDirect(own(pings, pingsText)), In: interaction.Anywhere},
		"?me quiet":   {Handle: interaction.Offering(suggestZones), In: interaction.Anywhere},
		"me zone":     {Handle: own(timeZone, timeZoneText), In: interaction.Anywhere},
		"?me zone":    {Handle: interaction.Offering(suggestZones), In: interaction.Anywhere},
		"?settings":   {Handle: interaction.Offering(suggestZones), In: interaction.WithPeople},
		"?me away":    {Handle: suggestDays, In: interaction.Anywhere},
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

// noHours is the value of the form's option without quiet hours.
const noHours = "off"

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

// otherDay is the input for a day that the form does not offer.
const (
	otherDay      = "other"
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
			days = append(days, form.Option{Label: choice.Name, Value: value, Default: value == cmp.Or(r.Options["until"], back)})
		}
	}
	weekends := []form.Option{{Label: r.Words.Say("bot.form.away.weekends"), Value: "free",
		Default: r.Flag("free", weekendsInput, p.Weekends != 0)}}
	left := wishes.AwayDays - wishes.AwayDaysIn(&p, today.Year())
	return form.Form{Title: r.Words.Say("bot.form.away.title"), Fields: []form.Field{
		form.Choice("until", r.Words.Say("bot.form.away.day"),
			r.Words.Say("bot.away.left", "Left", max(0, left), "Most", wishes.AwayDays), days).Optional(),
		form.Text(otherDay, r.Words.Say("bot.form.away.another"), r.Words.Say("bot.form.away.example"), r.Options[otherDay]).Optional(),
		form.Checks(weekendsInput, r.Words.Say("bot.form.away.always"), "", weekends),
	}}, err
}
