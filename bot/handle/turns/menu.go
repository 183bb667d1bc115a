package turns

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// panelControls returns the controls of the turn panel. An action has one control, always of the
// same kind: a button that opens its cursor, a button for each way without a choice, else a menu.
// The first button that goes on with the turn is green, in a lesson the one that it waits for. The
// buttons that end the turn come last, and beside comes before them. In a live game every action
// has a button, disabled while it is not possible; see reserves. What takes back waits for the
// seat's first step: until then nobody can make it possible.
func panelControls(
	r *interaction.Request, s tables.Loaded, seat engine.Seat, legal *choice.Ranked,
	beside ...discordgo.MessageComponent,
) []discordgo.MessageComponent {
	in := s.Table.Game.Info()
	live := s.Table.State.Pace().Live
	g := guideOf(r)
	acted := hasActed(s.Table, seat)
	var menus []menu
	var buttons, ends []discordgo.MessageComponent
	for i, sub := range choice.Subcommands(in) {
		moves, verb := r.PlannedFirst(s.Table, legal.Offered(sub)), in.VerbInfo(sub.Verbs[0])
		switch {
		case len(moves) == 0 && (!reserves(r, s) || verb.InTurns || verb.TakesBack && !acted):
		case len(moves) == 0:
			opens := pickButton(r, s, i, sub)
			none := engine.Move{Seat: seat, Verb: sub.Verbs[0]}
			if choice.UsesCursor(in, none) {
				opens = cursorButton(r, s, sub, none)
			}
			opens.Disabled = true
			buttons = append(buttons, opens)
		case choice.UsesCursor(in, moves[0]):
			buttons = append(buttons, cursorButton(r, s, sub, moves[0]))
		case !choice.HaveButtons(in, moves[0]) && live:
			buttons = append(buttons, pickButton(r, s, i, sub))
		case !choice.HaveButtons(in, moves[0]):
			menus = append(menus, menu{i, sub, moves})
		default:
			for _, m := range moves {
				if in.VerbInfo(m.Verb).Ends {
					ends = append(ends, moveButton(r, s, m))
				} else {
					buttons = append(buttons, moveButton(r, s, m))
				}
			}
		}
	}
	if g.Move != (engine.Move{}) {
		highlight(buttons, "👉")
		highlight(ends, "👉")
	} else if len(buttons) > 0 {
		highlight(buttons, "")
	} else if len(menus) == 0 {
		highlight(ends, "")
	}
	if undoable := choice.Undoable(s.Table, seat); !g.Copy && (live && acted || undoable) {
		undo := control.Button(r.Words, "bot.button.undo", discordgo.SecondaryButton,
			control.At(control.Undo, s.ID, s.Table, ""))
		undo.Disabled = !undoable
		buttons = append(buttons, undo)
	}
	buttons = append(buttons, g.Buttons...)
	if (r.Unstored == nil || g.Hints) && s.Table.MayAskForHints(seat) {
		buttons = append(buttons, control.Button(r.Words, "bot.button.hint", discordgo.SecondaryButton,
			control.At(control.Hint, s.ID, s.Table, "")))
	}
	return panelRows(r, s, menus, append(buttons, beside...), ends)
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

// panelRows returns the rows of a message. If there are too many, the longest menus become
// pickButtons. ends are the last buttons.
func panelRows(
	r *interaction.Request, s tables.Loaded, menus []menu, buttons, ends []discordgo.MessageComponent,
) []discordgo.MessageComponent {
	for len(menus)+control.ButtonRows(len(buttons)+len(ends)) > control.MaxRows {
		i := longest(menus)
		buttons = append(buttons, pickButton(r, s, menus[i].index, menus[i].sub))
		menus = slices.Delete(menus, i, i+1)
	}
	var rows []discordgo.MessageComponent
	for _, m := range menus {
		rows = append(rows, menuRow(r, s, m, choice.Pick{Sub: m.index}))
	}
	for row := range slices.Chunk(append(buttons, ends...), control.MaxRowButtons) {
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

func longest(menus []menu) int {
	at := 0
	for i := range menus {
		if len(menus[i].moves) > len(menus[at].moves) {
			at = i
		}
	}
	return at
}

// menuRow returns the menu of moves. If a menu cannot hold all, it returns the answers to the next
// question about them.
func menuRow(r *interaction.Request, s tables.Loaded, from menu, p choice.Pick) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	first := from.moves[0]
	verb := in.VerbInfo(first.Verb)
	menu := control.Menu(control.At(control.Move, s.ID, s.Table, strconv.Itoa(from.index)),
		pointedSub(r, s, from.sub, sentences.ButtonWord(r.Words, in.ID, from.sub.Name)))
	things, each := choice.Things(in, from.moves)
	switch {
	case each > 0 && len(things) <= control.MaxMenuOptions:
		menu.CustomID = control.At(control.Move, s.ID, s.Table, choice.ThingsMark+verb.Name).ID()
		menu.MinValues, menu.MaxValues = &each, each
		for i, thing := range things {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label: r.Words.Say(in.ID + "." + verb.Args[0].Words[0] + "." + thing),
				Value: thing + " " + strconv.Itoa(i), Emoji: r.Icons.Of(in, verb.Args[0].IconOf(thing)),
			})
		}
	case len(from.moves) > control.MaxMenuOptions:
		return answerMenu(r, s, p, from.moves)
	default:
		menu.Options = moveOptions(r, s, from.moves)
	}
	if left, err := strconv.Atoi(s.Table.State.Need(first.Seat).Facts["left"]); err == nil && verb.SetUp {
		menu.MaxValues = min(left, len(menu.Options))
	}
	return control.Row(menu)
}

// moveOptions returns menu entries for moves, at most as many as a menu holds.
func moveOptions(r *interaction.Request, s tables.Loaded, moves []engine.Move) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	for _, m := range moves[:min(len(moves), control.MaxMenuOptions)] {
		legal := r.Rankings.Of(s.ID, s.Table, m.Seat)
		hint := sentences.Hint(r.Words, s.Table, m)
		options = append(options, discordgo.SelectMenuOption{
			Label:       text.Cut(pointed(r, s, m, text.Unescaped(sentences.Spelled(r.Words, s.Table, m))), control.MaxMenuText),
			Value:       choice.FormatMove(s.Table.Game, m),
			Description: text.Cut(hint, control.MaxMenuText),
			Emoji:       r.Icons.Of(s.Table.Game.Info(), legal.Icon(s.Table.Game.Info(), m)),
		})
	}
	return options
}

// moveButton returns the button that plays a move. A hand points at the move of a lesson.
func moveButton(r *interaction.Request, s tables.Loaded, m engine.Move) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	label := pointed(r, s, m, sentences.ButtonWord(r.Words, in.ID, in.VerbInfo(m.Verb).Subcommand()))
	if d := sentences.Hint(r.Words, s.Table, m); d != "" && utf8.RuneCountInString(label+" · "+d) <= control.MaxLabel {
		label += " · " + d
	}
	return discordgo.Button{
		Label: text.Cut(label, control.MaxLabel), Style: discordgo.SecondaryButton,
		CustomID: control.At(control.Move, s.ID, s.Table, choice.FormatMove(s.Table.Game, m)).ID(),
		Emoji:    r.Icons.Of(in, r.Rankings.Of(s.ID, s.Table, m.Seat).Icon(in, m)),
	}
}

// pointed returns a label, with a sign if it is for the move that a lesson wants, or that the user
// has planned.
func pointed(r *interaction.Request, s tables.Loaded, m engine.Move, label string) string {
	switch m {
	case guideOf(r).Move:
		return "👉 " + label
	case r.PlannedNext(s.Table):
		return "🗓️ " + label
	}
	return label
}

// pointedSub is pointed for what leads to the moves of a subcommand.
func pointedSub(r *interaction.Request, s tables.Loaded, sub choice.Subcommand, label string) string {
	for _, m := range []engine.Move{guideOf(r).Move, r.PlannedNext(s.Table)} {
		if slices.Contains(sub.Verbs, m.Verb) {
			return pointed(r, s, m, label)
		}
	}
	return label
}
