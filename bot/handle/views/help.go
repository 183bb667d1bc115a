package views

import (
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
)

func help(ctx context.Context, r *interaction.Request) error {
	var names, commands []string
	for _, g := range games.All {
		names = append(names, r.Words.Say(g.Info().ID+".name"))
		commands = append(commands, sentences.FirstCommand(r.Words, g.Info()))
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say("bot.help.lines",
		"Games", r.Words.List(names), "Commands", r.Words.List(commands))})
	return nil
}
