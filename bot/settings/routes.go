// Package settings has the handlers of /settings, for a server, and of /me quiet, for a user.
package settings

import (
	"context"

	"amytis/bot/control"
	"amytis/bot/interaction"
)

// Routes returns the handlers of this package by route.
func Routes() interaction.Routes {
	var change editor
	return interaction.Routes{
		"me quiet": quietHours,
		"settings": func(ctx context.Context, r *interaction.Request) error {
			return settings(ctx, r, &change)
		},

		":" + control.Channels: func(ctx context.Context, r *interaction.Request) error {
			return pressChannels(ctx, r, &change)
		},
	}
}
