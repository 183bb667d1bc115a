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

// Discord's limits for the description of an embed, and for all embeds of a message, in characters.
// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxDescription = 4096
	maxEmbedSum    = 6000
)

// maxPage leaves room below maxEmbedSum for the line that says where the rest is.
const maxPage = maxEmbedSum - 200

// TextBoard returns a position in words as a seat may see it, the things of seat first. Each list
// of embeds fits in a message. No line is cut, and no part divided that fits in a message.
func TextBoard(w *text.Words, t *table.Table, asker, seat engine.Seat) [][]*discordgo.MessageEmbed {
	req := render.Request{Seat: seat, Names: make([]string, len(t.Players)), Reader: asker}
	var escaped []string
	for i, name := range Names(w, t, false) {
		// Names are put in last: they are escaped for Discord and must not be cut after that.
		req.Names[i] = string(rune(firstStandIn + i))
		escaped = append(escaped, req.Names[i], text.Plain(name))
	}
	said := render.BoardOf(games.Of(t).Gallery, t.State.View(asker), req, w)
	return paged(strings.NewReplacer(escaped...).Replace(said))
}

// firstStandIn is a private-use character, which stands for the name of the first player.
const firstStandIn = 0xE000

// TextBoardInOne is what fits in one message of a TextBoard, and a line about the rest.
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

func paged(said string) [][]*discordgo.MessageEmbed {
	var pages [][]*discordgo.MessageEmbed
	room := 0 // on the last page
	for _, part := range strings.Split(said, "\n\n") {
		for i, piece := range pieces(part) {
			n := length(piece)
			divided := i == 0 && length(part) > room && length(part) <= maxPage
			if len(pages) == 0 || n > room || divided {
				pages = append(pages, nil)
				room = maxPage
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

// pieces divides a part between its lines into texts that fit in an embed.
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

// length counts in UTF-16 code units, the strictest way.
func length(text string) int { return render.AltLength(text) }
