package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// TestAMessageThatWasDeletedStopsNothing deletes what the bot wants to change.
func TestAMessageThatWasDeletedStopsNothing(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 60})
	people := h.people("en-US", 2)
	moderator := h.person("Mo", "en-US")
	h.guild.SetPermissions(moderator.User, localdiscord.DefaultUserPermissions|localdiscord.ManageMessages)
	ch := h.guild.AddChannel("gardens")
	h.open(ch, nil, people)
	for range 4 {
		h.settle()
		require.NoError(t, moderator.Delete(ch.Last()))
		for _, p := range people {
			if len(p.Pings()) > p.pinged {
				p.pinged++
				require.NoError(t, p.slashTurn(ch))
				break
			}
		}
	}
	h.settle()
	require.NotEmpty(t, ch.Last().Controls())
	require.Empty(t, h.discord.Violations(localdiscord.CodeUnknownMessage))
	require.Empty(t, h.log.faults())
}

// TestAChannelThatWasDeletedStopsNoOther deletes a channel with a running game.
func TestAChannelThatWasDeletedStopsNoOther(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 61})
	people := h.people("en-US", 2)
	gone, ch := h.guild.AddChannel("gone"), h.guild.AddChannel("gardens")
	h.open(gone, nil, people)
	h.settle()
	for _, p := range people {
		if cell, err := p.pick(gone, "garden remove", nil, "cell"); err == nil && cell != "" {
			require.NoError(t, p.act(gone, "remove", localdiscord.Args{"cell": cell}))
			gone.Delete()
			break
		}
	}
	h.open(ch, nil, people)
	h.settle()
	require.NotEmpty(t, ch.Last().Controls())
	require.Empty(t, h.discord.Violations(localdiscord.CodeUnknownChannel))
}

// TestWhoRefusesDirectMessagesPlaysAllTheSame since the bot sends none.
func TestWhoRefusesDirectMessagesPlaysAllTheSame(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 62})
	people := h.people("en-US", 2)
	for _, p := range people {
		p.CloseDMs(true)
	}
	ch := h.guild.AddChannel("gardens")
	h.open(ch, nil, people)
	h.settle()
	require.Equal(t, 1, len(people[0].Pings())+len(people[1].Pings()))
	h.clean()
}

// TestALiveMessageThatWasDeletedIsPostedAnew deletes the message that follows a
// game which all play at once.
func TestALiveMessageThatWasDeletedIsPostedAnew(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 63, game: quickPastime})
	people := h.people("en-US", 3)
	moderator := h.person("Mo", "en-US")
	h.guild.SetPermissions(moderator.User, localdiscord.DefaultUserPermissions|localdiscord.ManageMessages)
	ch := h.guild.AddChannel("towers")
	h.open(ch, quickGame, people)
	h.settle()
	seats := h.bySeat(ch, people)
	must(t)(seats[0].slash(ch, "towers tower", localdiscord.Args{"cell": "1:k7"}))
	h.settle()
	followed := ch.Last()
	require.Contains(t, followed.Content, "k7.1")
	require.NoError(t, moderator.Delete(followed))
	cell, err := seats[1].pick(ch, "towers tower", nil, "cell")
	require.NoError(t, err)
	require.NoError(t, seats[1].act(ch, "tower", localdiscord.Args{"cell": cell}))
	h.settle()
	anew := ch.Last()
	require.NotEqual(t, followed.ID, anew.ID)
	require.Contains(t, anew.Content, "k7.1", "what the deleted message told")
	require.NotEmpty(t, anew.Controls())
	for _, p := range people {
		require.Len(t, p.Pings(), 1, "nobody is pinged again")
	}
	require.Empty(t, h.discord.Violations(localdiscord.CodeUnknownMessage))
	require.Empty(t, h.log.faults())
}
