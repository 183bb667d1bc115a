package views

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/views/figures"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// help shows the channel's last game: a line, buttons to begin, and the first picture of its rules.
// The button More shows the other games so, and below how to play here.
func help(ctx context.Context, r *interaction.Request) error {
	var names, commands []string
	var cards []boardPicture
	last, more := r.LastGame(ctx).Info().ID, r.Control().Action == control.Help
	for _, g := range games.All {
		in := g.Info()
		name := r.Words.Say(in.ID + ".name")
		names, commands = append(names, name), append(commands, sentences.FirstCommand(r.Words, in))
		if (in.ID == last) == more {
			continue
		}
		m := &message.Message{Content: "\n" + r.Words.Say(in.ID+".tagline")}
		row := beginButtons(r.Words, in)
		if !more {
			row = append(row, control.Button(r.Words, "bot.button.help_more", discordgo.SecondaryButton,
				control.Control{Action: control.Help}))
		}
		m.Components = []discordgo.MessageComponent{control.Row(row...)}
		if f := figures.Of(in.ID, in.Topics[0]); f != nil {
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
	}
	r.Answer.Whisper(ctx, m)
	return nil
}

// beginButtons returns the buttons that begin a game alone, also in the mode that has own options,
// and the one that teaches it.
func beginButtons(w *text.Words, in *engine.Info) []discordgo.MessageComponent {
	play, learn := control.SoloButton(w, in.ID), control.LearnButton(w, in.ID)
	play.Label, learn.Label = w.Say("bot.button.help_play"), w.Say("bot.button.help_learn")
	row := []discordgo.MessageComponent{play}
	for _, o := range in.Options {
		if name, value := o.Needs[0], o.Needs[1]; name != "" {
			mode, _, _ := strings.Cut(w.Say(in.ID+".option."+name+"."+value), ":")
			other := control.SoloButton(w, in.ID)
			other.Label, other.Style = play.Label+" · "+strings.TrimSpace(mode), discordgo.SecondaryButton
			other.CustomID = control.Control{Action: control.Solo, Arg: "game=" + in.ID + "|" + name + "=" + value}.ID()
			row = append(row, other)
		}
	}
	return append(row, learn)
}
