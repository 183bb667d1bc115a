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

// OpenedGame starts a game of players, and its first round if it is live.
func OpenedGame(
	t testing.TB, o Options, args localdiscord.Args, players int,
) (*Env, *localdiscord.Channel, []*Player) {
	e := New(t, o)
	people, at := e.NewPlayers(players), e.At(e.Guild.AddChannel("games"))
	at.Open(args, people)
	e.Settle()
	if e.Variant.Live {
		at.BeginRound(people)
	}
	return e, at.Channel, people
}

// StartedGame starts a game of two. first is the player whose turn it is.
func StartedGame(
	t testing.TB, o Options, args localdiscord.Args,
) (e *Env, ch *localdiscord.Channel, first, second *Player) {
	e, ch, people := OpenedGame(t, o, args, 2)
	seats := e.At(ch).BySeat(people)
	return e, ch, seats[0], seats[1]
}

// Open opens a table, has others join and computers of levels added, and starts the game.
func (t *Table) Open(args localdiscord.Args, people []*Player, levels ...int) {
	ch := t.Channel
	join := t.Words.Say("bot.button.join")
	before := "" // the ID of an earlier lobby
	if last := ch.Last(); last != nil {
		before = last.ID
	}
	host := people[0]
	if args == nil {
		args = t.Variant.Options
	}
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
		menu := host.MustClick(lobby, t.Words.Say("bot.button.add_computer"))
		for _, level := range levels {
			require.Len(t, menu.Controls(), 1, menu.Content)
			menu = host.MustChoose(menu, menu.Controls()[0].CustomID, strconv.Itoa(level))
		}
	}
	// The lobby message may show an older state for a moment, in which too few have joined.
	var err error
	t.Eventually("the game can be started", func() bool {
		_, err = host.Click(lobby, t.Words.Say("bot.button.start"))
		return !notOffered(err)
	})
	require.NoError(t, err)
}

// byHand leaves Babylon's set-up to the players unless args say else, so every move is somebody's.
func byHand(args localdiscord.Args) localdiscord.Args {
	if game := args["game"]; game != nil && game != Gardens.Options["game"] {
		return args
	}
	all := localdiscord.Args{engine.SetUpOption.Name: engine.ByHand}
	maps.Copy(all, args)
	return all
}

// NewThread opens a table in a new thread, or a new post of a forum, and waits for its lobby.
func (t *Table) NewThread(host *Player, args localdiscord.Args) *localdiscord.Channel {
	parent := t.Discord.Channel(cmp.Or(t.Channel.ParentID, t.Channel.ID))
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
	thread := t.NewThread(people[0], args)
	for _, p := range people[1:] {
		p.MustClick(thread.Last(), t.Words.Say("bot.button.join"))
	}
	people[0].MustClick(thread.Last(), t.Words.Say("bot.button.start"))
	return thread
}

// ready presses *Ready* in a live game, and waits until the round has begun, the game is over, or
// another ping has come.
func (t *turn) ready() error {
	if !t.env.Variant.Live {
		return nil
	}
	pings := len(t.Pings())
	pressed := ""
	ready := t.env.Words.Say("bot.button.ready")
	for {
		m := newestWith(t.ch, ready, t.env.Words.Say("bot.button.turn"))
		if m != nil && Button(m, ready) == nil {
			return nil
		}
		if m != nil && m.ID != pressed {
			_, err := t.Click(m, ready)
			switch {
			case err == nil:
				pressed = m.ID
			case !notOffered(err): // else the message has just lost the button
				return err
			}
		}
		if len(t.Pings()) > pings || endsWithin(t.env.Pace.LookEvery(), t.Over) {
			return nil
		}
	}
}

// BeginRound has people press *Ready* below the last message until the round has begun.
func (t *Table) BeginRound(people []*Player) {
	label := t.Words.Say("bot.button.ready")
	for i, p := range people {
		t.Settle() // an old message is posted again rather than edited
		panel := p.MustClick(t.Channel.Last(), label)
		require.False(t, p.Refused(panel) || p.Outdated(panel), panel.Content)
		if i+1 < len(people) {
			require.Nil(t, Button(panel, p.T("bot.button.ready")), panel.Content)
		}
	}
	t.Settle()
	require.NotNil(t, Button(t.Channel.Last(), t.Words.Say("bot.button.turn")), t.Channel.Last().Content)
}
