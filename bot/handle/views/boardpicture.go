package views

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/message"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

type boardPicture struct {
	name string
	want pictures.Request
	// message has the picture, or a sentence that says why there is none. Its components stand
	// above the picture.
	message *message.Message
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

// shownWhole returns a message with pictures. Discord crops several attachments, so each of several
// is a gallery, with its name above.
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
