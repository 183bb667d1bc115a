package tables

import (
	"fmt"
	"reflect"
	"slices"

	"amytis/bot/play/games"
	"amytis/engine/table"
	"amytis/store"
)

// Verify replays a table's log and compares the outcome with what the store has. The error names
// the first difference. stored is nil for a table without a result. A stored result still names
// people whom the log has made anonymous, and an older program may have dropped who was helped.
func Verify(id table.ID, h store.Header, log []table.Event, stored *store.Result) error {
	t, err := table.Load(games.Rules, log)
	if err != nil {
		return err
	}
	switch {
	case t.Version != h.Version:
		return fmt.Errorf("the log leads to version %d, the header says %d", t.Version, h.Version)
	case status(t.Status) != h.Status:
		return fmt.Errorf("by its log it is %s, by its header %s", status(t.Status), h.Status)
	case t.Game.Info().ID != h.Game:
		return fmt.Errorf("by its log it plays %s, by its header %s", t.Game.Info().ID, h.Game)
	case !slices.Equal(players(t), h.Players):
		return fmt.Errorf("by its log its players are %v, by its header %v", players(t), h.Players)
	}
	want := result(id, &h, t)
	if want != nil && stored != nil {
		want.Season = stored.Season // by the server's settings then
	}
	for i := range min(standings(want), standings(stored)) {
		if stored.Season == "" {
			want.Standings[i].Resigned = stored.Standings[i].Resigned
		}
		want.Standings[i].Helped = stored.Standings[i].Helped
		if _, anonymous := want.Standings[i].User.Anonymous(); anonymous {
			want.Standings[i].User = stored.Standings[i].User
		}
	}
	if !reflect.DeepEqual(want, stored) {
		return fmt.Errorf("by its log the result is %+v, stored is %+v", want, stored)
	}
	return nil
}

func players(t *table.Table) []table.UserID {
	var users []table.UserID
	for _, p := range t.Players {
		users = append(users, p.User)
	}
	return users
}

func standings(r *store.Result) int {
	if r == nil {
		return 0
	}
	return len(r.Standings)
}
