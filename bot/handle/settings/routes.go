// Package settings has the handlers of /settings, for a server, and of /me, for a user.
package settings

import (
	"context"
	"log/slog"
	"maps"
	"reflect"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/store"
)

func Routes() interaction.Routes {
	routes := interaction.Routes{
		"me pings":    tryDirect(own(pings, pingsText)),
		"?me quiet":   interaction.Offering(suggestZones),
		"me zone":     own(timeZone, timeZoneText),
		"?me zone":    interaction.Offering(suggestZones),
		"?settings":   interaction.Offering(suggestZones),
		"?me away":    suggestDays,
		"me back":     own(comeBack, awayText),
		"me text":     toggle("on", "true", func(p *store.Preferences) *bool { return &p.Text }, "bot.textboard.on", "bot.textboard.off"),
		"me weekends": own(freeWeekends, awayText),
		"me auto":     toggle("on", "false", func(p *store.Preferences) *bool { return &p.Manual }, "bot.forced.off", "bot.forced.on"),
		"me private":  toggle("hide", "true", func(p *store.Preferences) *bool { return &p.Private }, "bot.profile.hidden", "bot.profile.shown"),
	}
	maps.Copy(routes, invitesForm.Routes())
	for _, f := range forms {
		maps.Copy(routes, f.Routes())
	}
	return routes
}

// The codes of refusals. Their texts, with these args, are in the catalogs below table.refused.
const (
	refusedNotManager     = "not_manager"
	refusedForeign        = "foreign_setting"
	refusedBadZone        = "bad_zone"
	refusedNoQuietHours   = "no_quiet_hours"
	refusedBadDay         = "bad_day"
	refusedPastDay        = "past_day"
	refusedTooManyInvited = "too_many_invited" // max
	refusedAwayTooLong    = "away_too_long"    // most: days
	refusedAwayUsedUp     = "away_used_up"     // most and left: days in the year
)

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

// toggle returns the handler of a subcommand with one option, "true" or "false". If it is as in
// when, that sets the preference of flag, else clears it. It answers with the text of a key.
func toggle(
	option, when string, flag func(*store.Preferences) *bool, set, cleared string,
) interaction.Handler {
	change := func(r *interaction.Request, p *store.Preferences) error {
		if chosen, ok := r.Options[option]; ok {
			*flag(p) = chosen == when
		}
		return nil
	}
	return own(change, func(r *interaction.Request, p *store.Preferences) string {
		if *flag(p) {
			return r.Words.Say(set)
		}
		return r.Words.Say(cleared)
	})
}
