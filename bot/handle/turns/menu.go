package turns

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/choice"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// controls returns the controls of the turn panel. An action has one control, always of the same
// kind: a button that opens its cursor, a button for each way without a choice, else a menu. The
// first button that goes on with the turn is green, in a lesson the wanted one. What ends the
// turn comes last, after beside. In a live game every action has a button, disabled while it is
// not possible; see reserves. What takes back needs the seat's first step.
func (p *panel) controls(beside ...discordgo.MessageComponent) []discordgo.MessageComponent {
	live := p.t.State.Pace().Live
	acted := p.hasActed()
	var menus []menu
	var buttons, ends []discordgo.MessageComponent
	for i, sub := range choice.Subcommands(p.in) {
		moves, verb := p.plannedFirst(p.legal().Offered(sub)), p.in.VerbInfo(sub.Verbs[0])
		switch {
		case len(moves) == 0 && (!p.reserves() || verb.InTurns || verb.TakesBack && !acted):
		case len(moves) == 0:
			opens := p.pickButton(i, sub)
			none := engine.Move{Seat: p.seat, Verb: sub.Verbs[0]}
			if choice.UsesCursor(p.in, none) {
				opens = cursor{p, none}.opener(sub)
			}
			opens.Disabled = true
			buttons = append(buttons, opens)
		case choice.UsesCursor(p.in, moves[0]):
			buttons = append(buttons, cursor{p, moves[0]}.opener(sub))
		case !choice.HaveButtons(p.in, moves[0]) && live:
			buttons = append(buttons, p.pickButton(i, sub))
		case !choice.HaveButtons(p.in, moves[0]):
			menus = append(menus, menu{i, sub, moves})
		default:
			for _, m := range moves {
				if p.in.VerbInfo(m.Verb).Ends {
					ends = append(ends, p.moveButton(m))
				} else {
					buttons = append(buttons, p.moveButton(m))
				}
			}
		}
	}
	if p.guide.Move != (engine.Move{}) {
		highlight(buttons, "👉")
		highlight(ends, "👉")
	} else if len(buttons) > 0 {
		highlight(buttons, "")
	} else if len(menus) == 0 {
		highlight(ends, "")
	}
	if undoable := choice.Undoable(p.t, p.seat); !p.guide.Copy && (live && acted || undoable) {
		undo := p.button("bot.button.undo", discordgo.SecondaryButton, control.Undo, "")
		undo.Disabled = !undoable
		buttons = append(buttons, undo)
	}
	buttons = append(buttons, p.guide.Buttons...)
	if (p.Trial == nil || p.guide.Hints) && p.t.MayAskForHints(p.seat) {
		buttons = append(buttons, p.button("bot.button.hint", discordgo.SecondaryButton, control.Hint, ""))
	}
	return p.rows(menus, append(buttons, beside...), ends)
}

// highlight makes the first of some buttons green that can be pressed and whose label begins so.
func highlight(buttons []discordgo.MessageComponent, label string) {
	for i := range buttons {
		if b := buttons[i].(discordgo.Button); !b.Disabled && strings.HasPrefix(b.Label, label) {
			b.Style = discordgo.SuccessButton
			buttons[i] = b
			return
		}
	}
}

// menu is a subcommand with its legal moves, the best first. index is from choice.Subcommands.
type menu struct {
	index int
	sub   choice.Subcommand
	moves []engine.Move
}

// rows returns a message's rows. The longest menus of too many become pickButtons; ends are last.
func (p *panel) rows(menus []menu, buttons, ends []discordgo.MessageComponent) []discordgo.MessageComponent {
	for len(menus)+control.ButtonRows(len(buttons)+len(ends)) > control.MaxRows {
		long := slices.MaxFunc(menus, func(a, b menu) int { return cmp.Compare(len(a.moves), len(b.moves)) })
		buttons = append(buttons, p.pickButton(long.index, long.sub))
		menus = slices.DeleteFunc(menus, func(m menu) bool { return m.index == long.index })
	}
	var rows []discordgo.MessageComponent
	for _, m := range menus {
		rows = append(rows, picking{p, choice.Pick{Sub: m.index}}.menuRow(m))
	}
	for row := range slices.Chunk(append(buttons, ends...), control.MaxRowButtons) {
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

// picking is a player who chooses a move by questions, some of which are answered.
type picking struct {
	*panel
	pick choice.Pick
}

// menuRow returns the menu of moves, or of answers about them if they are too many.
func (p picking) menuRow(from menu) discordgo.MessageComponent {
	first := from.moves[0]
	verb := p.in.VerbInfo(first.Verb)
	menu := control.Menu(p.at(control.Move, strconv.Itoa(from.index)),
		p.pointedSub(from.sub, sentences.ButtonWord(p.Words, p.in.ID, from.sub.Name)))
	things, each := choice.Things(p.in, from.moves)
	switch {
	case each > 0 && len(things) <= control.MaxMenuOptions:
		menu.CustomID = p.at(control.Move, choice.ThingsMark+verb.Name).ID()
		menu.MinValues, menu.MaxValues = &each, each
		for i, thing := range things {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label: p.Words.Say(p.in.ID + "." + verb.Args[0].Words[0] + "." + thing),
				Value: thing + " " + strconv.Itoa(i), Emoji: p.Icons.Of(p.in, verb.Args[0].IconOf(thing)),
			})
		}
	case len(from.moves) > control.MaxMenuOptions:
		return p.answerMenu(from.moves)
	default:
		menu.Options = p.moveOptions(from.moves)
	}
	if left, err := strconv.Atoi(p.t.State.Need(p.seat).Facts["left"]); err == nil && verb.SetUp {
		menu.MaxValues = min(left, len(menu.Options))
	}
	return control.Row(menu)
}

// moveOptions returns menu entries for moves, at most as many as a menu holds.
func (p *panel) moveOptions(moves []engine.Move) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	for _, m := range moves[:min(len(moves), control.MaxMenuOptions)] {
		spelled := text.Unescaped(sentences.Spelled(p.Words, p.t, m))
		options = append(options, control.Entry(p.pointed(m, spelled), choice.FormatMove(p.t.Game, m),
			sentences.Hint(p.Words, p.t, m), p.icon(m)))
	}
	return options
}

// moveButton returns the button that plays a move. A hand points at the move of a lesson.
func (p *panel) moveButton(m engine.Move) discordgo.MessageComponent {
	label := p.pointed(m, sentences.ButtonWord(p.Words, p.in.ID, p.in.VerbInfo(m.Verb).Subcommand()))
	if d := sentences.Hint(p.Words, p.t, m); d != "" && utf8.RuneCountInString(label+" · "+d) <= control.MaxLabel {
		label += " · " + d
	}
	play := p.at(control.Move, choice.FormatMove(p.t.Game, m))
	return control.Labelled(label, discordgo.SecondaryButton, play, p.icon(m))
}

func (p *panel) icon(m engine.Move) *discordgo.ComponentEmoji {
	return p.Icons.Of(p.in, p.legal().Icon(p.in, m))
}

// pointed returns a label, with a sign for the move that a lesson wants, or the user has planned.
func (p *panel) pointed(m engine.Move, label string) string {
	switch m {
	case p.guide.Move:
		return "👉 " + label
	case p.plannedNext():
		return "🗓️ " + label
	}
	return label
}

// pointedSub is pointed for what leads to the moves of a subcommand.
func (p *panel) pointedSub(sub choice.Subcommand, label string) string {
	for _, m := range []engine.Move{p.guide.Move, p.plannedNext()} {
		if slices.Contains(sub.Verbs, m.Verb) {
			return p.pointed(m, label)
		}
	}
	return label
}

// pickButton returns the button that opens the questions about a subcommand's moves.
func (p *panel) pickButton(index int, sub choice.Subcommand) discordgo.Button {
	return control.Labelled(p.pointedSub(sub, sentences.ButtonWord(p.Words, p.in.ID, sub.Name)),
		discordgo.SecondaryButton, p.at(control.Pick, choice.Pick{Sub: index}.Arg()), p.Icons.Of(p.in, sub.Icon(p.in)))
}

const (
	onlyMove = "=" // begins the value of an answer that leaves a single move, which follows
	morePage = "+" // the value of the menu entry that leads to the next page
)

// pressPick handles an answer to a question: it asks the next one, or plays the only move left.
func (p press) pressPick(ctx context.Context) error {
	pick, ok := choice.ParsePick(p.Control.Arg)
	switch chosen := p.Chosen(); {
	case !ok:
	case strings.HasPrefix(chosen, onlyMove):
		return p.pressed(ctx, chosen[len(onlyMove):])
	case chosen == morePage:
		pick.Page++
	case chosen != "":
		pick.Page = 0
		pick.Answers = append(pick.Answers, chosen)
	}
	m := picking{p.panel, pick}.message()
	if !ok || m == nil {
		return errOutdated
	}
	p.Answer.InPlace(ctx, m)
	return nil
}

// message returns the message with the next question, nil if no move matches the answers.
func (p picking) message() *message.Message {
	subs := choice.Subcommands(p.in)
	if p.pick.Sub >= len(subs) {
		return nil
	}
	sub := subs[p.pick.Sub]
	moves := p.plannedFirst(p.legal().Offered(sub))
	var chosen []string
	if len(moves) == 0 {
		return nil
	}
	for _, answer := range p.pick.Answers {
		if q, open := choice.NextQuestion(p.in, moves); open {
			chosen = append(chosen, p.answerLabel(moves[0], q, answer))
		}
		if moves = (choice.Pick{Answers: []string{answer}}).Left(p.in, moves); len(moves) == 0 {
			return nil
		}
	}
	what := p.Words.Say(p.in.ID + ".sub." + sub.Name + ".description")
	m := &message.Message{Content: p.belowGuide(what), KeepAttachments: true}
	if len(chosen) > 0 {
		m.Content += "\n" + p.Words.Say("bot.turn.chosen", "What", strings.Join(chosen, "; "))
	}
	m.Components = []discordgo.MessageComponent{p.menuRow(menu{p.pick.Sub, sub, moves}), p.backRow()}
	return m
}

// answerMenu returns the menu of answers to the next question, the best first, with hints.
func (p picking) answerMenu(moves []engine.Move) discordgo.MessageComponent {
	q, _ := choice.NextQuestion(p.in, moves)
	var answers []discordgo.SelectMenuOption
	indexes := map[string]int{}
	for _, m := range moves {
		answer := q.Answer(p.in, m)
		label := p.pointed(m, p.answerLabel(m, q, answer))
		if at, found := indexes[answer]; found {
			answers[at].Value = answer // several moves match
			if strings.HasSuffix(label, answers[at].Label) {
				answers[at].Label = label
			}
			continue
		}
		indexes[answer] = len(answers)
		answers = append(answers, control.Entry(label, onlyMove+choice.FormatMove(p.t.Game, m),
			sentences.Hint(p.Words, p.t, m), p.Icons.Of(p.in, q.Icon(p.in, p.legal(), m))))
	}
	placeholder := p.Words.Say(p.in.ID + ".arg." + cmp.Or(q.Arg, choice.WhatOption) + ".description")
	c := p.at(control.Pick, p.pick.Arg())
	return control.Row(control.Menu(c, placeholder, p.menuPage(answers)...))
}

// answerLabel returns the text of an answer in the menu, with what it answers: "hole: c3".
func (p picking) answerLabel(m engine.Move, q choice.Question, answer string) string {
	if q == choice.WhichVerb {
		return p.Words.Say(p.in.ID + ".verb." + answer)
	}
	for _, arg := range p.in.VerbInfo(m.Verb).Args {
		if arg.Name == q.Arg && answer != choice.Nothing {
			answer = text.Unescaped(sentences.ArgWords(p.Words, p.t, p.seat, arg, answer))
		}
	}
	if answer == choice.Nothing {
		answer = p.Words.Say("bot.turn.without")
	}
	return p.Words.Pair(p.Words.Say(p.in.ID+".arg."+cmp.Or(q.Arg, choice.WhatOption)+".name"), answer)
}

// menuPage returns the entries of the page of a menu. If there are several, each one's
// last entry leads to the next page, the last page's to the first.
func (p picking) menuPage(all []discordgo.SelectMenuOption) []discordgo.SelectMenuOption {
	const each = control.MaxMenuOptions - 1
	if len(all) <= control.MaxMenuOptions {
		return all
	}
	pages := (len(all) + each - 1) / each
	page := p.pick.Page % pages
	from := page * each
	shown := slices.Clone(all[from:min(from+each, len(all))])
	return append(shown, discordgo.SelectMenuOption{
		Label: p.Words.Say("bot.turn.more", "Page", page+1, "Pages", pages), Value: morePage,
	})
}
