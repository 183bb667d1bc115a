// Package settings answers /settings and /me quiet: what a server and what a person have set.
package settings

import (
	"context"

	"amytis/bot/control"
	"amytis/bot/interaction"
)

// Routes are the ways to change how the bot behaves.
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
