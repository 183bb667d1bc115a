package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"

	"github.com/bwmarrin/discordgo"
)

// pressPanel opens the turn panel: what may be done now, its picture, and a
// menu for every kind of move. It answers anew from a table message, and in
// place from a message of the player's own.
func (r *request) pressPanel(ctx context.Context) error {
	return r.showPanel(ctx, r.control().Table, "")
}

// showPanel answers with the current panel, a note above it.
func (r *request) showPanel(ctx context.Context, id table.ID, note string) error {
	s, err := r.desk.load(ctx, id)
	if err != nil {
		return err
	}
	g := gameOf(s.table)
	seat, err := r.seatAt(s.table)
	if err != nil {
		return about(s.table, err)
	}
	r.answerInPlace(ctx, r.panel(ctx, g, s, seat, note))
	return nil
}

// answerInPlace changes the message that was pressed if it is the player's own,
// else whispers.
func (r *request) answerInPlace(ctx context.Context, m *session.Message) {
	if m.Components == nil {
		m.Components = noComponents
	}
	if r.i.Message != nil && r.i.Message.Flags&discordgo.MessageFlagsEphemeral != 0 {
		r.caution(ctx, m)
		r.respond(ctx, session.Update(m))
		return
	}
	r.whisper(ctx, m)
}

func (r *request) panel(ctx context.Context, g games.Entry, s seen, seat engine.Seat, note string) *session.Message {
	m := &session.Message{Content: canDo(r.words, s.table, seat)}
	if note != "" {
		m.Content = note + "\n" + m.Content
	}
	legal := r.rankings.of(s.id, s.table, seat)
	if s.table.Turn().Has(seat) {
		m.Components = r.panelControls(g, s, seat, legal)
	}
	want := shot{view: g.Info().Views[0], seat: seat, asker: seat, scale: render.Phone}
	if len(legal.moves) > 0 {
		want.view = g.Info().VerbInfo(legal.moves[0].Verb).View
	}
	r.studio.attach(ctx, r.words, m, s.id, s.table, want)
	return m
}

// Discord's limits of a message's controls.
const (
	maxMenuOptions = 25
	maxMenuText    = 100
	maxRows        = 5
	maxRowButtons  = 5
)

// panelControls are, for every subcommand with moves: buttons, where there is
// nothing to choose, else a menu; and a cursor, where the place is what matters.
func (r *request) panelControls(g games.Entry, s seen, seat engine.Seat, legal *ranked) []discordgo.MessageComponent {
	in := g.Info()
	var menus []menu
	var buttons []discordgo.MessageComponent
	for i, sub := range subcommands(in) {
		moves := best(in, legal, sub)
		if len(moves) == 0 {
			continue
		}
		if aimed(in, moves[0]) {
			buttons = append(buttons, r.cursorButton(s, sub, in.VerbInfo(moves[0].Verb)))
		}
		if !few(in, moves) {
			menus = append(menus, menu{i, sub, moves})
			continue
		}
		for _, m := range moves {
			buttons = append(buttons, r.moveButton(g, s, m))
		}
	}
	if undoable(s.table, seat) {
		buttons = append(buttons, button(r.words, "bot.button.undo", discordgo.SecondaryButton, control{actUndo, s.id, s.table.Version, ""}))
	}
	return r.panelRows(g, s, menus, buttons)
}

// menu is a subcommand that is to be chosen from a menu, best first.
type menu struct {
	index int
	sub   subcommand
	moves []engine.Move
}

// panelRows fits menus and buttons into a message: where there is no room for
// all menus, those of a cursor go, which only save steps, and then the longest
// become buttons.
func (r *request) panelRows(g games.Entry, s seen, menus []menu, buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	in := g.Info()
	for len(menus)+buttonRows(len(buttons)) > maxRows {
		i := slices.IndexFunc(menus, func(m menu) bool { return aimed(in, m.moves[0]) })
		if i < 0 {
			i = longest(menus)
			buttons = append(buttons, r.pickButton(s, menus[i].index, menus[i].sub))
		}
		menus = slices.Delete(menus, i, i+1)
	}
	var rows []discordgo.MessageComponent
	for _, m := range menus {
		rows = append(rows, r.chooser(g, s, m, pick{sub: m.index}))
	}
	for row := range slices.Chunk(buttons, maxRowButtons) {
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

func buttonRows(buttons int) int { return (buttons + maxRowButtons - 1) / maxRowButtons }

func longest(menus []menu) int {
	at := 0
	for i := range menus {
		if len(menus[i].moves) > len(menus[at].moves) {
			at = i
		}
	}
	return at
}

// maxPair is how many moves of a kind may be buttons.
const maxPair = 2

// few reports whether moves of a subcommand get buttons: they end the turn, or
// there is nothing to choose.
func few(in *engine.Info, moves []engine.Move) bool {
	return len(moves) > 0 && len(moves) <= maxPair && pressable(in, moves[0])
}

// aimed reports whether a move is chosen by a cursor.
func aimed(in *engine.Info, m engine.Move) bool { return len(in.VerbInfo(m.Verb).Axes) > 0 }

// best lists the moves of a subcommand, the best first.
func best(in *engine.Info, legal *ranked, sub subcommand) []engine.Move {
	var order []int
	for i, m := range legal.moves {
		if slices.Contains(sub.verbs, m.Verb) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(legal.ranks[b], legal.ranks[a]) })
	moves := make([]engine.Move, len(order))
	for i, at := range order {
		moves[i] = legal.moves[at]
	}
	return moves
}

// pressable reports whether a move gets a button, where there are but few of
// its kind: it ends the turn, or there is nothing to choose.
func pressable(in *engine.Info, m engine.Move) bool {
	verb := in.VerbInfo(m.Verb)
	return verb.Ends || len(verb.Args) == 0 && verb.Group == ""
}

// chooser is the menu of moves, or of the answers to the first question about
// them where they are more than a menu holds; where there is a cursor as well,
// the best of them do.
func (r *request) chooser(g games.Entry, s seen, of menu, p pick) discordgo.MessageComponent {
	if len(of.moves) > maxMenuOptions && !aimed(g.Info(), of.moves[0]) {
		return r.answerMenu(s, p, of.moves)
	}
	return r.moveMenu(g, s, of)
}

// moveMenu offers moves of a subcommand, as many as a menu holds.
func (r *request) moveMenu(g games.Entry, s seen, of menu) discordgo.MessageComponent {
	in := g.Info()
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    control{actMove, s.id, s.table.Version, strconv.Itoa(of.index)}.id(),
		Placeholder: text.Cut(r.words.Say(in.ID+".sub."+of.sub.name+".description"), maxMenuText),
	}
	if len(of.moves) > maxMenuOptions {
		menu.Placeholder = text.Cut(r.words.Say("bot.turn.best", "Shown", maxMenuOptions, "Total", len(of.moves), "What", menu.Placeholder), maxMenuText)
	}
	for _, m := range of.moves[:min(len(of.moves), maxMenuOptions)] {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:       text.Cut(moveLabel(r.words, in, m), maxMenuText),
			Value:       string(g.AppendMove(nil, m)[2:]),
			Description: text.Cut(rankedHint(r.words, r.rankings.of(s.id, s.table, m.Seat), s.table, m), maxMenuText),
		})
	}
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}}
}

// moveLabel names a move: the notation's arguments, behind the decoration's
// word where a menu mixes several.
func moveLabel(w *text.Words, in *engine.Info, m engine.Move) string {
	if in.VerbInfo(m.Verb).Group != "" {
		return spelled(w, in, m)
	}
	return values(w, in, m)[1:]
}

// spelled is a move in the words of its player: what it is called and the
// notation's arguments.
func spelled(w *text.Words, in *engine.Info, m engine.Move) string {
	verb := in.VerbInfo(m.Verb)
	if verb.Group != "" {
		return w.Say(in.ID+".verb."+verb.Name) + values(w, in, m)
	}
	return w.Say(in.ID+".sub."+verb.Subcommand()+".name") + values(w, in, m)
}

// values are the notation's arguments of a move, each behind a space.
func values(w *text.Words, in *engine.Info, m engine.Move) string {
	text := ""
	for _, arg := range in.VerbInfo(m.Verb).Args {
		v := argText(in, m, arg.Name)
		switch {
		case v == "":
		case arg.Key != "":
			text += " " + w.Say(in.ID+".arg."+arg.Name+".name") + "=" + v
		default:
			text += " " + v
		}
	}
	return text
}

func (r *request) moveButton(g games.Entry, s seen, m engine.Move) discordgo.MessageComponent {
	in := g.Info()
	verb := in.VerbInfo(m.Verb)
	label := buttonWord(r.words, in.ID, verb.Subcommand())
	if d := hint(r.words, s.table, m); d != "" {
		label += " · " + d
	}
	c := control{actMove, s.id, s.table.Version, string(g.AppendMove(nil, m)[2:])}
	return discordgo.Button{Label: text.Cut(label, maxLabel), Style: discordgo.SuccessButton, CustomID: c.id()}
}

// pressMove plays a move from a panel, after one more question if something
// would be lost by it.
func (r *request) pressMove(ctx context.Context) error { return r.pressed(ctx, r.warned) }

// pressSure plays a move that was asked about.
func (r *request) pressSure(ctx context.Context) error {
	return r.pressed(ctx, func(games.Entry, seen, engine.Move) *session.Message { return nil })
}

// pressed plays the move of a control, unless ask has a question first.
func (r *request) pressed(ctx context.Context, ask func(games.Entry, seen, engine.Move) *session.Message) error {
	s, g, seat, err := r.atControl(ctx)
	if err != nil {
		return err
	}
	text := r.chosen()
	if text == "" {
		text = r.control().Arg
	}
	m, err := g.ParseMove(seat.String() + " " + text)
	if err != nil {
		return about(s.table, err)
	}
	if question := ask(g, s, m); question != nil {
		r.answerInPlace(ctx, question)
		return nil
	}
	return r.playPressed(ctx, g, s, m)
}

// playPressed plays a move and shows the panel as it is then. A move that was
// offered for an earlier position is not played: the player gets the current
// panel instead.
func (r *request) playPressed(ctx context.Context, g games.Entry, s seen, m engine.Move) error {
	surprised := false // others have acted since the move was offered
	done, err := r.play(ctx, s.id, func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.Means(seat, r.control().Version) {
			return engine.Move{}, errMovedOn
		}
		surprised = t.Version != r.control().Version && !t.State.Pace().Live
		return m, nil
	})
	var refused *engine.RuleError
	switch {
	case errors.Is(err, errMovedOn):
		return err
	case errors.As(err, &refused) && surprised:
		return r.showPanel(ctx, s.id, r.words.Say("bot.turn.moved_on")+"\n"+r.explain(g, s.table, err))
	case errors.As(err, &refused): // where all act at once, somebody was quicker
		return r.showPanel(ctx, s.id, r.explain(g, s.table, err))
	case err != nil:
		return about(s.table, err)
	}
	if after, err := r.desk.load(ctx, s.id); err == nil && after.table.Turn().Has(m.Seat) {
		note, _, _ := strings.Cut(done.Content, "\n")
		return r.showPanel(ctx, s.id, note)
	}
	r.answerInPlace(ctx, done)
	return nil
}

// atControl reads the table of a control and where who pressed it sits. The error is
// errMovedOn if the control was shown for an earlier position.
func (r *request) atControl(ctx context.Context) (s seen, g games.Entry, seat engine.Seat, err error) {
	c := r.control()
	if s, err = r.desk.load(ctx, c.Table); err != nil {
		return s, g, 0, err
	}
	g = gameOf(s.table)
	if seat, err = r.seatAt(s.table); err != nil {
		return s, g, 0, about(s.table, err)
	}
	if !s.table.Means(seat, c.Version) {
		return s, g, seat, errMovedOn
	}
	return s, g, seat, nil
}

// warned asks once more before a move by which something is lost; nil if there
// is nothing to ask.
func (r *request) warned(g games.Entry, s seen, m engine.Move) *session.Message {
	if _, err := s.table.State.Apply(m); err != nil {
		return nil // it is refused in a moment
	}
	in := g.Info()
	d := s.table.State.Describe(m)
	if d.Loss == "" {
		return nil
	}
	return &session.Message{
		Content: "⚠️ " + r.words.T(in.ID+".loss."+d.Loss, moveArgs(r.words, in, s.table, m, d)),
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			button(r.words, "bot.button.sure", discordgo.DangerButton,
				control{actSure, s.id, s.table.Version, string(g.AppendMove(nil, m)[2:])}),
			r.backButton(s),
		}}},
		KeepAttachments: true,
	}
}

// backButton leads back to the panel.
func (r *request) backButton(s seen) discordgo.Button {
	return button(r.words, "bot.button.back", discordgo.SecondaryButton, control{actPanel, s.id, s.table.Version, ""})
}

// pressUndo takes back the last step from a panel.
func (r *request) pressUndo(ctx context.Context) error {
	c := r.control()
	if _, err := r.takeBack(ctx, c.Table, c.Version); err != nil {
		return err
	}
	return r.showPanel(ctx, c.Table, r.words.Say("bot.turn.undone"))
}
