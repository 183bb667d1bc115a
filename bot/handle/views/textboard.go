package views

import (
	"context"
	"strings"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
)

// showText answers with the text board, in as many messages as it needs.
func showText(
	ctx context.Context, r *interaction.Request, words *text.Words, h sentences.History, g boardView, public bool,
) {
	pages := pictures.TextBoard(words, h.At(g.turn), viewer(r, h, public), g.seat)
	for i, embeds := range pages {
		m := &message.Message{Embeds: embeds}
		if len(pages) > 1 {
			m.Content = words.Say("bot.textboard.part", "Part", i+1, "Parts", len(pages))
		}
		if i == 0 {
			m.Content = strings.TrimSpace(boardTitle(words, h, g) + "\n" + m.Content)
			r.Answer.Show(ctx, m, public)
			continue
		}
		if !r.Answer.Also(ctx, m, public) {
			return
		}
	}
}
