package views

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/figures"
	"amytis/bot/play/games"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/render"
)

func rules(ctx context.Context, r *interaction.Request) error {
	r.Answer.Whisper(ctx, rulesPage(ctx, r, r.ChosenGame(ctx), r.Options["topic"]))
	return nil
}

// rulesPage returns the page about a topic, or the first page. It has menus of the chapters and the
// rulings, and buttons to learn the game and to play it alone.
func rulesPage(ctx context.Context, r *interaction.Request, g games.Entry, topic string) *message.Message {
	in := g.Info()
	at := max(0, slices.IndexFunc(in.Topics, func(t string) bool {
		return strings.EqualFold(t, strings.TrimSpace(topic))
	}))
	topic = in.Topics[at]
	last := len(in.Topics) - 1
	m := &message.Message{
		Embeds: []*discordgo.MessageEmbed{{
			Title:       sentences.Topic(r.Words, in, topic),
			Description: r.Words.Say(in.ID + ".rules." + topic + ".body"),
			Color:       control.EmbedColor,
			Footer: &discordgo.MessageEmbedFooter{Text: r.Words.Say("bot.rules.page",
				"Game", r.Words.Say(in.ID+".name"), "Page", at+1, "Pages", len(in.Topics))},
		}},
		ClearContent: true, // of a refusal that the page replaces
		Components: []discordgo.MessageComponent{control.Row(
			control.Steps(r.Words, "bot.rules.back", "bot.rules.next", at, 0, last, func(page int) control.Control {
				return interaction.TopicControl(in, in.Topics[min(max(page, 0), last)])
			})...,
		)},
	}
	for _, menu := range []struct {
		key     string
		rulings bool
	}{{"bot.rules.chapters", false}, {"bot.rules.rulings", true}} {
		topics := slices.DeleteFunc(slices.Clone(in.Topics), func(t string) bool {
			return sentences.IsRuling(t) != menu.rulings
		})
		if len(topics) > 0 {
			m.Components = append(m.Components, control.Row(control.ValueMenu(
				interaction.TopicControl(in, menu.key), r.Words.Say(menu.key), topics, topic,
				func(t string) string { return sentences.Topic(r.Words, in, t) },
			)))
		}
	}
	m.Components = append(m.Components, control.SoloRow(r.Words, in.ID))
	attachFigure(ctx, r, m, figures.Of(in.ID, topic))
	return m
}

func suggestRules(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	in := r.ChosenGame(ctx).Info()
	for _, t := range in.Topics {
		o.Add(sentences.Topic(r.Words, in, t), t)
	}
}

// pressRules shows a page about the table's game, the first unless the button names one.
func pressRules(ctx context.Context, r *interaction.Request) error {
	r.Answer.Whisper(ctx, rulesPage(ctx, r, games.Of(r.At.Table), r.Control.Arg))
	return nil
}

func pressTopic(ctx context.Context, r *interaction.Request) error {
	id, topic, _ := strings.Cut(r.Control.Arg, ",")
	g, found := games.Find(id)
	if !found {
		g = games.All[0]
	}
	r.Answer.InPlace(ctx, rulesPage(ctx, r, g, cmp.Or(r.Chosen(), topic)))
	return nil
}

// attachFigure adds a picture to a page of the rules, and text about the picture.
func attachFigure(ctx context.Context, r *interaction.Request, m *message.Message, f *figures.Figure) {
	if f == nil {
		return
	}
	if said := figureText(r.Words, f); said != "" {
		m.Embeds[0].Fields = []*discordgo.MessageEmbedField{{Name: r.Words.Say("bot.rules.picture"), Value: said}}
	}
	if err := r.Pictures.Attach(ctx, r.Words, m, 0, f.Now, figurePicture(f)); err != nil {
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

// figureText returns a figure's last moves, compared moves, and scores, or "".
func figureText(w *text.Words, f *figures.Figure) string {
	var lines []string
	for i, e := range f.Now.Moves[len(f.Before.Moves):] {
		lines = append(lines, "• "+sentences.Line(w, f.Between[i], e.Move))
	}
	for _, m := range f.Trials {
		spelled := "**" + sentences.Spelled(w, f.Now, m) + "**"
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
	return text.Cut(strings.Join(lines, "\n"), 1024) // Discord's limit for a field of an embed, in characters
}

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
