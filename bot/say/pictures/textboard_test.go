package pictures

import (
	"fmt"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/render"
)

// kinds are the kinds of games, each with a number of players.
var kinds = []struct {
	game    string
	players int
	options engine.Options
}{
	{"gardens", 2, nil}, {"gardens", 4, engine.Options{"overlap": "adjacent", "build": "together"}},
	{"babel", 2, nil}, {"babel", 2, engine.Options{"demolished": "lowest"}},
	{"towers", 3, nil}, {"towers", 4, engine.Options{"expert": "true"}},
	{"towers", 5, engine.Options{"mode": "quick", "clock": "0"}},
	{"towers", 3, engine.Options{"mode": "quick", "expert": "true"}},
}

// partly are fields of Views whose changes are told only together with others, if at all.
var partly = []string{
	".Gardens.Decor", ".Gardens.Supports", // told with the tiles of their level
	".Gardens.Heights", ".Gardens.Tiles.Open", ".Gardens.Supports.From", // follow from tiles and supports
	".Gardens.Tiles.Tile",              // told by material and flower, with the icons that are visible
	".Quarry.Yield", ".Quarry.Doubles", // told of cells that have a tile
	".Reason", ".Winners", // told once the game is over
	".Players.StartUnbuilt",                                    // told with a yard
	".Zones.Bridges.Bridge.From.Zone", ".Zones.Towers.At.Zone", // the zone that they are listed in
	".Zones.Towers.Facing", // matters with the expert rules alone
	".Zones.Bridges.After", // matters to the window of a picture alone
}

// TestATextBoardTellsTheWholeView changes the View of many positions, field by field, to another
// value. The text must change with each, in every language, so no two positions read the same. The
// goldens of the render packages show what it says where.
func TestATextBoardTellsTheWholeView(t *testing.T) {
	t.Parallel()
	for i, kind := range kinds {
		g, found := games.Find(kind.game)
		require.True(t, found, "no game %s", kind.game)
		t.Run(fmt.Sprint(kind.game, i), func(t *testing.T) {
			t.Parallel()
			played := playtest.Play(t, g, kind.options, kind.players)
			told, untold := map[string]int{}, map[string]int{}
			for n := 0; n < len(played.Moves); n += 1 + len(played.Moves)/6 {
				at, later := played.At(t, n), played.At(t, min(n+1+n%7, len(played.Moves)))
				seat, w := engine.Seat(n%(kind.players+1)), text.For(string(text.Langs()[n%len(text.Langs())]))
				checkPages(t, TextBoard(w, at, seat, max(seat, 1)))
				v, request := at.State.View(seat), render.Request{Seat: max(seat, 1), Names: Names(w, at, false)}
				said := render.BoardOf(g.Gallery, v, request, w)
				eachChange(reflect.ValueOf(v).Elem(), reflect.ValueOf(later.State.View(seat)).Elem(), "", func(field string) {
					if render.BoardOf(g.Gallery, v, request, w) == said {
						untold[field]++
					} else {
						told[field]++
					}
				})
			}
			for field, n := range untold {
				assert.Contains(t, partly, field, "%d changes are not told, %d are", n, told[field])
			}
			require.Greater(t, len(told), 9, "%v", told)
		})
	}
}

// eachChange gives v, field by field, the values of another View, and calls check while one of them
// differs. A list of another length is one value.
func eachChange(v, other reflect.Value, field string, check func(field string)) {
	switch kind := v.Kind(); {
	case kind == reflect.Struct:
		for i := range v.NumField() {
			eachChange(v.Field(i), other.Field(i), field+"."+v.Type().Field(i).Name, check)
		}
	case kind == reflect.Array || kind == reflect.Slice && v.Len() == other.Len():
		if kind == reflect.Slice { // the position may have the same list
			v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		}
		for i := range v.Len() {
			eachChange(v.Index(i), other.Index(i), field, check)
			if v.Index(i).Kind() == reflect.Struct {
				neighbour := reflect.New(v.Index(i).Type()).Elem()
				neighbour.Set(v.Index((i + 1) % v.Len()))
				eachChange(v.Index(i), neighbour, field, check)
			}
		}
	case !reflect.DeepEqual(v.Interface(), other.Interface()):
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		v.Set(other)
		check(field)
		v.Set(was)
	}
}

func checkPages(t testing.TB, pages [][]*discordgo.MessageEmbed) {
	t.Helper()
	for _, page := range pages {
		sum := 0
		require.LessOrEqual(t, len(page), 10)
		for _, e := range page {
			require.LessOrEqual(t, utf8.RuneCountInString(e.Description), 4096)
			sum += utf8.RuneCountInString(e.Description)
		}
		require.LessOrEqual(t, sum, 6000)
	}
}
