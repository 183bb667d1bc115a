package views

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
)

// rules handles /rules: it shows a page of a game's rules.
func rules(ctx context.Context, r *interaction.Request) error {
	r.Whisper(ctx, rulesPage(r, chosenGame(ctx, r), r.Options["topic"]))
	return nil
}

// chosenGame returns the game named in the options, else that of the channel's last table, else the
// first of all games.
func chosenGame(ctx context.Context, r *interaction.Request) games.Entry {
	if g, found := games.Find(r.Options["game"]); found {
		return g
	}
	if s, err := r.LastInChannel(ctx); err == nil {
		return games.Of(s.Table)
	}
	return games.All[0]
}

// rulesPage returns the page about a topic of a game's rules, with a menu of the chapters and one
// of the rulings. For an unknown topic it is the first page.
func rulesPage(r *interaction.Request, g games.Entry, topic string) *session.Message {
	in := g.Info()
	at := slices.IndexFunc(in.Topics, func(t string) bool { return strings.EqualFold(t, strings.TrimSpace(topic)) })
	topic = in.Topics[max(at, 0)]
	m := &session.Message{Embeds: []*discordgo.MessageEmbed{{
		Title:       topicTitle(r, in, topic),
		Description: r.Words.Say(in.ID + ".rules." + topic + ".body"),
		Color:       control.EmbedColor,
		Footer:      &discordgo.MessageEmbedFooter{Text: r.Words.Say(in.ID + ".name")},
	}}}
	for _, menu := range []struct {
		key   string
		holds func(topic string) bool
	}{
		{"bot.rules.chapters", func(t string) bool { return !isRuling(t) }},
		{"bot.rules.rulings", isRuling},
	} {
		if options := topicOptions(r, in, topic, menu.holds); len(options) > 0 {
			m.Components = append(m.Components, control.Row(discordgo.SelectMenu{
				MenuType:    discordgo.StringSelectMenu,
				CustomID:    control.Control{Action: control.Topic, Arg: in.ID + "," + menu.key}.ID(),
				Placeholder: text.Cut(r.Words.Say(menu.key), control.MaxMenuText),
				Options:     options,
			}))
		}
	}
	return m
}

// topicOptions returns the menu entries of the topics for which holds is true, as many as fit.
func topicOptions(
	r *interaction.Request, in *engine.Info, shown string, holds func(string) bool,
) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	for _, t := range in.Topics {
		if holds(t) && len(options) < control.MaxMenuOptions {
			options = append(options, discordgo.SelectMenuOption{
				Label: text.Cut(topicTitle(r, in, t), control.MaxMenuText), Value: t, Default: t == shown})
		}
	}
	return options
}

// isRuling reports whether a topic is a ruling, which refusals cite by its number, such as "G-6".
func isRuling(topic string) bool { return strings.Contains(topic, "-") }

// topicTitle returns a page's title. The title of a ruling begins with its number.
func topicTitle(r *interaction.Request, in *engine.Info, topic string) string {
	title := r.Words.Say(in.ID + ".rules." + topic + ".title")
	if isRuling(topic) && !strings.Contains(title, topic) {
		return topic + " · " + title
	}
	return title
}

// suggestRules completes the option topic of /rules.
func suggestRules(ctx context.Context, r *interaction.Request) error {
	in := chosenGame(ctx, r).Info()
	typed := r.Options[r.Focused]
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, t := range in.Topics {
		title := topicTitle(r, in, t)
		if text.Match(title, typed) != text.NoMatch || text.Match(t, typed) != text.NoMatch {
			choices = append(choices, control.Choice(title, t))
		}
	}
	r.Respond(ctx, session.Choices(choices[:min(len(choices), control.MaxChoices)]...))
	return nil
}

// pressRules handles the button Rules: it shows the first page about the table's game.
func pressRules(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.Load(ctx, r.Control().Table)
	if err != nil {
		return err
	}
	r.Whisper(ctx, rulesPage(r, games.Of(s.Table), ""))
	return nil
}

// pressTopic handles the menus of topics.
func pressTopic(ctx context.Context, r *interaction.Request) error {
	id, _, _ := strings.Cut(r.Control().Arg, ",")
	g, found := games.Find(id)
	if !found {
		g = games.All[0]
	}
	r.AnswerInPlace(ctx, rulesPage(r, g, r.Chosen()))
	return nil
}
