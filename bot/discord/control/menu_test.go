package control

import (
	"slices"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/text"
)

func TestValueMenuHasWhatFitsAndTheChosenValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfDistinct(rapid.IntRange(1, 99), rapid.ID[int]).Draw(t, "values")
		now := rapid.SampledFrom(append(slices.Clone(values), 0)).Draw(t, "now")
		label := rapid.String().Draw(t, "label")
		menu := ValueMenu(Control{Action: Options}, "", values, now, func(int) string { return label })
		require.Len(t, menu.Options, min(len(values), MaxMenuOptions))
		for i, o := range menu.Options {
			require.Equal(t, strconv.Itoa(values[i]), o.Value)
			require.Equal(t, values[i] == now, o.Default)
			require.LessOrEqual(t, len([]rune(o.Label)), MaxMenuText)
		}
	})
}

func TestStepsEndAtTheFirstAndTheLast(t *testing.T) {
	to := func(number int) Control { return Control{Action: Still, Arg: strconv.Itoa(number)} }
	rapid.Check(t, func(t *rapid.T) {
		first, last := rapid.IntRange(0, 3).Draw(t, "first"), rapid.IntRange(3, 6).Draw(t, "last")
		number := rapid.IntRange(first, last).Draw(t, "number")
		steps := Steps(text.For("en"), "bot.button.previous", "bot.button.next", number, first, last, to)
		before, after := steps[0].(discordgo.Button), steps[1].(discordgo.Button)
		require.Equal(t, to(number-1).ID(), before.CustomID)
		require.Equal(t, to(number+1).ID(), after.CustomID)
		require.Equal(t, number == first, before.Disabled)
		require.Equal(t, number == last, after.Disabled)
	})
}
