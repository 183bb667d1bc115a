package views

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// board handles /board: any view of any player's seat, now or after a turn.
func board(ctx context.Context, r *interaction.Request) error {
	return showBoard(ctx, r, r.Answer.Show, func(h sentences.History) (g boardView, err error) {
		g.views = joinViews(r.At.Table.Game.Info(), r.Options["view"])
		asked := strings.TrimSpace(r.Options["view"])
		if strings.EqualFold(asked, interaction.TextView) || strings.EqualFold(asked, r.Words.Say("bot.textboard.view")) {
			g.views = interaction.TextView
		}
		if g.turn, err = chosenTurn(r, h); err == nil {
			g.seat, err = chosenSeat(r, h, g)
		}
		return g, err
	})
}

// chosenSeat returns the seat in the option player. Without it, the view of the turn's message
// shows the seat that moved, others the user's own seat, or the first.
func chosenSeat(r *interaction.Request, h sentences.History, g boardView) (engine.Seat, error) {
	if asked := strings.TrimSpace(r.Options["player"]); asked != "" {
		return interaction.SeatNamed(r.Words, h.Table, asked)
	}
	at, mover := h.At(g.turn), h.Shown(g.turn)
	if mover != 0 && g.views == pictures.Public(at, at, mover).View {
		return mover, nil
	}
	return max(h.Table.Seat(r.User), 1), nil
}

// chosenTurn returns the turn in the option turn, else the last. It refuses any other text.
func chosenTurn(r *interaction.Request, h sentences.History) (int, error) {
	asked := strings.TrimSpace(r.Options["turn"])
	if asked == "" {
		return h.Last(), nil
	}
	turn, err := strconv.Atoi(asked)
	if err != nil || turn < 0 || turn > h.Last() {
		return 0, engine.Refuse("no_turn", "", "turn", text.Quoted(asked), "last", strconv.Itoa(h.Last()))
	}
	return turn, nil
}

// suggestBoard offers the players, views or turns of the channel's game, for the focused option.
func suggestBoard(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	s, err := r.LastInChannel(ctx)
	if err != nil || s.Table.State == nil {
		return
	}
	t := s.Table
	switch r.Focused {
	case "player":
		o.OfferSeats(r.Words, t, func(*table.Table, engine.Seat) bool { return true })
	case "view":
		in := t.Game.Info()
		for _, v := range in.Views {
			o.Add(r.Words.Say(in.ID+".view."+v), v)
		}
		o.Add(r.Words.Say("bot.board.all"), allViews)
		o.Add(r.Words.Say("bot.textboard.view"), interaction.TextView)
		offerViews(r, o, in)
	case "turn":
		h, err := sentences.NewHistory(t)
		for turn := h.Last(); err == nil && turn >= 0 && !o.Full(); turn-- {
			o.Add(h.Label(r.Words, turn), strconv.Itoa(turn))
		}
	}
}

// offerViews offers the typed views as one choice, if they are several.
func offerViews(r *interaction.Request, o *interaction.Offer, in *engine.Info) {
	views := joinViews(in, o.Typed)
	if !strings.Contains(views, viewSeparator) {
		return
	}
	names := text.Each(strings.Split(views, viewSeparator),
		func(v string) string { return r.Words.Say(in.ID + ".view." + v) })
	o.Choices = append(o.Choices, control.Choice(r.Words.List(names), views))
}

// boardView is what /board shows: views of a seat, or of all for 0, after a turn; 0 is the start.
type boardView struct {
	seat  engine.Seat
	views string // a name, names joined by viewSeparator, or allViews
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

// parseBoardView reads a control's argument, within what the game has: turns may be undone.
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
			if r.Pictures.Attach(ctx, words, next.message, s.ID, h.At(g.turn), next.want) == nil &&
				!next.repeats(shown) {
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
		return nil, engine.Refuse("not_yours", "")
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
		title = w.Say("bot.board.title", "Game", w.T(h.Table.Game.Info().ID+".name", nil),
			"Name", sentences.Name(w, h.Table.Player(g.seat)))
	}
	if g.turn == h.Last() {
		return title
	}
	heading := w.Say("bot.board.after", "When", text.Capital(h.When(w, g.turn)))
	return text.Lines(title, heading, sentences.LastLines(h.Lines(w, g.turn), control.MaxLines))
}

func pressTurnTo(ctx context.Context, r *interaction.Request) error {
	edit := func(ctx context.Context, m *message.Message, _ bool) { r.Answer.InPlace(ctx, m) }
	return showBoard(ctx, r, edit, func(h sentences.History) (boardView, error) {
		return parseBoardView(h, cmp.Or(r.Chosen(), r.Control.Arg)), nil
	})
}

// pressBoards shows the boards of all, or the user's as text.
func pressBoards(ctx context.Context, r *interaction.Request) error {
	return showBoard(ctx, r, r.Answer.Show, func(h sentences.History) (boardView, error) {
		g := boardView{views: r.Control.Arg, turn: h.Last()}
		if g.views == interaction.TextView {
			g.seat = h.Table.Seat(r.User)
		}
		return g, nil
	})
}

// boardOfMessage shows the board as it was in the message whose menu the command is from.
func boardOfMessage(ctx context.Context, r *interaction.Request) error {
	return showBoard(ctx, r, r.Answer.Show, func(h sentences.History) (boardView, error) {
		_, version := r.TargetVersion()
		turn := h.TurnAt(version)
		at, seat := h.At(turn), cmp.Or(h.Shown(turn), max(h.Table.Seat(r.User), 1))
		return boardView{seat, pictures.Public(at, at, seat).View, turn}, nil
	})
}

// showBoard answers with the boardView of a table that choose returns.
func showBoard(
	ctx context.Context, r *interaction.Request,
	answer func(ctx context.Context, m *message.Message, public bool),
	choose func(sentences.History) (boardView, error),
) error {
	s := r.NoteLook(ctx, r.At)
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

type boardPicture struct {
	name    string
	want    pictures.Request
	message *message.Message // with the picture, or why there is none; its components stand above that
}

// repeats reports whether an earlier picture looks the same, as in a common building.
func (s boardPicture) repeats(earlier []boardPicture) bool {
	return len(s.message.Files) > 0 && slices.ContainsFunc(earlier, func(e boardPicture) bool {
		return len(e.message.Files) > 0 && bytes.Equal(e.message.Files[0].Data, s.message.Files[0].Data)
	})
}

// boardPictures returns the pictures of a boardView for a seat, still without messages.
func boardPictures(w *text.Words, h sentences.History, g boardView, asker engine.Seat) []boardPicture {
	var list []boardPicture
	for _, view := range g.names(h.Table.Game.Info()) {
		want := pictures.Request{View: view, Seat: g.seat, Asker: asker}
		if public := pictures.Public(h.At(max(g.turn-1, 0)), h.At(g.turn), g.seat); g.turn > 0 && view == public.View {
			want.Before = public.Before
		}
		list = append(list, boardPicture{name: w.Say(h.Table.Game.Info().ID + ".view." + view), want: want})
	}
	return list
}

// boards returns the pictures of each player's board, or one if they play on a common board: then
// the picture of the table is the same for all. attach leaves out pictures that repeat others.
func boards(
	w *text.Words, h sentences.History, asker engine.Seat, attach func([]boardPicture) []boardPicture,
) []boardPicture {
	in := h.Table.Game.Info()
	of := func(view string, from, to engine.Seat) []boardPicture {
		var list []boardPicture
		for seat := from; seat <= to; seat++ {
			list = append(list, boardPicture{
				name: sentences.Name(w, sentences.ReadBy(h.Table, asker).Player(seat)),
				want: pictures.Request{View: view, Seat: seat, Asker: asker},
			})
		}
		return attach(list)
	}
	last := engine.Seat(len(h.Table.Players))
	if own := max(asker, 1); len(of(in.TableView(), 1, min(last, 2))) == 1 {
		return of(in.BoardView(), own, own)
	}
	return of(in.BoardView(), 1, last)
}

// shownWhole returns a message with pictures. Of several, which Discord crops, each is a gallery.
func shownWhole(title string, shown []boardPicture) *message.Message {
	if len(shown) == 1 && len(shown[0].message.Components) == 0 {
		m := shown[0].message
		m.Content = title + m.Content
		return m
	}
	m := &message.Message{
		Flags:      discordgo.MessageFlagsIsComponentsV2,
		Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: title}},
	}
	for i, s := range shown {
		m.Components = append(m.Components, discordgo.TextDisplay{Content: "**" + s.name + "**" + s.message.Content})
		m.Components = append(m.Components, s.message.Components...)
		for _, f := range s.message.Files {
			// Several seats can have pictures of the same view.
			f.Name = strings.TrimSuffix(f.Name, ".png") + "-" + strconv.Itoa(i+1) + ".png"
			m.Files = append(m.Files, f)
			m.Components = append(m.Components, discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{
				{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}, Description: &f.Alt},
			}})
		}
	}
	return m
}

// showText answers with the text board, in as many messages as it needs.
func showText(
	ctx context.Context, r *interaction.Request, words *text.Words, h sentences.History, g boardView, public bool,
) {
	pages := pictures.TextBoard(words, h.At(g.turn), viewer(r, h, public), g.seat)
	for i, embeds := range pages {
		m := &message.Message{Embeds: embeds}
		if len(pages) > 1 {
			m.Content = words.Say("bot.textboard.part", "Part", i+1, "Parts", len(pages))
		}
		if i == 0 {
			m.Content = strings.TrimSpace(boardTitle(words, h, g) + "\n" + m.Content)
			r.Answer.Show(ctx, m, public)
			continue
		}
		if !r.Answer.Also(ctx, m, public) {
			return
		}
	}
}
