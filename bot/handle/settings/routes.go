// Package settings has the handlers of /settings, for a server, and of /me, for a user.
package settings

import (
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"me pings":    pings,
		"me quiet":    quietHours,
		"?me quiet":   suggestZones,
		"me zone":     timeZone,
		"?me zone":    suggestZones,
		"me away":     goAway,
		"?me away":    suggestDays,
		"me back":     comeBack,
		"me text":     textBoards,
		"me weekends": freeWeekends,
		"me auto":     forcedSteps,
		"me private":  private,
		"settings":    settings,

		":" + control.Channels: pressChannels,
	}
}
