// Package settings has the handlers of /settings, for a server, and of /me, for a user.
package settings

import (
	"context"
	"log/slog"
	"maps"
	"reflect"
	"strconv"

	"amytis/bot/discord/commands"
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
		"me weekends": own(freeWeekends, awayText),
	}
	for _, c := range commands.Me() {
		if c.In != nil {
			routes["me "+c.Name] = ownFlag(c)
		}
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
