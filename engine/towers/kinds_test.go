package towers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestMovesAreReadOnlyAsTheyAreWritten(t *testing.T) {
	gametest.CheckReads(t, Game, []string{
		"1 tower k7.3 n", "1 tower z26.16 w", "1 tower 5:a1.1 s", "1 bridge k7-m7.2", "1 bridge 2:k7-k9.16",
		"1 bridge x26-z26.1", "1 small k7.3", "1 large 2:k7.3", "1 swap small k7.3:red l8.2:blue",
		"1 swap large k7.3:red k7.2:red", "1 turn k7.3 e", "1 take 2:k7.3", "1 stuck", "1 done", "0 time", "0 skip 5", "5 resign",
	}, []string{
		"1 tower k7.3", "1 tower k7.3 x", "1 tower k7.17 n", "1 tower k7.0 n", "1 tower k07.1 n", "1 tower k7.01 n",
		"1 tower k27.1 n", "1 tower 6:k7.1 n", "1 tower 0:k7.1 n", "1 tower K7.1 n", "1 tower k7 n", "1 bridge y26-aa26.1",
		"1 bridge k25-k27.1", "1 bridge m7-k7.2", "1 bridge k7-n7.2", "1 bridge k7-l8.2", "1 bridge k7-k7.2",
		"1 bridge 2:k7-2:m7.2", "1 bridge k7-m7", "1 swap small k7.3 l8.2", "1 swap k7.3:red l8.2:blue",
		"1 swap tiny k7.3:red l8.2:blue", "1 swap small k7.3:pink l8.2:blue", "1 swap small k7.3:red:blue l8.2:blue",
		"1 time", "0 stuck",
	})
}

// TestPlayersMayLeaveOutZoneAndLevel checks the short forms of arguments in slash commands.
func TestPlayersMayLeaveOutZoneAndLevel(t *testing.T) {
	for _, c := range []struct {
		kind  engine.Kind
		short string
		n     int
		first string
	}{
		{cellKind{}, "k7", 6 * MaxLevel, "k7.1"},
		{cellKind{}, "2:k7", MaxLevel, "2:k7.1"},
		{cellKind{}, "k7.3", 6, "k7.3"},
		{cellKind{}, "2:k7.3", 1, "2:k7.3"},
		{cellKind{}, "k7.", 0, ""},
		{cellKind{}, "k", 0, ""},
		{bridgeKind{}, "k7-m7", 6 * MaxLevel, "k7-m7.1"},
		{bridgeKind{}, "2:k7-k9.3", 1, "2:k7-k9.3"},
		{bridgeKind{}, "k7-l7", 0, ""},
	} {
		all := c.kind.(engine.Shorthand).Expand(c.short)
		require.Len(t, all, c.n, c.short)
		if c.n > 0 {
			assert.Equal(t, c.first, all[0])
		}
		for _, text := range all {
			assert.True(t, c.kind.Parse(text, make([]uint32, 1)), text)
		}
	}
}

// TestLegalListsLowLevelsAndNorthFirst checks what a short text means: the first that Legal lists.
func TestLegalListsLowLevelsAndNorthFirst(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 3)
	column(t, &p, 1, "m7", 1, 3)
	set(t, &p, "1 tower l7.1 n", "1 bridge k7-m7.4")
	var at []string
	for _, line := range texts(&p, 1, verbTower) {
		if strings.HasPrefix(line, "1 tower l7.") {
			at = append(at, line[len("1 tower "):])
		}
	}
	assert.Equal(t, []string{"l7.2 n", "l7.2 e", "l7.2 s", "l7.2 w", "l7.5 n", "l7.5 e", "l7.5 s", "l7.5 w"}, at)
}

func FuzzCell(f *testing.F)     { gametest.FuzzKind(f, cellKind{}, "2:k7.3", 1) }
func FuzzBridge(f *testing.F)   { gametest.FuzzKind(f, bridgeKind{}, "k7-m7.2", 1) }
func FuzzStanding(f *testing.F) { gametest.FuzzKind(f, standingKind{}, "k7.3:red", 1) }
