package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestATypedPlayerIsTheOneOfThatName(t *testing.T) {
	w, nabu := text.For("en"), table.Player{User: table.ComputerID(1, 3), Name: "Nabu"}
	twins, numbers := []string{"Alex", "Bo", "ALEX"}, []string{"2", "1", "Bo"}
	for _, c := range []struct {
		names []string
		typed string
		seat  engine.Seat
		code  string
	}{
		{twins, "bo", 2, ""}, {twins, "alex", 0, refusedNamesakes}, {twins, "alex (3)", 3, ""}, {twins, "3", 3, ""},
		{numbers, "2", 1, ""}, {numbers, "3", 3, ""}, {numbers, "5", 0, RefusedNoSuchSeat},
		{[]string{"Ana", "Bo", "Nabu"}, "nabu", 3, ""}, {[]string{"Ana", "Bo", "Cleo"}, "nabu", 4, ""},
		{[]string{"Alex", "Alex", "Alex (2)"}, "alex (2)", 2, ""},
	} {
		log := []table.Event{table.OpenLobby(games.All[0].Info(), table.Player{User: 11, Name: c.names[0]}, nil, 0, 0)}
		for i, name := range c.names[1:] {
			log = append(log, table.Join(table.Player{User: table.UserID(12 + i), Name: name}, 0))
		}
		at, err := table.Load(games.Rules, append(log, table.AddComputer(nabu, 11, 0)))
		require.NoError(t, err)
		seat, err := SeatNamed(w, at, c.typed)
		require.Equal(t, c.seat, seat, c)
		require.Equal(t, c.code, engine.RefusalCode(err), c)

		offer, names := Offer{}, map[string]bool{}
		offer.OfferSeats(w, at, func(*table.Table, engine.Seat) bool { return true })
		for i, choice := range offer.Choices {
			seat, err = SeatNamed(w, at, choice.Value.(string))
			require.NoError(t, err)
			require.Equal(t, engine.Seat(i+1), seat)
			names[choice.Name] = true
		}
		require.Len(t, names, 4, "no two players read the same")
	}
}
