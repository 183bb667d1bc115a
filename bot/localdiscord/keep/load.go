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
			restore(tx, commandsBucket, f.state.URL, func(all []*wire.Command) { w.Commands = all }),
			restore(tx, channelsBucket, f.state.URL, w.RestoreChannel),
			restore(tx, messagesBucket, f.state.URL, func(m message) {
				m.Message.OnlyFor, m.Message.Pinged, m.Message.Version = m.OnlyFor, m.Pinged, m.Version
				w.Messages.Restore(m.Message)
			}),
			eachFile(tx, emojiBucket, func(id string, file world.File) {
				w.RestoreEmoji(&world.Emoji{ID: id, Name: file.Path, Data: file.Data})
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
		var a attachment
		if err := json.Unmarshal(head, &a); err != nil {
			return fmt.Errorf("file %s: %w", id, err)
		}
		do(string(id), world.File{Path: a.Path, ContentType: a.ContentType, Data: bytes.Clone(data)})
		return nil
	})
}

// restore passes on the values of a bucket, oldest first.
func restore[T any](tx *bbolt.Tx, bucket []byte, url string, put func(T)) error {
	values := map[string]T{}
	err := tx.Bucket(bucket).ForEach(func(id, raw []byte) error {
		var value T
		if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(urlPlaceholder), []byte(url)), &value); err != nil {
			return fmt.Errorf("%s %s: %w", bucket, id, err)
		}
		values[string(id)] = value
		return nil
	})
	for _, id := range slices.SortedFunc(maps.Keys(values), wire.CompareIDs) {
		put(values[id])
	}
	return err
}
