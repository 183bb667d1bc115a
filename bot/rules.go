package bot

import (
	"context"
	"slices"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"

	"github.com/bwmarrin/discordgo"
)

// rules is /rules: a page of a game's help.
func (r *request) rules(ctx context.Context) error {
	r.whisper(ctx, r.rulesPage(r.gameAsked(ctx), r.options["topic"]))
	return nil
}

// gameAsked is the game named in the options, else that of the channel's table,
// else the first.
func (r *request) gameAsked(ctx context.Context) games.Entry {
	if g, found := games.Find(r.options["game"]); found {
		return g
	}
	if s, err := r.desk.lastInChannel(ctx, r.channel); err == nil {
		return gameOf(s.table)
	}
	return games.All[0]
}

// rulesPage is a topic of a game's help, the first if it is none, with a menu of
// the chapters and one of the rulings.
func (r *request) rulesPage(g games.Entry, topic string) *session.Message {
	in := g.Info()
	at := slices.IndexFunc(in.Topics, func(t string) bool { return strings.EqualFold(t, strings.TrimSpace(topic)) })
	topic = in.Topics[max(at, 0)]
	m := &session.Message{Embeds: []*discordgo.MessageEmbed{{
		Title: r.topicTitle(in, topic), Description: r.words.Say(in.ID + ".rules." + topic + ".body"), Color: embedColor,
		Footer: &discordgo.MessageEmbedFooter{Text: r.words.Say(in.ID + ".name")},
	}}}
	for _, menu := range []struct {
		key   string
		holds func(topic string) bool
	}{
		{"bot.rules.chapters", func(t string) bool { return !isRuling(t) }},
		{"bot.rules.rulings", isRuling},
	} {
		if options := r.topicOptions(in, topic, menu.holds); len(options) > 0 {
			m.Components = append(m.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
				MenuType:    discordgo.StringSelectMenu,
				CustomID:    control{Action: actTopic, Arg: in.ID + "," + menu.key}.id(),
				Placeholder: text.Cut(r.words.Say(menu.key), maxMenuText),
				Options:     options,
			}}})
		}
	}
	return m
}

func (r *request) topicOptions(in *engine.Info, shown string, holds func(string) bool) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	for _, t := range in.Topics {
		if holds(t) && len(options) < maxMenuOptions {
			options = append(options, discordgo.SelectMenuOption{
				Label: text.Cut(r.topicTitle(in, t), maxMenuText), Value: t, Default: t == shown})
		}
	}
	return options
}

// isRuling tells the pages that refusals cite by number ("G-6").
func isRuling(topic string) bool { return strings.Contains(topic, "-") }

// topicTitle is a page's title, behind its number for a ruling.
func (r *request) topicTitle(in *engine.Info, topic string) string {
	title := r.words.Say(in.ID + ".rules." + topic + ".title")
	if isRuling(topic) && !strings.Contains(title, topic) {
		return topic + " · " + title
	}
	return title
}

// suggestRules completes the topic.
func (r *request) suggestRules(ctx context.Context) error {
	in := r.gameAsked(ctx).Info()
	typed := r.options[r.focused]
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, t := range in.Topics {
		title := r.topicTitle(in, t)
		if text.Match(title, typed) != text.NoMatch || text.Match(t, typed) != text.NoMatch {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: text.Cut(title, maxChoiceName), Value: t})
		}
	}
	r.respond(ctx, session.Choices(choices[:min(len(choices), maxChoices)]...))
	return nil
}

// pressRules opens the help of a table's game.
func (r *request) pressRules(ctx context.Context) error {
	s, err := r.desk.load(ctx, r.control().Table)
	if err != nil {
		return err
	}
	r.whisper(ctx, r.rulesPage(gameOf(s.table), ""))
	return nil
}

// pressTopic turns to another page.
func (r *request) pressTopic(ctx context.Context) error {
	id, _, _ := strings.Cut(r.control().Arg, ",")
	g, found := games.Find(id)
	if !found {
		g = games.All[0]
	}
	r.answerInPlace(ctx, r.rulesPage(g, r.chosen()))
	return nil
}
