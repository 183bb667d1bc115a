package localdiscord

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// keeper writes what happens into a file, each change before anybody is told of it, so that a process that is killed
// leaves nothing half done. What a world is built of (guilds, their channels, people) is built again by who starts the
// server; the file has what came after: messages, files, threads and direct conversations, and the bot's commands.
type keeper struct {
	server *Server
	db     *bbolt.DB
}

// The buckets of the file; their keys are ids.
var (
	keptMessages = []byte("messages")
	keptChannels = []byte("channels")
	keptFiles    = []byte("files")
	keptCommands = []byte("commands") // all under one key
)

const allCommands = "all"

// homeless stands in the file for the server's own URL, whose port changes from run to run.
const homeless = "discord-on-this-machine:"

// keptMessage is a message with what its JSON does not show.
type keptMessage struct {
	*Message
	OnlyFor string   `json:"kept_only_for,omitempty"`
	Pinged  []string `json:"kept_pinged,omitempty"`
	Version int      `json:"kept_version,omitempty"`
}

type keptChannel struct {
	ID, GuildID, ParentID, OwnerID string
	Name, Topic                    string
	Kind                           int
	Recipients                     []string
	Archived, Locked, Invitable    bool
	AutoArchive                    int
	ArchiveChanged                 time.Time
	ThreadMembers                  map[string]bool
}

type keptFile struct {
	Path        string `json:"path"`
	ContentType string `json:"content_type"`
}

// KeepIn takes over what the file at path has, and keeps in it what happens from now on. It is called once, when the
// world has been built and before a bot comes.
func (s *Server) KeepIn(path string) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return fmt.Errorf("%s is in use: is another one running?", path)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	k := &keeper{server: s, db: db}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := k.load(); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), db.Close())
	}
	s.keeper = k
	s.cdn.mu.Lock()
	defer s.cdn.mu.Unlock()
	s.cdn.changed = k.file
	return nil
}

func (s *Server) closeKeeper() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keeper == nil {
		return nil
	}
	db := s.keeper.db
	s.keeper = nil
	s.cdn.mu.Lock()
	defer s.cdn.mu.Unlock()
	s.cdn.changed = nil
	return db.Close()
}

// note writes what has changed. The server's lock is held.
func (k *keeper) note(c Change) {
	w := &k.server.world
	if c.Message != "" {
		var kept any
		if rec := w.messages[c.Message]; rec != nil && !rec.deleted {
			kept = rec.kept()
		}
		k.put(keptMessages, c.Message, kept)
	}
	if c.Channel != "" {
		var kept any
		if ch := w.channels[c.Channel]; ch != nil && ch.kind != channelText {
			kept = ch.kept()
		}
		k.put(keptChannels, c.Channel, kept)
	}
	if c.Commands {
		k.put(keptCommands, allCommands, w.guildCommands)
	}
}

// put writes a value, or takes it away if it is nil.
func (k *keeper) put(bucket []byte, id string, value any) {
	if value == nil {
		k.update(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Delete([]byte(id)) })
		return
	}
	raw, err := json.Marshal(value)
	if err != nil {
		k.server.log.Error("what happened cannot be kept", "id", id, "error", err)
		return
	}
	raw = bytes.ReplaceAll(raw, []byte(k.server.url), []byte(homeless))
	k.update(func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put([]byte(id), raw) })
}

// file writes an attachment: a line that describes it, and its bytes.
func (k *keeper) file(id string, f storedFile, kept bool) {
	k.update(func(tx *bbolt.Tx) error {
		if !kept {
			return tx.Bucket(keptFiles).Delete([]byte(id))
		}
		head, err := json.Marshal(keptFile{f.path, f.contentType})
		if err != nil {
			return err
		}
		return tx.Bucket(keptFiles).Put([]byte(id), append(append(head, '\n'), f.data...))
	})
}

func (k *keeper) update(do func(*bbolt.Tx) error) {
	if err := k.db.Update(do); err != nil {
		k.server.log.Error("what happened cannot be kept", "error", err)
	}
}

func (r *record) kept() keptMessage {
	kept := keptMessage{Message: r.current, OnlyFor: r.current.OnlyFor, Version: r.current.Version}
	for _, m := range append(r.history, r.current) {
		for _, id := range m.Pinged {
			if !contains(kept.Pinged, id) {
				kept.Pinged = append(kept.Pinged, id)
			}
		}
	}
	return kept
}

func (ch *channelState) kept() keptChannel {
	return keptChannel{ID: ch.id, GuildID: ch.guildID, ParentID: ch.parentID, OwnerID: ch.ownerID, Name: ch.name,
		Topic: ch.topic, Kind: ch.kind, Recipients: ch.recipients, Archived: ch.archived, Locked: ch.locked,
		Invitable: ch.invitable, AutoArchive: ch.autoArchive, ArchiveChanged: ch.archiveChanged,
		ThreadMembers: ch.threadMembers}
}

// load takes over what was kept. The server's lock is held.
func (k *keeper) load() error {
	w := &k.server.world
	return k.db.Update(func(tx *bbolt.Tx) error {
		for _, bucket := range [][]byte{keptMessages, keptChannels, keptFiles, keptCommands} {
			if _, err := tx.CreateBucketIfNotExists(bucket); err != nil {
				return err
			}
		}
		if err := errors.Join(k.loadCommands(tx), k.loadChannels(tx), k.loadMessages(tx)); err != nil {
			return err
		}
		shown := map[string]bool{}
		for _, rec := range w.messages {
			for _, a := range rec.current.Attachments {
				shown[a.ID] = true
			}
		}
		return errors.Join(
			prune(tx, keptMessages, func(id string) bool { return w.messages[id] != nil }),
			prune(tx, keptChannels, func(id string) bool { return w.channels[id] != nil }),
			prune(tx, keptFiles, func(id string) bool { return shown[id] }),
			k.loadFiles(tx))
	})
}

// prune takes what is wanted no more out of a bucket.
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

func (k *keeper) loadCommands(tx *bbolt.Tx) error {
	raw := tx.Bucket(keptCommands).Get([]byte(allCommands))
	if raw == nil {
		return nil
	}
	return json.Unmarshal(raw, &k.server.world.guildCommands)
}

func (k *keeper) loadChannels(tx *bbolt.Tx) error {
	w := &k.server.world
	channels, err := inOrder[keptChannel](tx, keptChannels, k.server.url)
	for _, c := range channels {
		g := w.guilds[c.GuildID]
		if c.Kind != channelDM && (g == nil || w.channels[c.ParentID] == nil) {
			continue // the world is built without its place
		}
		w.channels[c.ID] = &channelState{id: c.ID, guildID: c.GuildID, parentID: c.ParentID, ownerID: c.OwnerID,
			name: c.Name, topic: c.Topic, kind: c.Kind, recipients: c.Recipients, archived: c.Archived, locked: c.Locked,
			invitable: c.Invitable, autoArchive: c.AutoArchive, archiveChanged: c.ArchiveChanged,
			threadMembers: c.ThreadMembers}
		if g != nil {
			g.channels = append(g.channels, c.ID)
		}
		k.server.ids.reserve(c.ID)
	}
	return err
}

func (k *keeper) loadMessages(tx *bbolt.Tx) error {
	s := k.server
	messages, err := inOrder[keptMessage](tx, keptMessages, s.url)
	for _, kept := range messages {
		m := kept.Message
		ch := s.world.channels[m.ChannelID]
		// What was being thought about nobody will answer any more: its token has died with the process.
		if ch == nil || m.Loading() {
			continue
		}
		m.OnlyFor, m.Pinged, m.Version = kept.OnlyFor, kept.Pinged, kept.Version
		s.world.keepMessage(ch, m, s.options.MaxMessages)
		if nonce := string(m.Nonce); nonce != "" {
			s.keepNonce(ch.id+" "+(&messageBody{Nonce: m.Nonce}).nonce(), m.ID)
		}
		s.ids.reserve(m.ID)
	}
	return err
}

func (k *keeper) loadFiles(tx *bbolt.Tx) error {
	return tx.Bucket(keptFiles).ForEach(func(id, raw []byte) error {
		head, data, _ := bytes.Cut(raw, []byte("\n"))
		var f keptFile
		if err := json.Unmarshal(head, &f); err != nil {
			return fmt.Errorf("file %s: %w", id, err)
		}
		k.server.cdn.keep(string(id), storedFile{path: f.Path, contentType: f.ContentType, data: bytes.Clone(data)})
		return nil
	})
}

// inOrder reads a bucket, the oldest first.
func inOrder[T any](tx *bbolt.Tx, bucket []byte, url string) ([]T, error) {
	values := map[string]T{}
	err := tx.Bucket(bucket).ForEach(func(id, raw []byte) error {
		var value T
		if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(homeless), []byte(url)), &value); err != nil {
			return fmt.Errorf("%s %s: %w", bucket, id, err)
		}
		values[string(id)] = value
		return nil
	})
	ids := sortedKeys(values)
	sort.Slice(ids, func(i, j int) bool { return older(ids[i], ids[j]) })
	list := make([]T, len(ids))
	for i, id := range ids {
		list[i] = values[id]
	}
	return list, err
}
