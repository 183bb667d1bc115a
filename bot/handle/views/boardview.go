package views

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

// boardView says what /board shows: views of a seat, or of all players for seat 0, after a turn.
// Turn 0 is the start.
type boardView struct {
	seat engine.Seat
	// views is a name, names joined by viewSeparator, or allViews.
	views string
	turn  int
}

const (
	allViews      = "all"
	viewSeparator = "+"
)

// joinViews returns the views that a text names, with commas or pluses, as boardView.views, or "".
func joinViews(in *engine.Info, asked string) string {
	words := strings.FieldsFunc(strings.ToLower(asked), func(r rune) bool { return r == ',' || r == '+' })
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	named := slices.Clone(in.Views)
	if !slices.Equal(words, []string{allViews}) {
		named = slices.DeleteFunc(named, func(v string) bool { return !slices.Contains(words, v) })
	}
	if len(named) > 1 && len(named) == len(in.Views) {
		return allViews
	}
	return strings.Join(named, viewSeparator)
}

// names returns the views in the order of the game, at least one.
func (g boardView) names(in *engine.Info) []string {
	switch named := joinViews(in, g.views); named {
	case "":
		return []string{in.BoardView()}
	case allViews:
		return in.Views
	default:
		return strings.Split(named, viewSeparator)
	}
}

func (g boardView) String() string {
	return g.seat.String() + "," + g.views + "," + strconv.Itoa(g.turn)
}

// parseBoardView reads a control's argument. It limits seat and turn to what the game has: turns
// may have been undone since.
func parseBoardView(h sentences.History, arg string) boardView {
	seat, rest, _ := strings.Cut(arg, ",")
	views, turn, _ := strings.Cut(rest, ",")
	s, _ := strconv.Atoi(seat)
	n, err := strconv.Atoi(turn)
	if err != nil {
		n = h.Last()
	}
	return boardView{engine.Seat(min(max(s, 0), len(h.Table.Players))), views, min(max(n, 0), h.Last())}
}

// boardMessage returns the message of a boardView, with buttons for other turns if it is private.
// It leaves out views that the viewer may not see, and refuses if none is left.
func boardMessage(
	ctx context.Context, r *interaction.Request, words *text.Words, s tables.Loaded, h sentences.History, g boardView,
	public bool,
) (*message.Message, error) {
	asker := viewer(r, h, public)
	attach := func(list []boardPicture) (shown []boardPicture) {
		for _, next := range list {
			next.message = &message.Message{}
			if r.Pictures.Attach(ctx, words, next.message, s.ID, h.At(g.turn), next.want) == nil && !next.repeats(shown) {
				shown = append(shown, next)
			}
		}
		return shown
	}
	var shown []boardPicture
	if g.seat == 0 {
		shown = boards(words, h, asker, attach)
	} else {
		shown = attach(boardPictures(words, h, g, asker))
	}
	if len(shown) == 0 {
		return nil, engine.Refuse(refusedNotYours, "")
	}
	h.Table = sentences.ReadBy(h.Table, asker)
	title := boardTitle(words, h, g)
	room := control.MaxContent - len([]rune(title)) - len("\n")
	m := shownWhole(text.Lines(title, sentences.Tally(words, h.At(g.turn), room)), shown)
	if in := h.Table.Game.Info(); !public && len(in.Views) > 2 { // two are the table and a hand
		var views []boardView
		for _, view := range in.Views {
			views = append(views, boardView{cmp.Or(g.seat, max(h.Table.Seat(r.User), 1)), view, g.turn})
		}
		menu := control.ValueMenu(control.At(control.TurnTo, s.ID, s.Table, ""), words.Say("bot.board.views"), views, g,
			func(v boardView) string { return words.Say(in.ID + ".view." + v.views) })
		m.Components = append(m.Components, control.Row(menu))
	}
	if !public && h.Last() > 0 {
		steps := control.Steps(words, "bot.button.previous", "bot.button.next", g.turn, 0, h.Last(),
			func(turn int) control.Control {
				return control.At(control.TurnTo, s.ID, s.Table, boardView{g.seat, g.views, turn}.String())
			})
		steps = append(steps, interaction.PlayOn(words, "bot.button.play_on", s, h.At(g.turn), "")...)
		m.Components = append(m.Components, control.Row(steps...))
	}
	return m, nil
}

// viewer returns the seat that sees an answer, 0 for everybody.
func viewer(r *interaction.Request, h sentences.History, public bool) engine.Seat {
	if public {
		return 0
	}
	return h.Table.Seat(r.User)
}

// boardTitle returns the heading of a boardView, for a past turn with its moves.
func boardTitle(w *text.Words, h sentences.History, g boardView) string {
	title := w.T("bot.board.more", nil)
	if g.seat != 0 {
		title = w.Say(
			"bot.board.title", "Game", w.T(h.Table.Game.Info().ID+".name", nil),
			"Name", sentences.Name(w, h.Table.Player(g.seat)),
		)
	}
	if g.turn == h.Last() {
		return title
	}
	heading := w.Say("bot.board.after", "When", text.Capital(h.When(w, g.turn)))
	return text.Lines(title, heading, sentences.LastLines(h.Lines(w, g.turn), control.MaxLines))
}

func pressTurnTo(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	edit := func(ctx context.Context, m *message.Message, _ bool) { r.Answer.InPlace(ctx, m) }
	return showBoard(ctx, r, s, edit, func(h sentences.History) (boardView, error) {
		return parseBoardView(h, cmp.Or(r.Chosen(), r.Control().Arg)), nil
	})
}

// pressBoards shows the boards of all, or the user's as text.
func pressBoards(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	return showBoard(ctx, r, s, r.Answer.Show, func(h sentences.History) (boardView, error) {
		g := boardView{views: r.Control().Arg, turn: h.Last()}
		if g.views == interaction.TextView {
			g.seat = h.Table.Seat(r.User)
		}
		return g, nil
	})
}

// boardOfMessage shows the board as it was in the message whose menu the command is from.
func boardOfMessage(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	return showBoard(ctx, r, s, r.Answer.Show, func(h sentences.History) (boardView, error) {
		_, version := r.TargetVersion()
		turn := h.TurnAt(version)
		at, seat := h.At(turn), cmp.Or(h.Shown(turn), max(h.Table.Seat(r.User), 1))
		return boardView{seat, pictures.Public(at, at, seat).View, turn}, nil
	})
}

// showBoard answers with the boardView of a table that choose returns.
func showBoard(
	ctx context.Context, r *interaction.Request, s tables.Loaded,
	answer func(ctx context.Context, m *message.Message, public bool), choose func(sentences.History) (boardView, error),
) error {
	s = r.NoteLook(ctx, s)
	h, err := sentences.NewHistory(s.Table)
	if err != nil {
		return err
	}
	g, err := choose(h)
	if err != nil {
		return err
	}
	public, words := r.Audience(ctx, s.Table)
	if g.views == interaction.TextView {
		showText(ctx, r, words, h, g, public)
		return nil
	}
	m, err := boardMessage(ctx, r, words, s, h, g, public)
	if err != nil {
		return err
	}
	answer(ctx, m, public)
	return nil
}
