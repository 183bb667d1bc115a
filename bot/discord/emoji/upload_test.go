package emoji

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/bot/localdiscord"
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

// alone is the hold of a process without others.
func alone(context.Context) (bool, error) { return true, nil }

// running returns a Discord and an uploader of an icon that runs until the test ends.
func running(t *testing.T, drawn picture) (*localdiscord.Server, *Icons) {
	t.Helper()
	local, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, local.Close()) })
	icons := upload(t, local, alone, drawn)
	require.Eventually(t, func() bool { return icons.Of(dotted, 1) != nil }, time.Minute, time.Millisecond)
	return local, icons
}

// upload runs an uploader of a process until the test ends.
func upload(
	t *testing.T, local *localdiscord.Server, mine func(context.Context) (bool, error), drawn picture,
) *Icons {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	client, err := discord.New(
		discord.Config{REST: rest.Config{Token: local.Token()[len("Bot "):], BaseURL: local.URL()}, Logger: log},
		discord.Handlers{Interactions: interactions.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}}},
	)
	require.NoError(t, err)
	icons := NewIcons()
	u := NewUploader(icons, client.Application, mine, log, time.Millisecond)
	u.pause, u.pictures = 0, func() []picture { return []picture{drawn} }
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { u.Run(ctx); close(done) }()
	t.Cleanup(func() { cancel(); <-done })
	u.BeginSession()
	return icons
}

func TestVersionsThatRunAtOnceKeepEachOthersIcons(t *testing.T) {
	t.Parallel()
	local, older := running(t, dot(30))
	newer := upload(t, local, alone, dot(31))
	require.Eventually(t, func() bool { return newer.Of(dotted, 1) != nil }, time.Minute, time.Millisecond)
	require.Len(t, local.Emoji(), 2)
	assert.NotEqual(t, *older.Of(dotted, 1), *newer.Of(dotted, 1))
}

func TestOneOfSeveralProcessesUploads(t *testing.T) {
	t.Parallel()
	local, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, local.Close()) })
	asked := make(chan bool, 10)
	waits := upload(t, local, func(context.Context) (bool, error) { asked <- true; return false, nil }, dot(30))
	<-asked
	assert.Empty(t, local.Emoji())
	other := upload(t, local, alone, dot(30))
	require.Eventually(t, func() bool {
		return waits.Of(dotted, 1) != nil && other.Of(dotted, 1) != nil
	}, time.Minute, time.Millisecond)
	assert.Equal(t, *other.Of(dotted, 1), *waits.Of(dotted, 1))
	assert.Len(t, local.Emoji(), 1)
	assert.Empty(t, local.Violations())
}

func TestDeletedEmojiIsUploadedAgainOnceItIsRefused(t *testing.T) {
	t.Parallel()
	local, icons := running(t, dot(30))
	first := icons.Of(dotted, 1)
	assert.Equal(t, dot(30).name, first.Name)
	local.DropEmoji(first.Name)
	icons.Refused()
	require.Eventually(t, func() bool {
		now := icons.Of(dotted, 1)
		return now != nil && now.ID != first.ID
	}, time.Minute, time.Millisecond)
	assert.Equal(t, local.Emoji()[0].ID, icons.Of(dotted, 1).ID)
	assert.Nil(t, icons.Of(dotted, 0))
	assert.Nil(t, icons.Of(dotted, 2))
}

func TestNameTellsWhetherThePictureHasChanged(t *testing.T) {
	t.Parallel()
	assert.Equal(t, dot(30).name, dot(30).name)
	assert.NotEqual(t, dot(30).name, dot(31).name)
}

func TestEveryIconHasAPictureWithinDiscordsLimits(t *testing.T) {
	t.Parallel()
	for _, p := range allPictures() {
		assert.LessOrEqual(t, len(p.name), 32, p.name)
	}
}
