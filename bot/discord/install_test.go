package discord

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadmeHasTheInstallLink(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	link := "<" + InstallLink("APP_ID", "") + ">"
	assert.True(t, strings.Contains(string(readme), link), link)
}

func TestInstallLinkCanPreselectAServer(t *testing.T) {
	assert.Equal(t, InstallLink("7", "")+"&guild_id=8", InstallLink("7", "8"))
}
