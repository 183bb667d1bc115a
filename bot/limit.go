package bot

import (
	"context"
	"strconv"

	"amytis/bot/text"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// Turn limits in commands and menus are their seconds as text.

func limitValue(l table.Limit) string { return strconv.FormatUint(uint64(l), 10) }

// limitOf reads what limitValue writes; what is no number is a limit that no table
// takes, and nothing is none.
func limitOf(value string) table.Limit {
	if value == "" {
		return 0
	}
	n, err := strconv.ParseUint(value, 10, 32)
	if err != nil {
		return unknownLimit
	}
	return table.Limit(n)
}

// limitAsked is the limit that a new table is given, or else the server's.
func (r *request) limitAsked(ctx context.Context) (table.Limit, error) {
	if given := r.options["limit"]; given != "" {
		return limitOf(given), nil
	}
	s, err := r.desk.store.Settings(ctx, r.guild)
	return s.Limit, err
}

// unknownLimit is none of table.Limits.
const unknownLimit = ^table.Limit(0)

// limitText is a limit in words, with what it limits.
func limitText(w *text.Words, l table.Limit, emphasis string) string {
	return w.Pair(w.T("bot.limit.name", nil), emphasis+w.T("bot.limit."+limitValue(l), nil)+emphasis)
}

func limitOption() *discordgo.ApplicationCommandOption {
	o := option("option.limit", discordgo.ApplicationCommandOptionString)
	for _, l := range table.Limits {
		o.Choices = append(o.Choices, choice("bot.limit."+limitValue(l), limitValue(l)))
	}
	return o
}

// limitMenu lets the host choose the limit of a table.
func limitMenu(w *text.Words, s seen) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: control{Action: actLimit, Table: s.id}.id()}
	for _, l := range table.Limits {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: cut(limitText(w, l, ""), maxMenuText), Value: limitValue(l), Default: l == s.table.Limit,
		})
	}
	return menu
}

// pressLimit sets the limit of a table that has not started.
func (r *request) pressLimit(ctx context.Context) {
	r.configure(ctx, table.Event{Kind: table.Limited, Limit: limitOf(r.chosen())})
}
