package turns

import (
	"cmp"
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
	"amytis/store"
)

// cursorButton returns the button that opens the cursor for the verb of best, a subcommand's move.
func cursorButton(
	r *interaction.Request, s tables.Loaded, sub choice.Subcommand, best engine.Move,
) discordgo.Button {
	in := s.Table.Game.Info()
	icon := r.Rankings.Of(s.ID, s.Table, best.Seat).Icon(in, best)
	label := r.Words.Say("bot.cursor.open_it", "What", sentences.ButtonWord(r.Words, in.ID, sub.Name))
	label = pointedSub(r, s, sub, label)
	return discordgo.Button{
		Label: text.Cut(label, control.MaxLabel), Style: discordgo.SecondaryButton,
		CustomID: control.At(control.Cursor, s.ID, s.Table, choice.NextLegal+" "+in.VerbInfo(best.Verb).Name).ID(),
		Emoji:    r.Icons.Of(in, icon),
	}
}

// pressCursor handles the buttons that change the ghost, a move that is not played yet.
func pressCursor(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) error {
	op, text, _ := strings.Cut(cmp.Or(r.Chosen(), r.Control().Arg), " ")
	verb, _, begun := strings.Cut(text, " ")
	if len(spotsOf(r, s, seat, verb)) == 0 {
		return errOutdated
	}
	ghost, err := choice.ParseMove(s.Table.Game, seat, text)
	switch {
	case !begun:
		best := bestSpots(r, s, seat, verb)
		ghost = firstGhost(r, s, best, best[0])
		err = r.CountUse(ctx, func(p *store.Preferences) *int { return &p.Aimed })
	case err == nil:
		ghost = choice.MoveCursor(s.Table, r.Rankings.Of(s.ID, s.Table, seat), ghost, op)
	}
	if err != nil {
		return err
	}
	show(ctx, r, s, seat, cursorView(ctx, r, s, ghost, ""), r.Answer.InPlace)
	return nil
}

func cursorView(ctx context.Context, r *interaction.Request, s tables.Loaded, ghost engine.Move, note string) view {
	m := cursorMessage(ctx, r, s, ghost)
	m.Content = text.Lines(liveNote(r, s.Table, note), m.Content)
	_, blocked := s.Table.State.Apply(ghost)
	return view{m, func(ctx context.Context, now tables.Loaded) *message.Message {
		verb := now.Table.Game.Info().VerbInfo(ghost.Verb).Name
		if len(spotsOf(r, now, ghost.Seat, verb)) == 0 || now.Table.Round.Waiting {
			return redrawPanel(r, ghost.Seat)(ctx, now)
		}
		if _, err := now.Table.State.Apply(ghost); err != nil && blocked == nil { // by others
			ghost = choice.MoveCursor(now.Table, r.Rankings.Of(now.ID, now.Table, ghost.Seat), ghost, choice.NextLegal)
		}
		m := cursorMessage(ctx, r, now, ghost)
		m.Content = text.Lines(lastMove(r, now.Table), m.Content)
		return m
	}}
}

func spotsOf(r *interaction.Request, s tables.Loaded, seat engine.Seat, verb string) []engine.Move {
	return r.Rankings.Of(s.ID, s.Table, seat).MovesOf(verbOnly(s, verb))
}

// bestSpots returns the legal moves of a verb, the best first.
func bestSpots(r *interaction.Request, s tables.Loaded, seat engine.Seat, verb string) []engine.Move {
	return r.Rankings.Of(s.ID, s.Table, seat).Best(verbOnly(s, verb))
}

func verbOnly(s tables.Loaded, verb string) choice.Subcommand {
	return choice.Subcommand{Verbs: []engine.Verb{s.Table.Game.Info().Verb(verb)}}
}

// cursorMessage returns the message with a ghost: picture, effect or why it is illegal, buttons.
func cursorMessage(ctx context.Context, r *interaction.Request, s tables.Loaded, ghost engine.Move) *message.Message {
	_, err := s.Table.State.Apply(ghost)
	m := &message.Message{
		Content:    belowGuide(r, ghostText(r, s.Table, ghost, err)),
		Components: cursorControls(r, s, ghost, err == nil),
	}
	r.Answer.AddRule(m, s.ID, s.Table, err)
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, pictures.Request{
		View: s.Table.Game.Info().VerbInfo(ghost.Verb).AimView, Seat: ghost.Seat, Asker: ghost.Seat,
		Ghost: render.Ghost{Move: ghost, Legal: err == nil},
	})
	return m
}

// ghostText returns the ghost's move with its effect, or with err's reason if it is illegal, and
// the first times what the buttons without words do.
func ghostText(r *interaction.Request, t *table.Table, ghost engine.Move, err error) string {
	in := t.Game.Info()
	var fits string
	if err != nil {
		fits = strings.Replace(r.Answer.Explain(t, err), "⛔", "❌", 1)
	} else {
		fits = "✅ " + r.Words.Pair(r.Words.Say("bot.cursor.fits"), sentences.Hint(r.Words, t, ghost))
	}
	turns := slices.ContainsFunc(in.Steps[0], func(step engine.Step) bool {
		return !in.Reversible(step.Axis) && leads(t, ghost, step)
	})
	how := r.Words.Say(in.ID+".aim", "Verb", in.VerbInfo(ghost.Verb).Name, "Turns", turns,
		"Known", r.Prefers.Aimed > interaction.Explained && !r.Prefers.Text)
	return text.Lines("👻 **"+sentences.Spelled(r.Words, t, ghost)+"**", fits, how)
}

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
func pressPlaceOn(ctx context.Context, r *interaction.Request, s tables.Loaded, seat engine.Seat) error {
	m, err := choice.ParseMove(s.Table.Game, seat, r.Control().Arg)
	if err != nil {
		return err
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

// cursorControls returns the buttons that change and place a ghost, and a menu with what is rarely
// needed. The first steps of the game are buttons without words, disabled without an effect.
func cursorControls(
	r *interaction.Request, s tables.Loaded, ghost engine.Move, legal bool,
) []discordgo.MessageComponent {
	text := choice.FormatMove(s.Table.Game, ghost)
	at := func(action, arg string) control.Control { return control.At(action, s.ID, s.Table, arg) }
	place := control.Button(r.Words, "bot.cursor.place", discordgo.SuccessButton, at(control.Move, text))
	place.Disabled = !legal
	place.Label = pointed(r, s, ghost, place.Label)
	if wanted := guideOf(r).Move; wanted != (engine.Move{}) && wanted != ghost {
		place.Style = discordgo.SecondaryButton
	}
	next := control.Button(
		r.Words, "bot.cursor.next", discordgo.SecondaryButton, at(control.Cursor, choice.NextLegal+" "+text),
	)
	in := s.Table.Game.Info()
	spots := append(spotsOf(r, s, ghost.Seat, in.VerbInfo(ghost.Verb).Name), ghost)
	next.Disabled = legal && len(choice.Places(in, spots)) == 1
	row := []discordgo.MessageComponent{place, next}
	on := control.Button(r.Words, "bot.cursor.place_on", discordgo.SecondaryButton, at(control.PlaceOn, text))
	on.Disabled = !legal || !goesOn(s.Table, ghost)
	if reserves(r, s) || !on.Disabled {
		row = append(row, on)
	}
	g := guideOf(r)
	if g.Move != (engine.Move{}) {
		row = append(row, g.Buttons...)
	}
	steps, rare := cursorSteps(r, s, ghost, text)
	if up, offered := oneUp(r, s, ghost.Seat); offered && len(steps) < control.MaxRowButtons {
		steps = append(steps, up)
	} else if offered && len(row) < control.MaxRowButtons-1 {
		row = append(row, up)
	}
	row = append(row, control.BackButton(r.Words, s.ID, s.Table))
	rows := []discordgo.MessageComponent{control.Row(steps...), control.Row(row...)}
	if r.Prefers.Text { // without the picture, the steps lead nowhere that can be seen
		rare = append(rare, ways(r, s, ghost)...)
	}
	if len(rare) > 0 {
		rare = rare[:min(len(rare), control.MaxMenuOptions)]
		rows = append(rows, control.Row(control.Menu(at(control.Cursor, ""), r.Words.Say("bot.cursor.rare"), rare...)))
	}
	return rows
}

// reserves reports whether controls have their places even while they can do nothing: in live
// games, where nothing moves under a thumb when others build. On a copy nobody else does.
func reserves(r *interaction.Request, s tables.Loaded) bool {
	return s.Table.State.Pace().Live && !guideOf(r).Copy
}

// hasActed reports whether a seat has made a step in the present round of a live game.
func hasActed(t *table.Table, seat engine.Seat) bool {
	return slices.ContainsFunc(t.Moves[t.State.Pace().Since:], func(m table.Entry) bool { return m.Move.Seat == seat })
}

// oneUp returns the button that makes a seat's last move again, one level higher. Where that is not
// possible, only panels that reserve its place have it, once the seat has made a step.
func oneUp(r *interaction.Request, s tables.Loaded, seat engine.Seat) (b discordgo.Button, offered bool) {
	legal := r.Rankings.Of(s.ID, s.Table, seat)
	m, higher := choice.Higher(s.Table, legal, seat)
	text := ""
	if higher {
		text = choice.FormatMove(s.Table.Game, m)
	}
	b = control.Button(r.Words, "bot.cursor.one_up", discordgo.SecondaryButton,
		control.At(control.OneUp, s.ID, s.Table, text))
	b.Emoji = &discordgo.ComponentEmoji{Name: "⏫"}
	b.Disabled = !higher
	return b, higher || reserves(r, s) && hasActed(s.Table, seat)
}

// cursorSteps returns the buttons of the first row of steps, and the entries of the others. Steps
// without an effect are left out, but for the ones that lead back.
func cursorSteps(
	r *interaction.Request, s tables.Loaded, ghost engine.Move, text string,
) (buttons []discordgo.MessageComponent, rare []discordgo.SelectMenuOption) {
	in := s.Table.Game.Info()
	for i, steps := range in.Steps {
		for _, step := range steps {
			if !slices.Contains(in.VerbInfo(ghost.Verb).Axes, step.Axis) {
				continue
			}
			there := leads(s.Table, ghost, step)
			sign, words, _ := strings.Cut(r.Words.Say(in.ID+".cursor."+step.Name), " ")
			emoji := &discordgo.ComponentEmoji{Name: sign}
			arg := step.Name + " " + text
			hand := ""
			style := discordgo.SecondaryButton
			if there && guideOf(r).Move != (engine.Move{}) {
				next := choice.MoveCursor(s.Table, r.Rankings.Of(s.ID, s.Table, ghost.Seat), ghost, step.Name)
				hand = strings.TrimSpace(pointed(r, s, next, ""))
				if hand != "" {
					style = discordgo.SuccessButton
				}
			}
			switch {
			case i == 0 && (there || in.Reversible(step.Axis)):
				buttons = append(buttons, discordgo.Button{
					Label: hand, Style: style, Emoji: emoji, Disabled: !there,
					CustomID: control.At(control.Cursor, s.ID, s.Table, arg).ID(),
				})
			case there && i > 0:
				rare = append(rare, discordgo.SelectMenuOption{Label: words, Value: arg, Emoji: emoji})
			}
		}
	}
	return buttons, rare
}

func leads(t *table.Table, ghost engine.Move, step engine.Step) bool {
	if !slices.Contains(t.Game.Info().VerbInfo(ghost.Verb).Axes, step.Axis) {
		return false
	}
	_, there := t.State.Aim(ghost, step.Axis, step.By)
	return there
}

// ways returns menu entries for the other legal ways to place a piece at the ghost, the best first.
func ways(r *interaction.Request, s tables.Loaded, ghost engine.Move) []discordgo.SelectMenuOption {
	in := s.Table.Game.Info()
	spots := spotsOf(r, s, ghost.Seat, in.VerbInfo(ghost.Verb).Name)
	moves := r.Rankings.Of(s.ID, s.Table, ghost.Seat).Sorted(choice.Ways(in, spots, ghost, control.MaxMenuOptions))
	options := moveOptions(r, s, moves)
	for i := range options {
		options[i].Value = showWay + " " + options[i].Value
	}
	return options
}

// showWay is the operation that shows a move as the ghost. It changes nothing.
const showWay = "="
