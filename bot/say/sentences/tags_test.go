package sentences_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

func TestTagsOfAPostAreItsGameAndItsState(t *testing.T) {
	t.Parallel()
	var offered []discordgo.ForumTag
	for _, name := range []string{"läuft", "TÜRME", "open seat", "babel", "chat", "en cours", "over", "a", "b", "c", "d"} {
		offered = append(offered, discordgo.ForumTag{ID: name, Name: name})
	}
	moderated := append([]discordgo.ForumTag{{ID: "m", Name: "towers", Moderated: true}}, offered...)
	for _, c := range []struct {
		status  table.Status
		offered []discordgo.ForumTag
		applied []string
		want    []string
	}{
		{table.Lobby, offered, nil, []string{"TÜRME", "open seat"}},
		{table.Running, offered, []string{"open seat", "babel", "chat"}, []string{"läuft", "TÜRME", "en cours", "chat"}},
		{table.Ended, offered, []string{"TÜRME", "läuft"}, []string{"TÜRME", "over"}},
		{table.Abandoned, offered, []string{"a", "b", "c", "d"}, []string{"TÜRME", "over", "a", "b", "c"}},
		{table.Ended, moderated, []string{"m"}, []string{"TÜRME", "over", "m"}},
		{table.Lobby, offered[4:6], nil, []string{}},
		{table.Lobby, nil, nil, []string{}},
	} {
		got := sentences.Tags(c.offered, c.applied, "towers", c.status)
		require.Equal(t, c.want, got, "%+v", c)
	}
	for _, lang := range text.Langs() {
		var fits []discordgo.ForumTag
		for _, key := range []string{"towers.command.name", "bot.tag.open"} {
			fits = append(fits, discordgo.ForumTag{ID: key, Name: text.For(string(lang)).Say(key)})
			require.LessOrEqual(t, len([]rune(fits[0].Name)), 20)
		}
		require.Len(t, sentences.Tags(fits, nil, "towers", table.Lobby), 2, lang)
	}
}
