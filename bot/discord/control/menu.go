package control

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// Menu returns a menu with entries. Its placeholder is cut to MaxMenuText characters.
func Menu(c Control, placeholder string, entries ...discordgo.SelectMenuOption) discordgo.SelectMenu {
	return discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: c.ID(), Placeholder: text.Cut(placeholder, MaxMenuText),
		Options: entries,
	}
}

// ValueMenu returns a menu with an entry for each value, as many as fit; the one for now is chosen.
func ValueMenu[T comparable](
	c Control, placeholder string, values []T, now T, label func(T) string,
) discordgo.SelectMenu {
	menu := Menu(c, placeholder)
	for _, value := range values[:min(len(values), MaxMenuOptions)] {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: text.Cut(label(value), MaxMenuText), Value: fmt.Sprint(value), Default: value == now,
		})
	}
	return menu
}
