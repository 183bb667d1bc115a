package control

import (
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
	"amytis/bot/play/lessons"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Button returns a button with a label from the catalog, cut to MaxLabel characters.
func Button(w *text.Words, key string, style discordgo.ButtonStyle, c Control) discordgo.Button {
	return Labelled(w.T(key, nil), style, c, nil)
}

// Labelled is Button for any label, with an emoji or nil.
func Labelled(label string, style discordgo.ButtonStyle, c Control, emoji *discordgo.ComponentEmoji) discordgo.Button {
	return discordgo.Button{Label: text.Cut(label, MaxLabel), Style: style, CustomID: c.ID(), Emoji: emoji}
}

func Row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// Choice returns an entry of an autocomplete, with its name cut to MaxChoiceName characters.
func Choice(name, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: text.Cut(name, MaxChoiceName), Value: value}
}

// EmbedColor is the color of embeds in 24-bit RGB: sandstone.
const EmbedColor = 0xC9A66B

// BackButton leads back to the turn panel.
func BackButton(w *text.Words, id table.ID, t *table.Table) discordgo.Button {
	return Button(w, "bot.button.back", discordgo.SecondaryButton, At(Panel, id, t, ""))
}

// Steps returns the buttons to the things before and after the one at number, disabled at the first
// and the last. to returns the control that shows a thing.
func Steps(
	w *text.Words, previous, next string, number, first, last int, to func(int) Control,
) []discordgo.MessageComponent {
	before := Button(w, previous, discordgo.SecondaryButton, to(number-1))
	after := Button(w, next, discordgo.SecondaryButton, to(number+1))
	before.Disabled, after.Disabled = number <= first, number >= last
	return []discordgo.MessageComponent{before, after}
}

// SoloRow returns a row with the buttons for a player alone: a game against the computer, and the
// lesson if there is one. game is the game's ID, "" for the default.
func SoloRow(w *text.Words, game string) discordgo.ActionsRow {
	return Row(append(SoloButtons(w, "bot.button.solo", game), LearnButtons(w, "bot.button.learn", game)...)...)
}

// SoloButtons open and start a game against the computer, also in the mode that has its own
// options. label is the key of the first one's label, and game is as for SoloRow.
func SoloButtons(w *text.Words, label, game string) []discordgo.MessageComponent {
	play := Control{Action: Solo, Arg: "game=" + game}
	all := []discordgo.MessageComponent{Button(w, label, discordgo.PrimaryButton, play)}
	g, found := games.Find(game)
	if !found {
		return all
	}
	for _, o := range g.Info().Options {
		if name, value := o.Needs[0], o.Needs[1]; name != "" {
			mode := play
			key := game + ".option." + name + "." + value
			mode.Arg += "|" + name + "=" + value
			other := Button(w, key, discordgo.SecondaryButton, mode)
			other.Label = strings.TrimSpace(strings.Split(other.Label, ":")[0])
			all = append(all, other)
		}
	}
	return all
}

// LearnButtons open the lesson of a game: nil without one. label and game are as for SoloButtons.
func LearnButtons(w *text.Words, label, game string) []discordgo.MessageComponent {
	if _, found := lessons.Of(game); !found && game != "" {
		return nil
	}
	learn := Control{Action: Learn, Arg: game}
	return []discordgo.MessageComponent{Button(w, label, discordgo.SecondaryButton, learn)}
}

// ReturnButton ends the stand-in at a table.
func ReturnButton(w *text.Words, id table.ID) discordgo.Button {
	return Button(w, "bot.button.return", discordgo.SuccessButton, Control{Action: Return, Table: id})
}

// GiveUpButton asks whether the user resigns at a table.
func GiveUpButton(w *text.Words, id table.ID) discordgo.Button {
	return Button(w, "bot.button.give_up", discordgo.SecondaryButton, Control{Action: GiveUp, Table: id})
}

// Menu returns a menu with entries. Its placeholder is cut to MaxMenuText characters.
func Menu(c Control, placeholder string, entries ...discordgo.SelectMenuOption) discordgo.SelectMenu {
	return discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: c.ID(), Placeholder: text.Cut(placeholder, MaxMenuText),
		Options: entries,
	}
}

// Entry returns an entry of a menu, with an emoji or nil. It cuts texts to MaxMenuText characters.
func Entry(label, value, hint string, emoji *discordgo.ComponentEmoji) discordgo.SelectMenuOption {
	return discordgo.SelectMenuOption{
		Label: text.Cut(label, MaxMenuText), Value: value, Description: text.Cut(hint, MaxMenuText), Emoji: emoji,
	}
}

// ValueMenu returns a menu with an entry for each value, as many as fit; the one for now is chosen.
func ValueMenu[T comparable](
	c Control, placeholder string, values []T, now T, label func(T) string,
) discordgo.SelectMenu {
	menu := Menu(c, placeholder)
	for _, value := range values[:min(len(values), MaxMenuOptions)] {
		entry := Entry(label(value), fmt.Sprint(value), "", nil)
		entry.Default = value == now
		menu.Options = append(menu.Options, entry)
	}
	return menu
}
