package views

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/figures"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
)

// help shows the channel's last game: a line, buttons to begin, and the first picture of its rules.
// Its last button shows the other games so, and below how to play here. A channel without a game
// has all in a list, without pictures.
func help(ctx context.Context, r *interaction.Request) error {
	var names, commands []string
	var cards []boardPicture
	last, played := r.LastGame(ctx)
	more := r.Control.Action == control.Help
	for _, g := range games.All {
		in := g.Info()
		name := r.Words.Say(in.ID + ".name")
		names, commands = append(names, name), append(commands, sentences.FirstCommand(r.Words, in))
		if played && (in.ID == last.Info().ID) == more {
			continue
		}
		m := &message.Message{Content: "\n" + r.Words.Say(in.ID+".tagline")}
		row := append(control.SoloButtons(r.Words, "bot.button.help_play", in.ID),
			control.LearnButtons(r.Words, "bot.button.help_learn", in.ID)...)
		m.Components = []discordgo.MessageComponent{control.Row(row...)}
		if f := figures.Of(in.ID, in.Topics[0]); f != nil && (played || more) {
			if err := r.Pictures.Attach(ctx, r.Words, m, 0, f.Now, figurePicture(f)); err != nil {
				return err
			}
		}
		cards = append(cards, boardPicture{name: name, message: m})
	}
	title, lines, _ := strings.Cut(r.Words.Say("bot.help.lines",
		"Games", r.Words.List(names), "Commands", r.Words.List(commands)), "\n")
	m := shownWhole(title, cards)
	if more {
		m.Components = append(m.Components, discordgo.TextDisplay{Content: lines})
	} else {
		key := "bot.button.more"
		if played {
			key = "bot.button.help_more"
		}
		m.Components = append(m.Components, control.Row(
			control.Button(r.Words, key, discordgo.SecondaryButton, control.Control{Action: control.Help})))
	}
	r.Answer.Whisper(ctx, m)
	return nil
}
