package sentences

import (
	"slices"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine/table"
)

// maxTags is Discord's limit for a post.
const maxTags = 5

var stateTags = map[table.Status]string{
	table.Lobby: "bot.tag.open", table.Running: "bot.tag.running", table.Ended: "bot.tag.over", table.Abandoned: "bot.tag.over",
}

// Tags returns the tags of a game's post: the game's, its state's, and applied ones about neither.
func Tags(offered []discordgo.ForumTag, applied []string, game string, s table.Status) []string {
	ours, others := []string{}, []string{}
	for _, tag := range offered {
		switch about := tagTopics()[strings.ToLower(tag.Name)]; {
		case about == "" || tag.Moderated:
			if slices.Contains(applied, tag.ID) {
				others = append(others, tag.ID)
			}
		case about == game || about == stateTags[s]:
			ours = append(ours, tag.ID)
		}
	}
	all := append(ours, others...)
	return all[:min(len(all), maxTags)]
}

// tagTopics returns what tags' names are about in any language: a game's ID, or a state's key.
var tagTopics = sync.OnceValue(func() map[string]string {
	topics := map[string]string{}
	for _, w := range text.All() {
		for _, g := range games.All {
			id := g.Info().ID
			topics[strings.ToLower(w.Say(id+".name"))], topics[w.Say(id+".command.name")] = id, id
		}
		for _, key := range stateTags {
			topics[strings.ToLower(w.Say(key))] = key
		}
	}
	return topics
})
