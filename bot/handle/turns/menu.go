package turns

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// panelControls returns the controls of the turn panel. A subcommand gets a button for each move if
// choice.HaveButtons allows that, else a menu; if its moves differ by place, also a cursor. The
// buttons that end the turn come last, and beside comes before them.
func panelControls(
	r *interaction.Request, s tables.Loaded, seat engine.Seat, legal *choice.Ranked,
	beside ...discordgo.MessageComponent,
) []discordgo.MessageComponent {
	in := s.Table.Game.Info()
	var menus []menu
	var buttons, ends []discordgo.MessageComponent
	for i, sub := range choice.Subcommands(in) {
		moves := legal.Best(sub)
		if len(moves) == 0 {
			continue
		}
		if choice.UsesCursor(in, moves[0]) {
			buttons = append(buttons, cursorButton(r, s, sub, moves[0]))
		}
		if !choice.HaveButtons(in, moves) {
			menus = append(menus, menu{i, sub, moves})
			continue
		}
		for _, m := range moves {
			button := moveButton(r, s, m, playStyle(in, legal, m))
			if in.VerbInfo(m.Verb).Ends {
				ends = append(ends, button)
			} else {
				buttons = append(buttons, button)
			}
		}
	}
	menus, buttons = fewAsButtons(r, s, legal, menus, buttons, len(ends)+2+len(beside)) // *Undo* and *Hint*
	if choice.Undoable(s.Table, seat) {
		buttons = append(buttons, undoButton(r.Words, s))
	}
	if r.Guide != nil {
		buttons = append(buttons, r.Guide(s.Table).Buttons...)
	} else if s.Table.MayAskForHints(seat) {
		buttons = append(buttons, control.Button(r.Words, "bot.button.hint", discordgo.SecondaryButton,
			control.At(control.Hint, s.ID, s.Table, "")))
	}
	return panelRows(r, s, menus, append(buttons, beside...), ends)
}

// maxChoiceButtons is the most moves that a subcommand shows as buttons, if there is room.
const maxChoiceButtons = 4

// fewAsButtons turns the menus with few moves into buttons, which take one press instead of two. It
// leaves room for a number of others.
func fewAsButtons(
	r *interaction.Request, s tables.Loaded, legal *choice.Ranked,
	menus []menu, buttons []discordgo.MessageComponent, others int,
) ([]menu, []discordgo.MessageComponent) {
	var rest []menu
	for i, m := range menus {
		rows := len(rest) + len(menus) - i - 1 + control.ButtonRows(len(buttons)+len(m.moves)+others)
		if len(m.moves) > maxChoiceButtons || rows > control.MaxRows {
			rest = append(rest, m)
			continue
		}
		for _, move := range m.moves {
			buttons = append(buttons, moveButton(r, s, move, playStyle(s.Table.Game.Info(), legal, move)))
		}
	}
	return rest, buttons
}

// playStyle returns the style of a move's button: green for playing on, grey for ending the turn,
// unless nothing else is possible.
func playStyle(in *engine.Info, legal *choice.Ranked, m engine.Move) discordgo.ButtonStyle {
	ends := func(m engine.Move) bool { return in.VerbInfo(m.Verb).Ends }
	if ends(m) && slices.ContainsFunc(legal.Moves, func(m engine.Move) bool { return !ends(m) }) {
		return discordgo.SecondaryButton
	}
	return discordgo.SuccessButton
}

// menu is a subcommand with its legal moves, the best first. index is from choice.Subcommands.
type menu struct {
	index int
	sub   choice.Subcommand
	moves []engine.Move
}

// panelRows returns the rows of a message. If there are too many, it drops menus that a cursor
// replaces. Then the longest menus become pickButtons. ends are the last buttons.
func panelRows(
	r *interaction.Request, s tables.Loaded, menus []menu, buttons, ends []discordgo.MessageComponent,
) []discordgo.MessageComponent {
	in := s.Table.Game.Info()
	for len(menus)+control.ButtonRows(len(buttons)+len(ends)) > control.MaxRows {
		i := slices.IndexFunc(menus, func(m menu) bool { return choice.UsesCursor(in, m.moves[0]) })
		if i < 0 {
			i = longest(menus)
			buttons = append(buttons, pickButton(r, s, menus[i].index, menus[i].sub))
		}
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
// question about them. With a cursor, the best moves are enough.
func menuRow(r *interaction.Request, s tables.Loaded, from menu, p choice.Pick) discordgo.MessageComponent {
	if len(from.moves) > control.MaxMenuOptions && !choice.UsesCursor(s.Table.Game.Info(), from.moves[0]) {
		return answerMenu(r, s, p, from.moves)
	}
	return moveMenu(r, s, from)
}

// moveMenu returns the menu of a subcommand's moves, or if they are too many, of the best by place.
func moveMenu(r *interaction.Request, s tables.Loaded, from menu) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	what := sentences.ButtonWord(r.Words, in.ID, from.sub.Name) + "…"
	moves := from.moves
	if len(moves) > control.MaxMenuOptions {
		moves = choice.Places(in, moves)
		if shown := min(len(moves), control.MaxMenuOptions); shown < len(moves) {
			what = r.Words.Say("bot.turn.best", "Shown", shown, "Total", len(moves), "What", what)
		}
	}
	return moveOptions(r, s, strconv.Itoa(from.index), what, moves)
}

// moveOptions returns a menu of the first moves. arg tells it from the message's other menus.
func moveOptions(
	r *interaction.Request, s tables.Loaded, arg, placeholder string, moves []engine.Move,
) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    control.At(control.Move, s.ID, s.Table, arg).ID(),
		Placeholder: text.Cut(placeholder, control.MaxMenuText),
	}
	for _, m := range moves[:min(len(moves), control.MaxMenuOptions)] {
		legal := r.Rankings.Of(s.ID, s.Table, m.Seat)
		hint := sentences.RankedHint(r.Words, legal, s.Table, m)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:       text.Cut(sentences.Spelled(r.Words, in, m), control.MaxMenuText),
			Value:       choice.FormatMove(s.Table.Game, m),
			Description: text.Cut(hint, control.MaxMenuText),
			Emoji:       r.Icons.Of(in, legal.Icon(in, m)),
		})
	}
	return control.Row(menu)
}

// maxChoiceLabel is how much of a button's label a phone shows in one line, in characters.
const maxChoiceLabel = 34

// moveButton returns the button that plays a move. Its label begins with the action and the choice,
// since phones cut it. A hand points at the move of a lesson.
func moveButton(
	r *interaction.Request, s tables.Loaded, m engine.Move, style discordgo.ButtonStyle,
) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	verb := in.VerbInfo(m.Verb)
	label := sentences.ButtonWord(r.Words, in.ID, verb.Subcommand())
	most := control.MaxLabel
	if chosen := sentences.MoveLabel(r.Words, in, m); chosen != "" && !verb.Ends {
		label += " " + chosen
		most = maxChoiceLabel
	}
	if d := sentences.Hint(r.Words, s.Table, m); d != "" {
		label += " · " + d
	}
	if r.Guide != nil && r.Guide(s.Table).Move == m {
		label, style = "👉 "+label, discordgo.SuccessButton
	}
	c := control.At(control.Move, s.ID, s.Table, choice.FormatMove(s.Table.Game, m))
	icon := r.Rankings.Of(s.ID, s.Table, m.Seat).Icon(in, m)
	return discordgo.Button{
		Label: text.Cut(label, most), Style: style, CustomID: c.ID(), Emoji: r.Icons.Of(in, icon),
	}
}

func undoButton(w *text.Words, s tables.Loaded) discordgo.Button {
	undo := control.At(control.Undo, s.ID, s.Table, "")
	return control.Button(w, "bot.button.undo", discordgo.SecondaryButton, undo)
}

func backButton(r *interaction.Request, s tables.Loaded) discordgo.Button {
	return control.Button(
		r.Words, "bot.button.back", discordgo.SecondaryButton, control.At(control.Panel, s.ID, s.Table, ""),
	)
}
