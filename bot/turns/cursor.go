package turns

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/choice"
	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/pictures"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// cursorButton returns the button that opens the cursor for a verb.
func cursorButton(
	r *interaction.Request, s tables.Loaded, sub choice.Subcommand, verb *engine.VerbInfo,
) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	label := r.Words.Say("bot.cursor.open_it", "What", telling.ButtonWord(r.Words, in.ID, sub.Name))
	return discordgo.Button{
		Label: text.Cut(label, control.MaxLabel), Style: discordgo.PrimaryButton,
		CustomID: control.At(control.Cursor, s.ID, s.Table.Version, choice.NextLegal+" "+verb.Name).ID(),
	}
}

// pressCursor handles the buttons of the cursor: it changes the ghost, which is a move that is not
// played yet, and shows it.
func pressCursor(ctx context.Context, r *interaction.Request) error {
	s, seat, err := loadControl(ctx, r)
	if err != nil {
		return err
	}
	op, text, _ := strings.Cut(r.Control().Arg, " ")
	verb, _, begun := strings.Cut(text, " ")
	spots := rankedMoves(r, s, seat, verb)
	if len(spots) == 0 {
		return errOutdated
	}
	ghost := spots[0]
	if begun {
		if ghost, err = choice.ParseMove(s.Table.Game, seat, text); err != nil {
			return interaction.About(s.Table, err)
		}
		ghost = choice.MoveCursor(s.Table, ghost, op, spots)
	}
	r.AnswerInPlace(ctx, cursorMessage(ctx, r, s, ghost, spots))
	return nil
}

// rankedMoves returns the legal moves of a verb, the best first.
func rankedMoves(r *interaction.Request, s tables.Loaded, seat engine.Seat, verb string) []engine.Move {
	in := s.Table.Game.Info()
	sub := choice.Subcommand{Verbs: []engine.Verb{in.Verb(verb)}}
	return choice.Best(in, r.Rankings.Of(s.ID, s.Table, seat), sub)
}

// cursorMessage returns the message with a ghost: its picture, its effect or why it is illegal, and
// the buttons that change it. spots are the legal moves of its verb.
func cursorMessage(
	ctx context.Context, r *interaction.Request, s tables.Loaded, ghost engine.Move, spots []engine.Move,
) *session.Message {
	in := s.Table.Game.Info()
	_, err := s.Table.State.Apply(ghost)
	m := &session.Message{
		Content: ghostText(r, s.Table, ghost, err), Components: cursorControls(r, s, ghost, err == nil, spots),
	}
	r.Pictures.Attach(ctx, r.Words, m, s.ID, s.Table, pictures.Request{
		View: in.VerbInfo(ghost.Verb).AimView, Seat: ghost.Seat, Asker: ghost.Seat,
		Ghost: render.Ghost{Move: ghost, Legal: err == nil},
	})
	return m
}

// ghostText returns the ghost's move with its effect, or with the reason of err if it is illegal.
func ghostText(r *interaction.Request, t *table.Table, ghost engine.Move, err error) string {
	content := "👻 `" + telling.Spelled(r.Words, t.Game.Info(), ghost) + "`\n"
	if err != nil {
		return content + strings.Replace(r.Explain(t, err), "⛔", "❌", 1)
	}
	return content + strings.TrimSpace("✅ "+r.Words.Say("bot.cursor.fits")+" "+telling.Hint(r.Words, t, ghost))
}

// waysMenu is the argument of the menu with the other ways to place a piece where the ghost is.
const waysMenu = "ways"

// goesOn reports whether a seat can place another piece of the same kind after a legal move.
func goesOn(t *table.Table, m engine.Move) bool {
	after, err := t.State.Apply(m)
	if err != nil || !after.Turn().Has(m.Seat) {
		return false
	}
	return slices.ContainsFunc(after.Legal(m.Seat, nil), func(next engine.Move) bool { return next.Verb == m.Verb })
}

// pressPlaceOn handles the button that places the ghost and goes on with the next piece of its
// kind.
func pressPlaceOn(ctx context.Context, r *interaction.Request) error {
	s, seat, err := loadControl(ctx, r)
	if err != nil {
		return err
	}
	m, err := choice.ParseMove(s.Table.Game, seat, r.Control().Arg)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return playPressed(ctx, r, s, m, showNextGhost)
}

// showNextGhost answers with the cursor at the best place for another piece like that of m, below a
// note. Without such a place it shows the turn panel.
func showNextGhost(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, note string) error {
	spots := rankedMoves(r, s, m.Seat, s.Table.Game.Info().VerbInfo(m.Verb).Name)
	if len(spots) == 0 {
		return showPanel(ctx, r, s.ID, note)
	}
	answer := cursorMessage(ctx, r, s, spots[0], spots)
	answer.Content = note + "\n" + answer.Content
	r.AnswerInPlace(ctx, answer)
	return nil
}

// cursorControls returns the buttons that change a ghost, and those that place it. Arrows without
// an effect are disabled, other buttons without an effect are left out.
func cursorControls(
	r *interaction.Request, s tables.Loaded, ghost engine.Move, legal bool, spots []engine.Move,
) []discordgo.MessageComponent {
	text := choice.FormatMove(s.Table.Game, ghost)
	at := func(op string) control.Control {
		return control.At(control.Cursor, s.ID, s.Table.Version, op+" "+text)
	}
	axes := s.Table.Game.Info().VerbInfo(ghost.Verb).Axes
	var rows []discordgo.MessageComponent
	for _, steps := range choice.CursorSteps {
		var row []discordgo.MessageComponent
		for _, step := range steps {
			_, there := s.Table.State.Aim(ghost, step.Axis, step.By)
			if !slices.Contains(axes, step.Axis) || !there && !step.Moves() {
				continue
			}
			b := control.Button(r.Words, step.Key, discordgo.SecondaryButton, at(step.Op))
			b.Disabled = !there
			row = append(row, b)
		}
		if len(row) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: row})
		}
	}
	next := control.Button(r.Words, "bot.cursor.next", discordgo.PrimaryButton, at(choice.NextLegal))
	next.Disabled = legal && len(spots) == 1
	place := control.Button(
		r.Words, "bot.cursor.place", discordgo.SuccessButton, control.At(control.Move, s.ID, s.Table.Version, text),
	)
	place.Disabled = !legal
	last := []discordgo.MessageComponent{next, place}
	if legal && goesOn(s.Table, ghost) {
		last = append(last, control.Button(r.Words, "bot.cursor.place_on", discordgo.SuccessButton,
			control.At(control.PlaceOn, s.ID, s.Table.Version, text)))
	}
	if ways := choice.Ways(s.Table.Game.Info(), spots, ghost); len(ways) > 1 {
		rows = append(rows, moveOptions(r, s, waysMenu, r.Words.Say("bot.cursor.ways", "Count", len(ways)), ways))
	}
	if s.Table.MayAskForHints(ghost.Seat) {
		why := control.Button(r.Words, "bot.button.why_not", discordgo.SecondaryButton,
			control.At(control.WhyNot, s.ID, s.Table.Version, text))
		why.Disabled = !legal
		last = append(last, why)
	}
	return append(rows, control.Row(append(last, backButton(r, s))...))
}
