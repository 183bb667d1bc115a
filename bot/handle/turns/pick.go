package turns

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// pickButton returns the button that opens the questions about a subcommand's moves.
func pickButton(r *interaction.Request, s tables.Loaded, index int, sub choice.Subcommand) discordgo.Button {
	in := s.Table.Game.Info()
	return discordgo.Button{
		Label:    text.Cut(pointedSub(r, s, sub, sentences.ButtonWord(r.Words, in.ID, sub.Name)), control.MaxLabel),
		Style:    discordgo.SecondaryButton,
		CustomID: control.At(control.Pick, s.ID, s.Table, choice.Pick{Sub: index}.Arg()).ID(),
		Emoji:    r.Icons.Of(in, sub.Icon(in)),
	}
}

// onlyMove begins the value of an answer that leaves a single move. The move follows it.
const onlyMove = "="

// morePage is the value of the menu entry that leads to the next page.
const morePage = "+"

// pressPick handles an answer to a question: it asks the next one, or plays the only move left.
func pressPick(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) error {
	p, ok := choice.ParsePick(r.Control().Arg)
	switch chosen := r.Chosen(); {
	case !ok:
	case strings.HasPrefix(chosen, onlyMove):
		return pressed(ctx, r, s, seat, chosen[len(onlyMove):])
	case chosen == morePage:
		p.Page++
	case chosen != "":
		p.Page = 0
		p.Answers = append(p.Answers, chosen)
	}
	m := pickMessage(r, s, seat, p)
	if !ok || m == nil {
		return errOutdated
	}
	r.Answer.InPlace(ctx, m)
	return nil
}

// pickMessage returns the message with the next question, nil if no move matches the answers.
func pickMessage(r *interaction.Request, s tables.Loaded, seat engine.Seat, p choice.Pick) *message.Message {
	in := s.Table.Game.Info()
	subs := choice.Subcommands(in)
	if p.Sub >= len(subs) {
		return nil
	}
	sub := subs[p.Sub]
	moves := r.PlannedFirst(s.Table, r.Rankings.Of(s.ID, s.Table, seat).Offered(sub))
	var chosen []string
	if len(moves) == 0 {
		return nil
	}
	for _, answer := range p.Answers {
		if q, open := choice.NextQuestion(in, moves); open {
			chosen = append(chosen, answerLabel(r, s.Table, moves[0], q, answer))
		}
		if moves = (choice.Pick{Answers: []string{answer}}).Left(in, moves); len(moves) == 0 {
			return nil
		}
	}
	what := r.Words.Say(in.ID + ".sub." + sub.Name + ".description")
	m := &message.Message{Content: belowGuide(r, what), KeepAttachments: true}
	if len(chosen) > 0 {
		m.Content += "\n" + r.Words.Say("bot.turn.chosen", "What", strings.Join(chosen, "; "))
	}
	row := menuRow(r, s, menu{p.Sub, sub, moves}, p)
	m.Components = []discordgo.MessageComponent{row, control.Row(control.BackButton(r.Words, s.ID, s.Table))}
	return m
}

// answerMenu returns the menu of answers to the next question, the best first, with hints.
func answerMenu(
	r *interaction.Request, s tables.Loaded, p choice.Pick, moves []engine.Move,
) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	q, _ := choice.NextQuestion(in, moves)
	var answers []discordgo.SelectMenuOption
	indexes := map[string]int{}
	for _, m := range moves {
		answer := q.Answer(in, m)
		label := pointed(r, s, m, answerLabel(r, s.Table, m, q, answer))
		if at, found := indexes[answer]; found {
			answers[at].Value = answer // several moves match
			if strings.HasSuffix(label, answers[at].Label) {
				answers[at].Label = label
			}
			continue
		}
		indexes[answer] = len(answers)
		legal := r.Rankings.Of(s.ID, s.Table, m.Seat)
		hint := sentences.Hint(r.Words, s.Table, m)
		answers = append(answers, discordgo.SelectMenuOption{
			Label:       text.Cut(label, control.MaxMenuText),
			Value:       onlyMove + choice.FormatMove(s.Table.Game, m),
			Description: text.Cut(hint, control.MaxMenuText),
			Emoji:       r.Icons.Of(in, q.Icon(in, legal, m)),
		})
	}
	placeholder := r.Words.Say(in.ID + ".arg." + cmp.Or(q.Arg, choice.WhatOption) + ".description")
	c := control.At(control.Pick, s.ID, s.Table, p.Arg())
	return control.Row(control.Menu(c, placeholder, menuPage(r, answers, p.Page)...))
}

// answerLabel returns the text of an answer in the menu, with what it answers: "hole: c3".
func answerLabel(
	r *interaction.Request, t *table.Table, m engine.Move, q choice.Question, answer string,
) string {
	in := t.Game.Info()
	if q == choice.WhichVerb {
		return r.Words.Say(in.ID + ".verb." + answer)
	}
	for _, arg := range in.VerbInfo(m.Verb).Args {
		if arg.Name == q.Arg && answer != choice.Nothing {
			answer = text.Unescaped(sentences.ArgWords(r.Words, t, m.Seat, arg, answer))
		}
	}
	if answer == choice.Nothing {
		answer = r.Words.Say("bot.turn.without")
	}
	return r.Words.Pair(r.Words.Say(in.ID+".arg."+cmp.Or(q.Arg, choice.WhatOption)+".name"), answer)
}

// menuPage returns the entries of a menu's page, counted from 0. If there are several, each one's
// last entry leads to the next page, the last page's to the first.
func menuPage(r *interaction.Request, all []discordgo.SelectMenuOption, page int) []discordgo.SelectMenuOption {
	const each = control.MaxMenuOptions - 1
	if len(all) <= control.MaxMenuOptions {
		return all
	}
	pages := (len(all) + each - 1) / each
	from := page % pages * each
	shown := slices.Clone(all[from:min(from+each, len(all))])
	return append(shown, discordgo.SelectMenuOption{
		Label: r.Words.Say("bot.turn.more", "Page", page%pages+1, "Pages", pages), Value: morePage,
	})
}
