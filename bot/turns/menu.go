package turns

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/choice"
	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// panelControls returns the controls of the turn panel. A subcommand gets a button for each move if
// choice.HaveButtons allows that, else a menu. If its moves differ by place, it also gets a cursor.
func panelControls(
	r *interaction.Request, s tables.Loaded, seat engine.Seat, legal *choice.Ranked,
) []discordgo.MessageComponent {
	in := s.Table.Game.Info()
	var menus []menu
	var buttons []discordgo.MessageComponent
	for i, sub := range choice.Subcommands(in) {
		moves := choice.Best(in, legal, sub)
		if len(moves) == 0 {
			continue
		}
		if choice.UsesCursor(in, moves[0]) {
			buttons = append(buttons, cursorButton(r, s, sub, in.VerbInfo(moves[0].Verb)))
		}
		if !choice.HaveButtons(in, moves) {
			menus = append(menus, menu{i, sub, moves})
			continue
		}
		for _, m := range moves {
			buttons = append(buttons, moveButton(r, s, m))
		}
	}
	if choice.Undoable(s.Table, seat) {
		buttons = append(buttons, undoButton(r.Words, s.ID, s.Table))
	}
	if s.Table.MayAskForHints(seat) {
		buttons = append(buttons, control.Button(r.Words, "bot.button.hint", discordgo.SecondaryButton,
			control.At(control.Hint, s.ID, s.Table.Version, "")))
	}
	return panelRows(r, s, menus, buttons)
}

// menu is a subcommand with its legal moves, the best first, for a menu. index is its place in
// choice.Subcommands.
type menu struct {
	index int
	sub   choice.Subcommand
	moves []engine.Move
}

// panelRows returns the rows of a message for menus and buttons. If there are too many menus, those
// with a cursor are dropped first, because the cursor replaces them. Then the longest become
// buttons.
func panelRows(
	r *interaction.Request, s tables.Loaded, menus []menu, buttons []discordgo.MessageComponent,
) []discordgo.MessageComponent {
	in := s.Table.Game.Info()
	for len(menus)+control.ButtonRows(len(buttons)) > control.MaxRows {
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
	for row := range slices.Chunk(buttons, control.MaxRowButtons) {
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

// longest returns the index of the menu with the most moves.
func longest(menus []menu) int {
	at := 0
	for i := range menus {
		if len(menus[i].moves) > len(menus[at].moves) {
			at = i
		}
	}
	return at
}

// menuRow returns the menu of moves. If they are more than a menu holds, it returns the menu of the
// answers to the next question about them. With a cursor, the best moves are enough.
func menuRow(r *interaction.Request, s tables.Loaded, from menu, p choice.Pick) discordgo.MessageComponent {
	if len(from.moves) > control.MaxMenuOptions && !choice.UsesCursor(s.Table.Game.Info(), from.moves[0]) {
		return answerMenu(r, s, p, from.moves)
	}
	return moveMenu(r, s, from)
}

// moveMenu returns the menu of the best moves of a subcommand, as many as a menu holds.
func moveMenu(r *interaction.Request, s tables.Loaded, from menu) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    control.At(control.Move, s.ID, s.Table.Version, strconv.Itoa(from.index)).ID(),
		Placeholder: text.Cut(r.Words.Say(in.ID+".sub."+from.sub.Name+".description"), control.MaxMenuText),
	}
	if len(from.moves) > control.MaxMenuOptions {
		best := r.Words.Say("bot.turn.best",
			"Shown", control.MaxMenuOptions, "Total", len(from.moves), "What", menu.Placeholder)
		menu.Placeholder = text.Cut(best, control.MaxMenuText)
	}
	for _, m := range from.moves[:min(len(from.moves), control.MaxMenuOptions)] {
		hint := telling.RankedHint(r.Words, r.Rankings.Of(s.ID, s.Table, m.Seat), s.Table, m)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:       text.Cut(telling.MoveLabel(r.Words, in, m), control.MaxMenuText),
			Value:       choice.FormatMove(s.Table.Game, m),
			Description: text.Cut(hint, control.MaxMenuText),
		})
	}
	return control.Row(menu)
}

// moveButton returns the button that plays a move.
func moveButton(r *interaction.Request, s tables.Loaded, m engine.Move) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	verb := in.VerbInfo(m.Verb)
	label := telling.ButtonWord(r.Words, in.ID, verb.Subcommand())
	if d := telling.Hint(r.Words, s.Table, m); d != "" {
		label += " · " + d
	}
	c := control.At(control.Move, s.ID, s.Table.Version, choice.FormatMove(s.Table.Game, m))
	return discordgo.Button{Label: text.Cut(label, control.MaxLabel), Style: discordgo.SuccessButton, CustomID: c.ID()}
}

// undoButton returns the button that undoes the player's last step.
func undoButton(w *text.Words, id table.ID, t *table.Table) discordgo.Button {
	return control.Button(w, "bot.button.undo", discordgo.SecondaryButton, control.At(control.Undo, id, t.Version, ""))
}

// backButton returns the button that leads back to the turn panel.
func backButton(r *interaction.Request, s tables.Loaded) discordgo.Button {
	return control.Button(
		r.Words, "bot.button.back", discordgo.SecondaryButton, control.At(control.Panel, s.ID, s.Table.Version, ""),
	)
}
