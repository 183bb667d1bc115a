package localdiscord_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/bot/localdiscord"
)

// kept returns a world that is stored in a file. It ends with the test or before.
func kept(t *testing.T, path string, options localdiscord.Options) *testWorld {
	w := world(t, options)
	require.NoError(t, w.KeepIn(path))
	return w
}

// killed returns a copy of the file, as if the process had been killed now.
func killed(t *testing.T, path string) string {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	copied := filepath.Join(t.TempDir(), "discord.db")
	require.NoError(t, os.WriteFile(copied, data, 0o600))
	return copied
}

func TestTheWorldSurvivesAKilledProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discord.db")
	before := kept(t, path, localdiscord.Options{})
	c := before.connected()
	public := before.posted(generalID, M{"content": before.Bo.Mention(), "components": L{rawRow(rawButton("press"))}},
		picture("a.png", "bytes\nof a picture"))
	gone := before.posted(generalID, "deleted later")
	before.must("DELETE", messages+"/"+gone.ID, nil)
	edited := before.posted(generalID, "one")
	before.edit(edited.ID, M{"content": "two"})
	inThread := before.posted(before.thread("a thread").ID, "inside")
	once := M{"content": "once", "nonce": "n1", "enforce_nonce": true}
	before.post(generalID, once)
	icon := dataURI("image/png", pngFile(t))
	rose := before.createEmoji("rose", icon)
	iris := before.createEmoji("iris", icon)
	before.must("DELETE", "/applications/"+before.BotID()+"/emojis/"+rose.ID, nil)
	alone := before.Message(before.direct(before.Bo, "your turn").ID)
	stranger := before.AddUser("frank", "en-US")
	before.Babylon.Join(stranger)
	lost := before.Message(before.direct(stranger, "he will not be there").ID)
	in, err := before.Ana.Press(soon(t), public, "press")
	require.NoError(t, err)
	before.respond(c.interaction(), M{"type": 4, "data": M{"flags": 64, "components": L{rawRow(rawButton("again"))}}})
	own := outcome(t, in).Message
	before.slash(before.Ana)
	before.respond(c.interaction(), deferral)
	require.Len(t, before.General.Messages(), 5)

	after := kept(t, killed(t, path), localdiscord.Options{})
	after.post(generalID, once)
	assert.Len(t, after.General.Messages(), 4, "the deferral is forgotten, the nonce is not")
	assert.Equal(t, before.Emoji(), after.Emoji())
	assert.NotEqual(t, iris.ID, after.createEmoji("new", icon).ID)
	require.Len(t, after.Bo.DirectMessages(), 1)
	assert.Equal(t, alone.ID, after.Bo.DirectMessages()[0].ID)
	assert.Equal(t, alone.ChannelID, after.Bo.DM().ID)
	assert.Empty(t, after.Channel(lost.ChannelID).Everything(), "its person does not exist in this run")
	assert.Nil(t, after.Message(gone.ID))
	assert.Equal(t, "two", after.Message(edited.ID).Content)
	assert.Equal(t, "inside", after.Message(inThread.ID).Content)
	assert.Len(t, after.General.Threads(), 1)
	assert.NotNil(t, after.Ana.Message(own.ID))
	assert.Nil(t, after.Bo.Message(own.ID), "an ephemeral message stays ephemeral")
	again := after.Message(public.ID)
	data, err := after.Bo.Download(again, again.Attachments[0])
	require.NoError(t, err)
	assert.Equal(t, "bytes\nof a picture", string(data))
	_, found := after.File(again.Attachments[0].URL)
	assert.True(t, found, "the URL is that of this process")
	assert.NotEmpty(t, after.Commands(), "a bot registers its commands only when they changed")

	// The buttons of the public and of the ephemeral message work.
	c = after.dial()
	c.ready()
	for _, m := range []*localdiscord.Message{again, after.Ana.Message(own.ID)} {
		in, err := after.Ana.Press(soon(t), m, m.Controls()[0].CustomID)
		require.NoError(t, err)
		after.respond(c.interaction(), M{"type": 7, "data": M{"content": "pressed", "attachments": L{}}})
		assert.Equal(t, "pressed", outcome(t, in).Message.Content)
	}
	assert.Empty(t, after.Violations())
}

func TestOldFilesAndMessagesAreForgotten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "discord.db")
	before := kept(t, path, localdiscord.Options{MaxMessages: 3, MaxAttachments: 4})
	var urls []string
	for range 5 {
		urls = append(urls, before.posted(generalID, M{}, picture("a.png", "x")).Attachments[0].URL)
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
	path := filepath.Join(t.TempDir(), "discord.db")
	kept(t, path, localdiscord.Options{})
	assert.ErrorContains(t, world(t, localdiscord.Options{}).KeepIn(path), "is in use")
}

func TestAWatchNamesEachChangeOnce(t *testing.T) {
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
