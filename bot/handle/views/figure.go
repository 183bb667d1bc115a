package views

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/views/figures"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/render"
)

// attachFigure adds a picture to a page of the rules, and text about the picture.
func attachFigure(ctx context.Context, r *interaction.Request, m *message.Message, f *figures.Figure) {
	if f == nil {
		return
	}
	if said := figureText(r.Words, f); said != "" {
		m.Embeds[0].Fields = []*discordgo.MessageEmbedField{{Name: r.Words.Say("bot.rules.picture"), Value: said}}
	}
	err := r.Pictures.Attach(ctx, r.Words, m, 0, f.Now, figurePicture(f))
	if err != nil {
		r.Log.Error("drawing a figure", slog.String("figure", f.Name), slog.Any("err", err))
	}
}

func figurePicture(f *figures.Figure) pictures.Request {
	want := pictures.Request{View: f.View, Seat: f.Seat, Asker: f.Seat, Imagined: "figure " + f.Name}
	if f.News > 0 {
		want.Before = f.Before
	}
	for i, m := range f.Trials {
		_, err := f.Now.State.Apply(m)
		ghost := render.Ghost{Move: m, Legal: err == nil}
		switch {
		case i == 0:
			want.Ghost = ghost
		case i == 1 && !f.Alone:
			want.Beside = ghost
		}
	}
	return want
}

// maxField is Discord's limit for a field of an embed, in characters.
const maxField = 1024

// figureText returns a figure's last moves, compared moves, and scores, or "".
func figureText(w *text.Words, f *figures.Figure) string {
	var lines []string
	for i, e := range f.Now.Moves[len(f.Before.Moves):] {
		lines = append(lines, "• "+sentences.Line(w, f.Between[i], e.Move))
	}
	for _, m := range f.Trials {
		spelled := "**" + sentences.Spelled(w, f.Game.Info(), m) + "**"
		_, err := f.Now.State.Apply(m)
		var refused *engine.RuleError
		if errors.As(err, &refused) {
			lines = append(lines, "❌ "+spelled+" "+sentences.Refusal(w, f.Game, f.Now, refused))
		} else {
			lines = append(lines, strings.TrimSpace("✅ "+spelled+" "+sentences.Hint(w, f.Now, m)))
		}
	}
	if f.Scores {
		lines = append(lines, sentences.ScoreText(w, f.Now))
	}
	return text.Cut(strings.Join(lines, "\n"), maxField)
}
