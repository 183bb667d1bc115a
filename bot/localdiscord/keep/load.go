package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// load restores what was stored, and deletes from the file what has no place in this run's world.
func (f *File) load(w *world.World) error {
	return f.db.Update(func(tx *bbolt.Tx) error {
		for _, bucket := range [][]byte{messagesBucket, channelsBucket, filesBucket, commandsBucket, emojiBucket} {
			if _, err := tx.CreateBucketIfNotExists(bucket); err != nil {
				return err
			}
		}
		if err := errors.Join(
			loadCommands(tx, w), f.loadChannels(tx, w), f.loadMessages(tx, w), loadEmoji(tx, w),
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

func loadCommands(tx *bbolt.Tx, w *world.World) error {
	raw := tx.Bucket(commandsBucket).Get([]byte(allCommands))
	if raw == nil {
		return nil
	}
	return json.Unmarshal(raw, &w.Commands)
}

func (f *File) loadChannels(tx *bbolt.Tx, w *world.World) error {
	channels, err := inOrder[*world.Channel](tx, channelsBucket, f.URL)
	for _, ch := range channels {
		w.RestoreChannel(ch)
	}
	return err
}

func (f *File) loadMessages(tx *bbolt.Tx, w *world.World) error {
	messages, err := inOrder[message](tx, messagesBucket, f.URL)
	for _, m := range messages {
		m.Message.OnlyFor, m.Message.Pinged, m.Message.Version = m.OnlyFor, m.Pinged, m.Version
		w.Messages.Restore(m.Message)
	}
	return err
}

func loadEmoji(tx *bbolt.Tx, w *world.World) error {
	return eachFile(tx, emojiBucket, func(id string, file world.File) {
		w.RestoreEmoji(&world.Emoji{ID: id, Name: file.Path, Data: file.Data})
	})
}

func eachFile(tx *bbolt.Tx, bucket []byte, do func(id string, file world.File)) error {
	return tx.Bucket(bucket).ForEach(func(id, raw []byte) error {
		head, data, _ := bytes.Cut(raw, []byte("\n"))
		var a attachment
		if err := json.Unmarshal(head, &a); err != nil {
			return fmt.Errorf("file %s: %w", id, err)
		}
		do(string(id), world.File{Path: a.Path, ContentType: a.ContentType, Data: bytes.Clone(data)})
		return nil
	})
}

// inOrder reads a bucket, oldest first.
func inOrder[T any](tx *bbolt.Tx, bucket []byte, url string) ([]T, error) {
	values := map[string]T{}
	err := tx.Bucket(bucket).ForEach(func(id, raw []byte) error {
		var value T
		if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(urlPlaceholder), []byte(url)), &value); err != nil {
			return fmt.Errorf("%s %s: %w", bucket, id, err)
		}
		values[string(id)] = value
		return nil
	})
	list := make([]T, 0, len(values))
	for _, id := range slices.SortedFunc(maps.Keys(values), wire.CompareIDs) {
		list = append(list, values[id])
	}
	return list, err
}
