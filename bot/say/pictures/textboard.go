package pictures

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

// Discord's limits for embeds, in characters: the description of one, and all texts of a message.
// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxDescription = 4096
	maxEmbedSum    = 6000
)

// maxPage leaves room below maxEmbedSum for the line that says where the rest is.
const maxPage = maxEmbedSum - 200

// TextBoard returns a table's position in words, as a seat may see it: one fact after another, for
// screen readers. The things of a seat come first. Each list of embeds fits in a message. A line is
// never cut, and a part that fits in a message is not divided.
func TextBoard(w *text.Words, t *table.Table, asker, seat engine.Seat) [][]*discordgo.MessageEmbed {
	req := render.Request{Seat: seat, Names: make([]string, len(t.Players))}
	var escaped []string
	for i, name := range Names(t) {
		// A name is put in last, since it is escaped for Discord and must not be cut after that.
		req.Names[i] = string(rune(firstStandIn + i))
		escaped = append(escaped, req.Names[i], text.Plain(name))
	}
	said := games.Of(t).Gallery.Text(t.State.View(asker), req, w)
	return paged(strings.NewReplacer(escaped...).Replace(said))
}

// firstStandIn is a character without a meaning, which stands for the name of the first player.
const firstStandIn = 0xE000

// TextBoardInOne returns what fits in one message of a TextBoard. A last line says where the rest
// is.
func TextBoardInOne(w *text.Words, t *table.Table, asker, seat engine.Seat) []*discordgo.MessageEmbed {
	pages := TextBoard(w, t, asker, seat)
	first := pages[0]
	if len(pages) > 1 {
		last := first[len(first)-1]
		more := w.Say("bot.textboard.more")
		if length(last.Description)+length(more)+1 <= maxDescription {
			last.Description += "\n" + more
		} else {
			first = append(first, embedOf(more))
		}
	}
	return first
}

// paged divides a text of several parts into messages.
func paged(said string) [][]*discordgo.MessageEmbed {
	var pages [][]*discordgo.MessageEmbed
	room := 0 // on the last page
	for _, part := range strings.Split(strings.TrimSpace(said), "\n\n") {
		for i, piece := range pieces(part) {
			n := length(piece)
			divided := i == 0 && length(part) > room && length(part) <= maxPage
			if len(pages) == 0 || n > room || divided {
				pages, room = append(pages, nil), maxPage
			}
			page := &pages[len(pages)-1]
			last := len(*page) - 1
			if last >= 0 && length((*page)[last].Description)+2+n <= maxDescription {
				(*page)[last].Description += "\n\n" + piece
			} else {
				*page = append(*page, embedOf(piece))
			}
			room -= n + 2
		}
	}
	return pages
}

// pieces divides a part between its lines, so that each piece fits in an embed.
func pieces(part string) []string {
	var all []string
	for line := range strings.SplitSeq(part, "\n") {
		last := len(all) - 1
		if last >= 0 && length(all[last])+1+length(line) <= maxDescription {
			all[last] += "\n" + line
		} else {
			all = append(all, line)
		}
	}
	return all
}

func embedOf(description string) *discordgo.MessageEmbed {
	return &discordgo.MessageEmbed{Description: description}
}

// length returns the length of a text in UTF-16 code units, the strictest way to count.
func length(text string) int { return render.AltLength(text) }
