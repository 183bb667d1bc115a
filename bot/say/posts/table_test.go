package posts

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/say/sentences"
)

func TestTheEventInTheFirstLineIsNotToldAgainBelow(t *testing.T) {
	news := sentences.News{Lines: []string{"Ana dug.", "Ana built.", "Ana ended."}, Last: "Ana built."}
	require.Equal(t, []string{"Ana dug.", "Ana ended."}, below("**Babylon** · Bo, your turn. Ana built.", news))
	require.Equal(t, news.Lines, below("**Babylon** · Bo, your turn. Ana bu…", news), "it is cut in the first line")
	require.Equal(t, []string{"Ana dug.", "Ana built.", "Ana ended."}, news.Lines)
	one := sentences.News{Lines: []string{"Ana dug."}, Last: "Ana dug."}
	require.Empty(t, below("**Babylon** · Bo, your turn. Ana dug.", one))
}

func TestTheEventInTheFirstLineIsNotCutAfterPunctuation(t *testing.T) {
	const line = "Dan placed a large noble on level 5 (m14.5): +5 points."
	require.Equal(t, line, shortened(line, 60))
	require.Equal(t, "Dan placed a large noble on level 5 (m14.5)…", shortened(line, 45))
	require.Equal(t, "Dan placed a large noble on level 5 (m14.5)…", shortened(line, 46))
	require.Equal(t, "Dan placed a large noble on level 5…", shortened(line, 38))
	require.Empty(t, shortened(line, 10))
}
