package views

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/views/figures"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
)

// help shows every game with the first picture of its rules and with buttons to begin, and below
// how to play here. The channel's last game comes first, with its first page and its signs.
func help(ctx context.Context, r *interaction.Request) error {
	var names, commands []string
	var cards []boardPicture
	last := r.LastGame(ctx).Info().ID
	for _, g := range games.All {
		in := g.Info()
		name := r.Words.Say(in.ID + ".name")
		names, commands = append(names, name), append(commands, sentences.FirstCommand(r.Words, in))
		play, learn := control.SoloButton(r.Words, in.ID), control.LearnButton(r.Words, in.ID)
		play.Label, learn.Label = r.Words.Say("bot.button.help_play"), r.Words.Say("bot.button.help_learn")
		m := &message.Message{
			Content:    "\n" + r.Words.Say(in.ID+".tagline"),
			Components: []discordgo.MessageComponent{control.Row(play, learn)},
		}
		pages, at := in.Topics[:1], len(cards)
		if in.ID == last {
			m.Content = "\n" + r.Words.Say(in.ID+".rules."+pages[0]+".body")
			pages, at = in.Topics[:2], 0
		}
		for _, topic := range pages {
			if f := figures.Of(in.ID, topic); f != nil {
				if err := r.Pictures.Attach(ctx, r.Words, m, 0, f.Now, figurePicture(f)); err != nil {
					return err
				}
			}
		}
		cards = slices.Insert(cards, at, boardPicture{name: name, message: m})
	}
	title, lines, _ := strings.Cut(r.Words.Say("bot.help.lines",
		"Games", r.Words.List(names), "Commands", r.Words.List(commands)), "\n")
	m := shownWhole(title, cards)
	m.Components = append(m.Components, discordgo.TextDisplay{Content: lines})
	r.Answer.Whisper(ctx, m)
	return nil
}
