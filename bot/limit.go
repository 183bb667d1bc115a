package bot

import (
	"context"

	"amytis/bot/text"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// limitAsked is the limit that a new table is given, or else the server's.
func (r *request) limitAsked(ctx context.Context) (table.Limit, error) {
	if given := r.options["limit"]; given != "" {
		return table.ParseLimit(given), nil
	}
	s, err := r.store.Settings(ctx, r.guild)
	return s.Limit, err
}

// limitText is a limit in words, with what it limits.
func limitText(w *text.Words, l table.Limit, emphasis string) string {
	return w.Pair(w.T("bot.limit.name", nil), emphasis+w.T("bot.limit."+l.String(), nil)+emphasis)
}

func limitOption() *discordgo.ApplicationCommandOption {
	o := option("option.limit", discordgo.ApplicationCommandOptionString)
	for _, l := range table.Limits {
		o.Choices = append(o.Choices, choice("bot.limit."+l.String(), l.String()))
	}
	return o
}

// limitMenu lets the host choose the limit of a table.
func limitMenu(w *text.Words, s seen) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: control{Action: actLimit, Table: s.id}.id()}
	for _, l := range table.Limits {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: text.Cut(limitText(w, l, ""), maxMenuText), Value: l.String(), Default: l == s.table.Limit,
		})
	}
	return menu
}

// pressLimit sets the limit of a table that has not started.
func (r *request) pressLimit(ctx context.Context) error {
	return r.configure(ctx, table.Event{Kind: table.Limited, Limit: table.ParseLimit(r.chosen())})
}
