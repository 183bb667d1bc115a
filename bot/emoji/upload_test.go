package emoji

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "amytis/bot/labflag" // for go test ./bot/... -lab
	"amytis/bot/localdiscord"
	"amytis/bot/session"
	"amytis/engine"
	"amytis/render"
)

// dot is the icon of a game with a single one.
func dot(size float64) picture {
	return pictureOf("dot", render.DrawIcon("dot", func(p *render.Pen) {
		p.Circle(0, 0, size)
		p.Fill(render.Black)
	}))
}

var dotted = &engine.Info{Icons: []string{"dot"}}

// running returns a Discord and an uploader of an icon that runs until the test ends.
func running(t *testing.T, drawn picture) (*localdiscord.Server, *Icons) {
	t.Helper()
	discord, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	client, err := session.New(
		session.Config{Token: discord.Token()[len("Bot "):], BaseURL: discord.URL(), Logger: log},
		session.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}},
	)
	require.NoError(t, err)
	icons := NewIcons()
	u := NewUploader(icons, client.Application, log, time.Millisecond)
	u.pause, u.pictures = 0, func() []picture { return []picture{drawn} }
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { u.Run(ctx); close(done) }()
	t.Cleanup(func() { cancel(); <-done; require.NoError(t, discord.Close()) })
	u.Begin()
	require.Eventually(t, func() bool { return icons.Of(dotted, 1) != nil }, time.Minute, time.Millisecond)
	return discord, icons
}

func TestDeletedEmojiIsUploadedAgainOnceItIsRefused(t *testing.T) {
	t.Parallel()
	discord, icons := running(t, dot(30))
	first := icons.Of(dotted, 1)
	assert.Equal(t, dot(30).name, first.Name)
	discord.DropEmoji(first.Name)
	icons.Refused()
	require.Eventually(t, func() bool {
		now := icons.Of(dotted, 1)
		return now != nil && now.ID != first.ID
	}, time.Minute, time.Millisecond)
	assert.Equal(t, discord.Emoji()[0].ID, icons.Of(dotted, 1).ID)
	assert.Nil(t, icons.Of(dotted, 0))
	assert.Nil(t, icons.Of(dotted, 2))
}

func TestNameTellsWhetherThePictureHasChanged(t *testing.T) {
	t.Parallel()
	assert.Equal(t, dot(30).name, dot(30).name)
	assert.NotEqual(t, dot(30).name, dot(31).name)
	assert.Equal(t, "dot", iconOf(dot(30).name))
	for _, name := range []string{"dot", "amytis_dot", "amytis_dot_12345", "amytis_dot_12345g", "other_dot_123456"} {
		assert.Empty(t, iconOf(name), name)
	}
}

func TestEveryIconHasAPictureWithinDiscordsLimits(t *testing.T) {
	t.Parallel()
	for _, p := range allPictures() {
		assert.LessOrEqual(t, len(p.name), 32, p.name)
		assert.Equal(t, p.icon, iconOf(p.name))
	}
}
