package localdiscord_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/bot/localdiscord"
)

// kept returns a world that is stored in a file. It ends with the test or before.
func kept(t *testing.T, path string, options localdiscord.Options) *testWorld {
	t.Helper()
	w := world(t, options)
	require.NoError(t, w.KeepIn(path))
	return w
}

// killed returns a copy of the file, as if the process had been killed now.
func killed(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	copied := filepath.Join(t.TempDir(), "discord.db")
	require.NoError(t, os.WriteFile(copied, data, 0o600))
	return copied
}

func TestTheWorldSurvivesAKilledProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "discord.db")
	before := kept(t, path, localdiscord.Options{})
	s := open(t, before, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = s.InteractionRespond(i.Interaction, say("only for you", discordgo.MessageFlagsEphemeral, row(button("again"))))
	})
	register(t, before, s)
	public, err := s.ChannelMessageSendComplex(before.General.ID, &discordgo.MessageSend{
		Content:    before.Bo.Mention(),
		Components: []discordgo.MessageComponent{row(button("press"))},
		Files: []*discordgo.File{
			{Name: "a.png", ContentType: "image/png", Reader: bytes.NewReader([]byte("bytes\nof a picture"))},
		},
	})
	require.NoError(t, err)
	gone, err := s.ChannelMessageSend(before.General.ID, "deleted later")
	require.NoError(t, err)
	require.NoError(t, s.ChannelMessageDelete(before.General.ID, gone.ID))
	edited, err := s.ChannelMessageSend(before.General.ID, "one")
	require.NoError(t, err)
	_, err = s.ChannelMessageEdit(before.General.ID, edited.ID, "two")
	require.NoError(t, err)
	thread, err := startThread(s, before, "a thread")
	require.NoError(t, err)
	inThread, err := s.ChannelMessageSend(thread.ID, "inside")
	require.NoError(t, err)
	once := func(s *discordgo.Session) {
		_, err := s.Request("POST", discordgo.EndpointChannelMessages(generalID), M{"content": "once", "nonce": "n1", "enforce_nonce": true})
		require.NoError(t, err)
	}
	once(s)
	app := before.BotID()
	rose, iris := createEmoji(t, s, app, "rose"), createEmoji(t, s, app, "iris")
	require.NoError(t, s.ApplicationEmojiDelete(app, rose.ID))
	alone, err := direct(t, s, before.Bo, &discordgo.MessageSend{Content: "your turn"})
	require.NoError(t, err)
	stranger := before.AddUser("frank", "en-US")
	before.Babylon.Join(stranger)
	lost, err := direct(t, s, stranger, &discordgo.MessageSend{Content: "he will not be there"})
	require.NoError(t, err)
	in, err := before.Ana.Press(soon(t), before.Message(public.ID), "press")
	require.NoError(t, err)
	whisper, err := in.Wait(soon(t))
	require.NoError(t, err)

	after := kept(t, killed(t, path), localdiscord.Options{})
	once(session(t, after))
	assert.Len(t, after.General.Messages(), 4)
	assert.Equal(t, before.Emoji(), after.Emoji())
	assert.NotEqual(t, iris.ID, createEmoji(t, session(t, after), app, "new").ID)
	require.Len(t, after.Bo.DirectMessages(), 1)
	assert.Equal(t, alone.ID, after.Bo.DirectMessages()[0].ID)
	assert.Equal(t, alone.ChannelID, after.Bo.DM().ID)
	assert.Empty(t, after.Channel(lost.ChannelID).Everything(), "its person does not exist in this run")
	assert.Nil(t, after.Message(gone.ID))
	assert.Equal(t, "two", after.Message(edited.ID).Content)
	assert.Equal(t, "inside", after.Message(inThread.ID).Content)
	assert.Len(t, after.General.Threads(), 1)
	assert.NotNil(t, after.Ana.Message(whisper.Message.ID))
	assert.Nil(t, after.Bo.Message(whisper.Message.ID), "an ephemeral message stays ephemeral")
	again := after.Message(public.ID)
	data, err := after.Bo.Download(again, again.Attachments[0])
	require.NoError(t, err)
	assert.Equal(t, "bytes\nof a picture", string(data))
	_, found := after.File(again.Attachments[0].URL)
	assert.True(t, found, "the URL is that of this process")
	assert.NotEmpty(t, after.Commands(), "a bot registers its commands only when they changed")

	// The buttons of the public and of the ephemeral message work.
	open(t, after, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = s.InteractionRespond(
			i.Interaction,
			&discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
				Data: &discordgo.InteractionResponseData{Content: "pressed", Attachments: &[]*discordgo.MessageAttachment{}}},
		)
	})
	for _, m := range []*localdiscord.Message{again, after.Ana.Message(whisper.Message.ID)} {
		in, err := after.Ana.Press(soon(t), m, m.Controls()[0].CustomID)
		require.NoError(t, err)
		outcome, err := in.Wait(soon(t))
		require.NoError(t, err)
		assert.Equal(t, "pressed", outcome.Message.Content)
	}
	assert.Empty(t, after.Violations())
}

func TestUnfinishedDeferralsAreForgottenAfterARestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "discord.db")
	before := kept(t, path, localdiscord.Options{})
	s := open(t, before, func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = s.InteractionRespond(
			i.Interaction,
			&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource},
		)
	})
	register(t, before, s)
	in, err := before.Ana.Slash(soon(t), before.General, "garden end", nil)
	require.NoError(t, err)
	_, err = in.FirstAnswer(soon(t))
	require.NoError(t, err)
	require.Len(t, before.General.Messages(), 1)
	assert.Empty(t, kept(t, killed(t, path), localdiscord.Options{}).General.Messages())
}

func TestOldFilesAndMessagesAreForgotten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "discord.db")
	before := kept(t, path, localdiscord.Options{MaxMessages: 3, MaxAttachments: 4})
	s := session(t, before)
	var urls []string
	for range 5 {
		m, err := s.ChannelFileSend(before.General.ID, "a.png", bytes.NewReader([]byte("x")))
		require.NoError(t, err)
		urls = append(urls, m.Attachments[0].URL)
	}
	for n, url := range urls {
		_, found := before.File(url)
		assert.Equal(t, n > 0, found, "file %d", n)
	}
	assert.Len(t, before.General.Messages(), 3)
	copied := killed(t, path)
	require.NoError(t, kept(t, copied, localdiscord.Options{}).Close())
	db, err := bbolt.Open(copied, 0o600, nil)
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.View(func(tx *bbolt.Tx) error {
		for _, bucket := range []string{"files", "messages"} {
			assert.Equal(t, 3, tx.Bucket([]byte(bucket)).Stats().KeyN, bucket)
		}
		return nil
	}))
}

func TestAFileInUseIsReported(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "discord.db")
	kept(t, path, localdiscord.Options{})
	other := world(t, localdiscord.Options{})
	assert.ErrorContains(t, other.KeepIn(path), "is in use")
}

func TestAWatchNamesEachChangeOnce(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	watch := w.Watch()
	m, err := w.Ana.Say(w.General, "hello")
	require.NoError(t, err)
	require.NoError(t, w.Ana.Delete(m))
	changes, err := watch.Next(soon(t))
	require.NoError(t, err)
	assert.Equal(t, []localdiscord.Change{{Message: m.ID}}, changes)
	watch.Close()
	_, err = w.Ana.Say(w.General, "again")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err = watch.Next(ctx)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
