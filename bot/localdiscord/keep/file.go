// Package keep saves a local Discord to a file. It saves each change, but for a channel that a test
// deletes, before it tells anybody, so a kill leaves nothing half done.
//
// The file has messages, attachments, threads, direct conversations, and the bot's commands and
// emoji. The caller adds guilds, their channels and people in each run.
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

// Open restores a world from a file, and stores there what happens from now on. Call it once, when
// the guilds, their channels and people have been added and before a bot connects.
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
			w.Recorder = f.store
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

func (f *File) store(w *world.World, c world.Change) {
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
			e = &wire.ApplicationEmoji{}
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
		raw = append(bytes.ReplaceAll(raw, []byte(f.state.URL()), []byte(urlPlaceholder)), data...)
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

// putFile stores a file below a line of JSON, or deletes it unless it exists. The path of an emoji
// is its name.
func (f *File) putFile(bucket []byte, id string, file world.File, exists bool) {
	var head any
	if exists {
		head = file
	}
	f.put(bucket, id, head, slices.Concat([]byte("\n"), file.Data))
}

// load restores what was stored, and deletes from the file what has no place in this run's world.
func (f *File) load(w *world.World) error {
	return f.db.Update(func(tx *bbolt.Tx) error {
		for _, bucket := range [][]byte{messagesBucket, channelsBucket, filesBucket, commandsBucket, emojiBucket} {
			if _, err := tx.CreateBucketIfNotExists(bucket); err != nil {
				return err
			}
		}
		if err := errors.Join(
			restore(tx, commandsBucket, f.state.URL(), func(all []*wire.Command) { w.Commands = all }),
			restore(tx, channelsBucket, f.state.URL(), w.RestoreChannel),
			restore(tx, messagesBucket, f.state.URL(), func(m message) {
				m.Message.OnlyFor, m.Message.Pinged, m.Message.Version = m.OnlyFor, m.Pinged, m.Version
				w.Messages.Restore(m.Message)
			}),
			eachFile(tx, emojiBucket, func(id string, file world.File) {
				w.AddEmoji(file.Path, file.Data, id)
			}),
		); err != nil {
			return err
		}
		shown := w.Messages.Attachments()
		return errors.Join(
			prune(tx, messagesBucket, func(id string) bool { return w.Messages.Record(id) != nil }),
			prune(tx, channelsBucket, func(id string) bool { return w.Channels[id] != nil }),
			prune(tx, filesBucket, func(id string) bool { return shown[id] }),
			eachFile(tx, filesBucket, w.KeepFile))
	})
}

func prune(tx *bbolt.Tx, bucket []byte, wanted func(id string) bool) error {
	var stray [][]byte
	err := tx.Bucket(bucket).ForEach(func(id, _ []byte) error {
		if !wanted(string(id)) {
			stray = append(stray, bytes.Clone(id))
		}
		return nil
	})
	for _, id := range stray {
		err = errors.Join(err, tx.Bucket(bucket).Delete(id))
	}
	return err
}

func eachFile(tx *bbolt.Tx, bucket []byte, do func(id string, file world.File)) error {
	return tx.Bucket(bucket).ForEach(func(id, raw []byte) error {
		head, data, _ := bytes.Cut(raw, []byte("\n"))
		file := world.File{Data: bytes.Clone(data)}
		if err := json.Unmarshal(head, &file); err != nil {
			return fmt.Errorf("file %s: %w", id, err)
		}
		do(string(id), file)
		return nil
	})
}

// restore passes on the values of a bucket, oldest first: ids have 19 digits until 2090.
func restore[T any](tx *bbolt.Tx, bucket []byte, url string, put func(T)) error {
	return tx.Bucket(bucket).ForEach(func(id, raw []byte) error {
		var value T
		if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(urlPlaceholder), []byte(url)), &value); err != nil {
			return fmt.Errorf("%s %s: %w", bucket, id, err)
		}
		put(value)
		return nil
	})
}
