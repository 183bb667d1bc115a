package table_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// TestMarksTellForgottenVersionsFromThoseThatTookTheirPlace holds their values: messages have them.
func TestMarksTellForgottenVersionsFromThoseThatTookTheirPlace(t *testing.T) {
	l := newGame(t, "gardens lobby")
	l.do(table.Event{Kind: table.Joined, By: bo, Name: "Bo"})
	kept := l.table
	marks := []uint32{kept.MarkAt(0), kept.MarkAt(1), kept.MarkAt(2), kept.MarkAt(3)}
	require.Equal(t, []uint32{0, 0xc01e96, 0x48dd58, 0}, marks)

	next := func(e table.Event) *table.Table {
		after := got(kept.Next(e))(t)
		return after
	}
	lost := next(table.Event{Kind: table.Joined, By: cleo, Name: "Cleo", At: 1_700_000_000_000})
	again := next(table.Event{Kind: table.Joined, By: cleo, Name: "Cleo", At: 1_700_000_000_001})
	left := next(table.Event{Kind: table.Left, By: bo, At: 1_700_000_000_000})
	require.Equal(t, kept.MarkAt(2), lost.MarkAt(2))
	require.Zero(t, kept.MarkAt(3), "tables never change")
	require.NotEqual(t, lost.MarkAt(3), again.MarkAt(3))
	require.NotEqual(t, lost.MarkAt(3), left.MarkAt(3))

	erased := slices.Clone(l.events)
	erased[1].By, erased[1].Name = dan, "a player"
	loaded := got(table.Load(games, erased))(t)
	require.Equal(t, kept.MarkAt(2), loaded.MarkAt(2), "an erased name keeps the controls")
}

// TestMarksTellNothingOfMoves has hidden cards in mind: everybody can read the marks of controls.
func TestMarksTellNothingOfMoves(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
	var marks []uint32
	for _, m := range l.table.State.Legal(l.table.Turn().Slice()[0], nil) {
		after := got(l.table.Next(table.Move(l.table.Game, m, l.table.Player(m.Seat).User, 1_700_000_000_000)))(t)
		marks = append(marks, after.MarkAt(after.Version))
	}
	require.Greater(t, len(marks), 1)
	require.Len(t, slices.Compact(marks), 1)
}

func TestLogOfANewerProgramIsRefusedByName(t *testing.T) {
	games := func(string) (engine.Game, bool) { return gardens.Game, true }
	log := []table.Event{
		table.OpenLobby(gardens.Game.Info(), table.Player{User: 1, Name: "Anna"}, nil, 0, 1000),
		{Kind: "new", At: 1001, By: 1},
	}
	_, err := table.Load(games, log)
	require.ErrorContains(t, err, "event 2 (new)")
	require.ErrorContains(t, err, "start the newer program")
}

func TestEventsAreMadeByConstructorsOutsideThisPackage(t *testing.T) {
	literal := regexp.MustCompile(`\btable\.Event\{\s*\{?[A-Z]\w*:`) // also in a list
	require.Regexp(t, literal, "[]table.Event{\n{Kind: table.Moved}}")
	const module = "../.."
	checked := 0
	require.NoError(t, filepath.WalkDir(module, func(file string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && file != module
		require.NoError(t, err)
		if d.IsDir() && (hidden || file == filepath.Join(module, "engine", "table")) {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") {
			source := got(os.ReadFile(file))(t)
			require.Empty(t, literal.FindString(string(source)), "%s: use a constructor such as table.Move", file)
			checked++
		}
		return nil
	}))
	require.Greater(t, checked, 20, "the module's files were not found")
}

func TestNamesThatReadTheSameAreKnownAndNewOnesLearnt(t *testing.T) {
	l := newGame(t, "gardens lobby")
	l.do(join(bo, "Bo"), join(cleo, "bo"), join(dan, "Cleo"))
	l.start()
	now := l.table
	for name, want := range map[string]int{"Bo": 2, "Dan": 0, "Bo (2)": 2, "ANA": 2} {
		e := table.Move(now.Game, engine.ResignMove(now.Seat(bo)), bo, 90)
		e.Name = name
		next, err := now.Next(e)
		require.NoError(t, err)
		require.Equal(t, name, next.Player(now.Seat(bo)).Name)
		namesakes := 0
		for i, p := range next.Players {
			require.Equal(t, engine.Seat(i+1), p.Seat)
			if p.Namesake {
				namesakes++
			}
		}
		require.Equal(t, want, namesakes, name)
	}
}
