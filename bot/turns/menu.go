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

// panelControls are, for every subcommand with moves: buttons, where there is nothing to choose,
// else a menu; and a cursor, where the place is what matters.
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
	return panelRows(r, s, menus, buttons)
}

// menu is a subcommand that is to be chosen from a menu, best first.
type menu struct {
	index int
	sub   choice.Subcommand
	moves []engine.Move
}

// panelRows fits menus and buttons into a message: where there is no room for all menus, those of a
// cursor go, which only save steps, and then the longest become buttons.
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
		rows = append(rows, chooser(r, s, m, choice.Pick{Sub: m.index}))
	}
	for row := range slices.Chunk(buttons, control.MaxRowButtons) {
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

// chooser is the menu of moves, or of the answers to the first question about them where they are
// more than a menu holds; where there is a cursor as well, the best of them do.
func chooser(r *interaction.Request, s tables.Loaded, of menu, p choice.Pick) discordgo.MessageComponent {
	if len(of.moves) > control.MaxMenuOptions && !choice.UsesCursor(s.Table.Game.Info(), of.moves[0]) {
		return answerMenu(r, s, p, of.moves)
	}
	return moveMenu(r, s, of)
}

// moveMenu offers moves of a subcommand, as many as a menu holds.
func moveMenu(r *interaction.Request, s tables.Loaded, of menu) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    control.At(control.Move, s.ID, s.Table.Version, strconv.Itoa(of.index)).ID(),
		Placeholder: text.Cut(r.Words.Say(in.ID+".sub."+of.sub.Name+".description"), control.MaxMenuText),
	}
	if len(of.moves) > control.MaxMenuOptions {
		best := r.Words.Say("bot.turn.best",
			"Shown", control.MaxMenuOptions, "Total", len(of.moves), "What", menu.Placeholder)
		menu.Placeholder = text.Cut(best, control.MaxMenuText)
	}
	for _, m := range of.moves[:min(len(of.moves), control.MaxMenuOptions)] {
		hint := telling.RankedHint(r.Words, r.Rankings.Of(s.ID, s.Table, m.Seat), s.Table, m)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:       text.Cut(telling.MoveLabel(r.Words, in, m), control.MaxMenuText),
			Value:       choice.FormatMove(s.Table.Game, m),
			Description: text.Cut(hint, control.MaxMenuText),
		})
	}
	return control.Row(menu)
}

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

// undoButton takes back the last step.
func undoButton(w *text.Words, id table.ID, t *table.Table) discordgo.Button {
	return control.Button(w, "bot.button.undo", discordgo.SecondaryButton, control.At(control.Undo, id, t.Version, ""))
}

// backButton leads back to the panel.
func backButton(r *interaction.Request, s tables.Loaded) discordgo.Button {
	return control.Button(
		r.Words, "bot.button.back", discordgo.SecondaryButton, control.At(control.Panel, s.ID, s.Table.Version, ""),
	)
}
