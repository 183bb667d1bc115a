package turns

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// cursorButton returns the button that opens the cursor for the verb of best, a subcommand's move.
func cursorButton(
	r *interaction.Request, s tables.Loaded, sub choice.Subcommand, best engine.Move,
) discordgo.MessageComponent {
	in := s.Table.Game.Info()
	icon := r.Rankings.Of(s.ID, s.Table, best.Seat).Icon(in, best)
	label := r.Words.Say("bot.cursor.open_it", "What", sentences.ButtonWord(r.Words, in.ID, sub.Name))
	return discordgo.Button{
		Label: text.Cut(label, control.MaxLabel), Style: discordgo.SuccessButton,
		CustomID: control.At(control.Cursor, s.ID, s.Table, choice.NextLegal+" "+in.VerbInfo(best.Verb).Name).ID(),
		Emoji:    r.Icons.Of(in, icon),
	}
}

// pressCursor handles the buttons that change the ghost, a move that is not played yet.
func pressCursor(ctx context.Context, r *interaction.Request) error {
	s, seat, err := acting(ctx, r)
	if err != nil {
		return err
	}
	op, text, _ := strings.Cut(r.Control().Arg, " ")
	verb, _, begun := strings.Cut(text, " ")
	if len(spotsOf(r, s, seat, verb)) == 0 {
		return errOutdated
	}
	var ghost engine.Move
	best := func() []engine.Move { return bestSpots(r, s, seat, verb) }
	if !begun {
		ghost = firstGhost(r, s, best(), best()[0])
	} else if ghost, err = choice.ParseMove(s.Table.Game, seat, text); err != nil {
		return interaction.About(s.Table, err)
	} else {
		ghost = choice.MoveCursor(s.Table, ghost, op, best)
	}
	show(ctx, r, s, seat, cursorView(ctx, r, s, ghost, ""), r.Answer.InPlace)
	return nil
}

func cursorView(ctx context.Context, r *interaction.Request, s tables.Loaded, ghost engine.Move, note string) view {
	m := cursorMessage(ctx, r, s, ghost)
	if note != "" {
		m.Content = note + "\n" + m.Content
	}
	return view{m, func(ctx context.Context, now tables.Loaded) *message.Message {
		verb := now.Table.Game.Info().VerbInfo(ghost.Verb).Name
		if len(spotsOf(r, now, ghost.Seat, verb)) == 0 || now.Table.Round.Waiting {
			return redrawPanel(r, ghost.Seat)(ctx, now)
		}
		m := cursorMessage(ctx, r, now, ghost)
		m.Content = strings.TrimSpace(lastMove(r, now.Table) + "\n" + m.Content)
		return m
	}}
}

func spotsOf(r *interaction.Request, s tables.Loaded, seat engine.Seat, verb string) []engine.Move {
	return r.Rankings.Of(s.ID, s.Table, seat).Of(verbOnly(s, verb))
}

// bestSpots returns the legal moves of a verb, the best first. Ranking a thousand takes some
// milliseconds, so most presses of the cursor do without.
func bestSpots(r *interaction.Request, s tables.Loaded, seat engine.Seat, verb string) []engine.Move {
	return r.Rankings.Of(s.ID, s.Table, seat).Best(verbOnly(s, verb))
}

func verbOnly(s tables.Loaded, verb string) choice.Subcommand {
	return choice.Subcommand{Verbs: []engine.Verb{s.Table.Game.Info().Verb(verb)}}
}

// cursorMessage returns the message with a ghost: picture, effect or why it is illegal, buttons.
func cursorMessage(ctx context.Context, r *interaction.Request, s tables.Loaded, ghost engine.Move) *message.Message {
	in := s.Table.Game.Info()
	_, err := s.Table.State.Apply(ghost)
	m := &message.Message{
		Content:    belowGuide(r, s.Table, ghostText(r, s.Table, ghost, err)),
		Components: cursorControls(r, s, ghost, err == nil),
	}
	r.Answer.AddRule(m, s.ID, s.Table, err)
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, pictures.Request{
		View: in.VerbInfo(ghost.Verb).AimView, Seat: ghost.Seat, Asker: ghost.Seat,
		Ghost: render.Ghost{Move: ghost, Legal: err == nil},
	})
	return m
}

// ghostText returns the ghost's move with its effect, or with err's reason if it is illegal.
func ghostText(r *interaction.Request, t *table.Table, ghost engine.Move, err error) string {
	content := "👻 `" + sentences.Spelled(r.Words, t.Game.Info(), ghost) + "`\n"
	if err != nil {
		return content + strings.Replace(r.Answer.Explain(t, err), "⛔", "❌", 1)
	}
	return content + "✅ " + r.Words.Pair(r.Words.Say("bot.cursor.fits"), sentences.Hint(r.Words, t, ghost))
}

// waysMenu is the argument of the menu with the other ways to place a piece at the ghost.
const waysMenu = "ways"

// goesOn reports whether a seat can place another piece of the same kind after a move.
func goesOn(t *table.Table, m engine.Move) bool {
	after, err := t.State.Apply(m)
	if err != nil || !after.Turn().Has(m.Seat) {
		return false
	}
	room := legalMoves.Get().(*[]engine.Move)
	defer legalMoves.Put(room)
	*room = after.Legal(m.Seat, (*room)[:0])
	return slices.ContainsFunc(*room, func(next engine.Move) bool { return next.Verb == m.Verb })
}

// legalMoves reuses lists of legal moves, which may have thousands.
var legalMoves = sync.Pool{New: func() any { return new([]engine.Move) }}

// pressPlaceOn handles the button that places the ghost and goes on with another such piece.
func pressPlaceOn(ctx context.Context, r *interaction.Request) error {
	s, seat, err := acting(ctx, r)
	if err != nil {
		return err
	}
	m, err := choice.ParseMove(s.Table.Game, seat, r.Control().Arg)
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return playPressed(ctx, r, s, m, cursorAfter)
}

// cursorAfter returns the cursor at the best place beside m for another such piece, below a note,
// or the turn panel if there is no place.
func cursorAfter(ctx context.Context, r *interaction.Request, s tables.Loaded, m engine.Move, note string) view {
	spots := bestSpots(r, s, m.Seat, s.Table.Game.Info().VerbInfo(m.Verb).Name)
	if len(spots) == 0 {
		return panelAfter(ctx, r, s, m, note)
	}
	return cursorView(ctx, r, s, firstGhost(r, s, spots, choice.Beside(s.Table, m, spots)), note)
}

// cursorControls returns the buttons that change and place a ghost. Arrows without an effect are
// disabled, other buttons without one left out.
func cursorControls(
	r *interaction.Request, s tables.Loaded, ghost engine.Move, legal bool,
) []discordgo.MessageComponent {
	text := choice.FormatMove(s.Table.Game, ghost)
	at := func(op string) control.Control {
		return control.At(control.Cursor, s.ID, s.Table, op+" "+text)
	}
	in := s.Table.Game.Info()
	axes, spots := in.VerbInfo(ghost.Verb).Axes, spotsOf(r, s, ghost.Seat, in.VerbInfo(ghost.Verb).Name)
	var rows []discordgo.MessageComponent
	for _, steps := range in.Steps {
		var row []discordgo.MessageComponent
		for _, step := range steps {
			if !slices.Contains(axes, step.Axis) {
				continue
			}
			_, there := s.Table.State.Aim(ghost, step.Axis, step.By)
			if !there && !in.Reversible(step.Axis) {
				continue
			}
			b := control.Button(r.Words, in.ID+".cursor."+step.Name, discordgo.SecondaryButton, at(step.Name))
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
		r.Words, "bot.cursor.place", discordgo.SuccessButton, control.At(control.Move, s.ID, s.Table, text),
	)
	place.Disabled = !legal
	last := []discordgo.MessageComponent{next, place}
	if legal && goesOn(s.Table, ghost) {
		last = append(last, control.Button(r.Words, "bot.cursor.place_on", discordgo.SuccessButton,
			control.At(control.PlaceOn, s.ID, s.Table, text)))
	}
	if ways := choice.Ways(in, spots, ghost, control.MaxMenuOptions); len(ways) > 0 {
		ways = r.Rankings.Of(s.ID, s.Table, ghost.Seat).Sorted(ways)
		rows = append(rows, moveOptions(r, s, waysMenu, r.Words.Say("bot.cursor.ways", "Count", len(ways)), ways))
	}
	if r.Guide != nil {
		last = append(last, r.Guide(s.Table).Buttons...)
	} else if s.Table.MayAskForHints(ghost.Seat) {
		why := control.Button(r.Words, "bot.button.why_not", discordgo.SecondaryButton,
			control.At(control.WhyNot, s.ID, s.Table, text))
		why.Disabled = !legal
		last = append(last, why)
	}
	return append(rows, control.Row(append(last, backButton(r, s))...))
}
