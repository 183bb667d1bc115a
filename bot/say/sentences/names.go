package sentences

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// LobbyOrder returns the players in a lobby, in seat order if that is fixed.
func LobbyOrder(t *table.Table) []table.Player {
	if t.Order == nil {
		return t.Players
	}
	return t.Seating(nil)
}

// you begins the name of the player who reads a text. No name on Discord has this character.
const you = "\x00"

// ReadBy returns a table whose texts, not its pictures, say "you" to the player of a seat.
func ReadBy(t *table.Table, seat engine.Seat) *table.Table {
	read := *t
	read.Players = slices.Clone(t.Players)
	if seat != 0 {
		read.Players[seat-1].Name = you + t.Player(seat).Name
	}
	return &read
}

func reads(p table.Player) bool { return strings.HasPrefix(p.Name, you) }

// readerOf returns the number of the seat whose player reads the table's texts, 0 for none.
func readerOf(t *table.Table) int { return slices.IndexFunc(t.Players, reads) + 1 }

// Name returns a player's name for a text that Discord formats.
func Name(w *text.Words, p table.Player) string {
	if reads(p) {
		return w.Say("bot.you")
	}
	return text.Plain(PlainName(w, p))
}

func NameWithLevel(w *text.Words, p table.Player) string {
	if _, level, computer := p.User.Computer(); computer {
		return Name(w, p) + " · " + LevelName(w, level)
	}
	return Name(w, p)
}

// PlainName returns a player's name for a place where Discord formats no text, such as a menu. A
// person's has the seat beside it if another's is the same, and is a number if it cannot be read.
func PlainName(w *text.Words, p table.Player) string {
	name := text.Shown(p.Name)
	switch {
	case p.IsComputer():
		return text.Marked(table.Computer(p.User).Name)
	case p.IsFormer():
		name = w.Say("bot.former")
		if n, anonymous := p.User.Anonymous(); anonymous {
			name = w.Say("bot.anonymous", "Number", n)
		}
	case name == "":
		name = w.Say("bot.anonymous", "Number", int(p.Seat))
	case p.Namesake:
		name += fmt.Sprintf(" (%d)", p.Seat)
	}
	return name
}

func LevelName(w *text.Words, level int) string {
	return w.Say("bot.computer.level." + strconv.Itoa(level))
}

func NameOf(w *text.Words, t *table.Table, user table.UserID) string {
	for _, p := range t.Players {
		if p.User == user {
			return Name(w, p)
		}
	}
	return ""
}

// SeatList returns the names of the players in some seats as in a sentence.
func SeatList(w *text.Words, t *table.Table, seats engine.SeatSet) string {
	return w.List(text.Each((seats &^ engine.Seats(engine.Chance)).Slice(),
		func(seat engine.Seat) string { return Name(w, t.Player(seat)) }))
}

func ChannelMentions(ids []table.ChannelID) []string {
	return text.Each(ids, func(id table.ChannelID) string { return "<#" + id.String() + ">" })
}

func RoleMention(id table.RoleID) string { return "<@&" + id.String() + ">" }

// Mention mentions a person, which pings only if the message's Mentions list them.
func Mention(w *text.Words, id table.UserID) string {
	if p, ok := id.Person(); ok {
		return p.Mention()
	}
	return Name(w, table.Player{User: id})
}

func AllNames(w *text.Words, t *table.Table) []string {
	return text.Each(t.Players, func(p table.Player) string { return Name(w, p) })
}

// MessageLink returns the address of a table's last message, which must exist.
func MessageLink(h store.Header) string { return LinkTo(h, h.LastMessage) }

func LinkTo(h store.Header, id table.MessageID) string { return ChannelLink(h) + "/" + id.String() }

func ChannelLink(h store.Header) string {
	guild := h.Guild.String()
	if h.Guild.Direct() {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + h.Channel.String()
}

// TableLink returns the address of a table's last message, else a mention of its channel.
func TableLink(h store.Header) string {
	switch {
	case h.LastMessage != 0:
		return MessageLink(h)
	case h.Guild.Direct(): // which cannot be mentioned
		return ChannelLink(h)
	}
	return "<#" + h.Channel.String() + ">"
}
