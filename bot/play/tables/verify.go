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
	case statuses[t.Status] != h.Status:
		return fmt.Errorf("by its log it is %s, by its header %s", statuses[t.Status], h.Status)
	case t.Game.Info().ID != h.Game:
		return fmt.Errorf("by its log it plays %s, by its header %s", t.Game.Info().ID, h.Game)
	case !slices.Equal(players(t), h.Players):
		return fmt.Errorf("by its log its players are %v, by its header %v", players(t), h.Players)
	}
	want := result(id, &h, t)
	if want != nil && stored != nil {
		want.Season = stored.Season // by the server's settings then
		for i, was := range stored.Standings[:min(len(want.Standings), len(stored.Standings))] {
			s := &want.Standings[i]
			if stored.Season == "" {
				s.Resigned = was.Resigned
			}
			s.Helped = was.Helped
			if _, anonymous := s.User.Anonymous(); anonymous {
				s.User = was.User
			}
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
