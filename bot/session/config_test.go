package session

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInvalidConfigurationsAreRefused(t *testing.T) {
	for _, cfg := range []Config{
		{}, {Token: "Bot "}, {Token: "a b"}, {Token: testToken, BaseURL: "localhost:80"}, {Token: testToken, BaseURL: "ftp://x"},
	} {
		_, err := New(cfg, Handlers{Interaction: ignore})
		require.Error(t, err)
	}
	_, err := New(Config{Token: testToken}, Handlers{})
	require.Error(t, err)
	_, err = New(Config{Token: "Bot " + testToken}, Handlers{Interaction: ignore})
	require.NoError(t, err, "the prefix Bot is allowed")
}

func TestDefaultsLimitWhatOneMemberAndOneServerHaveInProgress(t *testing.T) {
	cfg, err := Config{Token: testToken}.withDefaults()
	require.NoError(t, err)
	require.Equal(t, 64, cfg.MaxHandlers)
	require.Equal(t, 10, cfg.MaxPerMember)
	require.Equal(t, 32, cfg.MaxPerServer)
}
