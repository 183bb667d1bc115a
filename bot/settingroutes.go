package bot

import "context"

// settingRoutes are the ways to change how the bot behaves.
func settingRoutes() routes {
	var change settingsEditor
	return routes{
		"me quiet": (*request).quietHours,
		"settings": func(r *request, ctx context.Context) error { return r.settings(ctx, &change) },

		":" + actChannels: func(r *request, ctx context.Context) error { return r.pressChannels(ctx, &change) },
	}
}
