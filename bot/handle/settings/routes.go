// Package settings has the handlers of /settings, for a server, and of /me, for a user.
package settings

import (
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"me pings":    own(pings, pingsText, otherPings),
		"me quiet":    own(quietHours, quietText, otherHours),
		"?me quiet":   interaction.Offering(suggestZones),
		"me zone":     own(timeZone, timeZoneText, otherDays),
		"?me zone":    interaction.Offering(suggestZones),
		"me away":     own(goAway, awayText, always),
		"?me away":    suggestDays,
		"me back":     own(comeBack, awayText, always),
		"me text":     toggle("on", "true", textBoards, "bot.textboard.on", "bot.textboard.off", never),
		"me weekends": own(freeWeekends, awayText, always),
		"me auto":     toggle("on", "false", manualSteps, "bot.forced.off", "bot.forced.on", mayTakeSteps),
		"me private":  toggle("hide", "true", private, "bot.profile.hidden", "bot.profile.shown", never),
		"settings":    settings,

		":" + control.Channels: pressChannels,
	}
}
