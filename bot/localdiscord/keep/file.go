// Package keep saves a local Discord to a file. It saves each change before it tells anybody, so a
// kill leaves nothing half done.
//
// Guilds, their channels and people are not in the file: the caller builds them again in each run.
// The file has what came after: messages, attachments, threads, direct conversations, and the bot's
// commands and emoji.
package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

type File struct {
	state *world.State
	db    *bbolt.DB
}

// The buckets of the file. Their keys are ids.
var (
	messagesBucket = []byte("messages")
	channelsBucket = []byte("channels")
	filesBucket    = []byte("files")
	commandsBucket = []byte("commands") // all under one key
	emojiBucket    = []byte("emoji")
)

const allCommands = "registered"

// urlPlaceholder stands for the URL of the server, whose port changes from run to run.
const urlPlaceholder = "discord-on-this-machine:"

// message is a message with the fields that its JSON lacks.
type message struct {
	*wire.Message
	OnlyFor string   `json:"kept_only_for,omitempty"`
	Pinged  []string `json:"kept_pinged,omitempty"`
	Version int      `json:"kept_version,omitempty"`
}

// attachment is the first line of a stored attachment or emoji. Its bytes follow.
type attachment struct {
	Path        string `json:"path"` // the name of an emoji
	ContentType string `json:"content_type"`
}

// Open restores what the file at path has, and stores in it what happens from now on. Call it once,
// when the world has been built and before a bot connects.
func Open(path string, state *world.State) (*File, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%s is in use: is another one running?", path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := &File{state, db}
	state.WithWorld(func(w *world.World) {
		if err = f.load(w); err == nil {
			w.Recorder = f
		}
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), db.Close())
	}
	return f, nil
}

func (f *File) Close() error {
	f.state.WithWorld(func(w *world.World) { w.Recorder = nil })
	return f.db.Close()
}

func (f *File) Changed(w *world.World, c world.Change) {
	if c.Message != "" {
		var value any
		if r := w.Messages.Record(c.Message); r != nil && !r.Current.Deleted {
			value = stored(r)
		}
		f.put(messagesBucket, c.Message, value, nil)
	}
	if c.Channel != "" {
		var value any
		if ch := w.Channels[c.Channel]; ch != nil && (ch.IsThread() || ch.IsDM()) {
			value = ch
		}
		f.put(channelsBucket, c.Channel, value, nil)
	}
	if c.Emoji != "" {
		e := w.EmojiByID(c.Emoji)
		if e == nil {
			e = &world.Emoji{}
		}
		f.putFile(emojiBucket, c.Emoji, world.File{Path: e.Name, Data: e.Data}, e.ID != "")
	}
	if c.File != "" {
		file, exists := w.File(c.File)
		f.putFile(filesBucket, c.File, file, exists)
	}
	if c.Commands {
		f.put(commandsBucket, allCommands, w.Commands, nil)
	}
}

// stored returns a message with the pings of all its versions.
func stored(r *world.Record) message {
	m := message{Message: r.Current, OnlyFor: r.Current.OnlyFor, Version: r.Current.Version}
	for _, version := range r.Versions() {
		for _, id := range version.Pinged {
			if !slices.Contains(m.Pinged, id) {
				m.Pinged = append(m.Pinged, id)
			}
		}
	}
	return m
}

// put stores a value as JSON, and data after it. It deletes what is stored if the value is nil.
func (f *File) put(bucket []byte, id string, value any, data []byte) {
	raw, err := json.Marshal(value)
	if err == nil {
		raw = append(bytes.ReplaceAll(raw, []byte(f.state.URL), []byte(urlPlaceholder)), data...)
		err = f.db.Update(func(tx *bbolt.Tx) error {
			if value == nil {
				return tx.Bucket(bucket).Delete([]byte(id))
			}
			return tx.Bucket(bucket).Put([]byte(id), raw)
		})
	}
	if err != nil {
		f.state.Logger.Error("cannot store a change", slog.String("id", id), slog.Any("err", err))
	}
}

// putFile stores a file, or deletes it unless it exists.
func (f *File) putFile(bucket []byte, id string, file world.File, exists bool) {
	var head any
	if exists {
		head = attachment{file.Path, file.ContentType}
	}
	f.put(bucket, id, head, slices.Concat([]byte("\n"), file.Data))
}
