package harness

import (
	"cmp"
	"maps"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine"
)

// StartedGame starts a game of two. first is the player whose turn it is.
func StartedGame(
	t testing.TB, o Options, args localdiscord.Args,
) (e *Env, ch *localdiscord.Channel, first, second *Player) {
	t.Helper()
	e = New(t, o)
	people := e.NewPlayers(2)
	ch = e.Guild.AddChannel("gardens")
	e.At(ch).Open(args, people)
	e.Settle()
	first, second = people[0], people[1]
	if len(first.Pings()) == 0 {
		first, second = second, first
	}
	return e, ch, first, second
}

// Open opens a table by command, has the others join and computers of levels added by buttons, and
// starts the game.
func (t *Table) Open(args localdiscord.Args, people []*Player, levels ...int) {
	t.Helper()
	ch := t.Channel
	join := t.Words.T("bot.button.join", nil)
	before := "" // the ID of an earlier lobby
	if last := ch.Last(); last != nil {
		before = last.ID
	}
	host := people[0]
	opened := host.MustCommand(ch, "game new", byHand(args))
	require.False(t, host.Refused(opened), opened.Content)
	t.Eventually("the lobby is there", func() bool {
		return ch.Last() != nil && ch.Last().ID != before && Button(ch.Last(), join) != nil
	})
	lobby := ch.Last()
	for _, p := range people[1:] {
		p.MustClick(lobby, join)
	}
	if len(levels) > 0 {
		menu := host.MustClick(lobby, t.Words.T("bot.button.add_computer", nil))
		for _, level := range levels {
			require.Len(t, menu.Controls(), 1, menu.Content)
			menu = host.MustChoose(menu, menu.Controls()[0].CustomID, strconv.Itoa(level))
		}
	}
	// The lobby message may show an older state for a moment, in which too few have joined.
	var err error
	t.Eventually("the game can be started", func() bool {
		_, err = host.Click(lobby, t.Words.T("bot.button.start", nil))
		return !notOffered(err)
	})
	require.NoError(t, err)
}

// byHand leaves the set-up of Babylon to the players unless args say something else, so that every
// move is somebody's.
func byHand(args localdiscord.Args) localdiscord.Args {
	if game := args["game"]; game != nil && game != GardensInTurns.Options["game"] {
		return args
	}
	all := localdiscord.Args{engine.SetUpOption.Name: engine.ByHand}
	maps.Copy(all, args)
	return all
}

// NewThread opens a table in a new thread, and waits until its lobby is there. From a post the new
// thread is another post of the forum.
func (t *Table) NewThread(host *Player, args localdiscord.Args) *localdiscord.Channel {
	t.Helper()
	parent := t.Discord.Channel(cmp.Or(t.Channel.Info().ParentID, t.Channel.ID))
	before := len(parent.Threads())
	withThread := localdiscord.Args{"thread": true}
	maps.Copy(withThread, byHand(args))
	m := host.MustCommand(t.Channel, "game new", withThread)
	require.False(t, host.Refused(m), m.Content)
	t.Eventually("the lobby is in the thread", func() bool {
		all := parent.Threads()
		return len(all) == before+1 && all[before].Last() != nil
	})
	t.Settle()
	return parent.Threads()[before]
}

func (t *Table) OpenThread(args localdiscord.Args, people []*Player) *localdiscord.Channel {
	t.Helper()
	thread := t.NewThread(people[0], args)
	for _, p := range people[1:] {
		p.MustClick(thread.Last(), t.Words.T("bot.button.join", nil))
	}
	people[0].MustClick(thread.Last(), t.Words.T("bot.button.start", nil))
	return thread
}
