package interaction

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "amytis/bot/labflag" // for go test ./bot/... -lab
	"amytis/bot/text"
)

func TestInviteLinkInTheReadmeRequestsExactlyTheNeededPermissions(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	link := regexp.MustCompile(`permissions=(\d+)`).FindSubmatch(readme)
	require.NotNil(t, link)
	asked, err := strconv.ParseInt(string(link[1]), 10, 64)
	require.NoError(t, err)
	want := int64(wanted)
	for _, p := range needed {
		want |= p.bit
	}
	assert.Equal(t, want, asked)
}

func TestEveryPermissionHasWords(t *testing.T) {
	var keys []string
	for _, p := range needed {
		keys = append(keys, "bot.permission."+p.key)
	}
	require.Empty(t, text.Missing(keys))
}
