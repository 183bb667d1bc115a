package storetest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/store"
	"amytis/store/entries"
)

// OpenEntries returns two handles of a new, empty database, which are closed when the test ends.
type OpenEntries func(t testing.TB) (one, other entries.DB)

func RunEntries(t *testing.T, open OpenEntries) {
	runAll(t, open, map[string]func(*testing.T, OpenEntries){
		"ranges are in the order of the keys":                  testRanges,
		"a reader sees one moment":                             testMoment,
		"a change is compared, and made with all or none":      testApply,
		"changes at once neither lose nor wait for each other": testTogether,
		"one handle at a time holds a name":                    testHold,
		"handles learn of new numbers and of Close":            testChanged,
	})
}

// put is a change of an entry; "" is for nothing.
func put(in entries.Space, key, was, is string) entries.Change {
	none := []byte(nil) // and stays that with "" appended
	return entries.Change{Space: in, Key: []byte(key), Was: append(none, was...), Is: append(none, is...)}
}

func blind(in entries.Space, key, is string) entries.Change {
	c := put(in, key, "", is)
	c.Blind = true
	return c
}

// testRanges compares ranges with a sorted list that is longer than a page of a database.
func testRanges(t *testing.T, open OpenEntries) {
	db, _ := open(t)
	r := rand.New(rand.NewPCG(1, 2))
	key := func() (k []byte) {
		for range 1 + r.IntN(3) {
			k = append(k, []byte{0, 1, 'a', 0xfe, 0xff}[r.IntN(5)])
		}
		return k
	}
	changes := []entries.Change{
		blind(1, "a", "of another space"), blind(0, string(bytes.Repeat([]byte{0xff}, 31)), "last"),
		blind(0, string(bytes.Repeat([]byte{7}, 300)), string(make([]byte, 100<<10))),
	}
	for i := range 250 {
		changes = append(changes, blind(0, string(key())+string(rune(i)), string(key())))
	}
	require.NoError(t, db.Apply(t.Context(), changes))
	slices.SortFunc(changes, func(a, b entries.Change) int { return bytes.Compare(a.Key, b.Key) })

	ranges := []entries.Range{{}, {Back: true}, {Space: 1}, {Space: 2}, {Limit: 200}, {Limit: 200, Back: true}, entries.Single(0, changes[9].Key)}
	prefixes := map[int][]byte{}
	for range 100 {
		in := entries.Range{From: key(), To: key(), Back: r.IntN(2) == 0, Limit: r.IntN(5)}
		prefixes[len(ranges)] = key()
		ranges = append(ranges, entries.Prefix(0, prefixes[len(ranges)]), in)
	}
	found := Must(db.Read(t.Context(), ranges...))(t)
	for i, in := range ranges {
		want := []entries.Entry{}
		for _, c := range changes {
			inside := bytes.Compare(c.Key, in.From) >= 0 && (in.To == nil || bytes.Compare(c.Key, in.To) < 0)
			if prefix := prefixes[i]; prefix != nil {
				inside = bytes.HasPrefix(c.Key, prefix)
			}
			if c.Space == in.Space && inside {
				want = append(want, entries.Entry{Key: c.Key, Value: c.Is})
			}
		}
		if in.Back {
			slices.Reverse(want)
		}
		if in.Limit > 0 {
			want = want[:min(in.Limit, len(want))]
		}
		require.Equal(t, want, append([]entries.Entry{}, found[i]...), "%+v", in)
		n := 0
		enough := 1 + len(want)/2
		require.NoError(t, db.View(t.Context(), func(r entries.Reader) error {
			return r.Scan(in, func(k, v []byte) (bool, error) {
				require.Equal(t, want[n], entries.Entry{Key: k, Value: v})
				n++
				return n < enough, nil
			})
		}))
		require.Equal(t, min(enough, len(want)), n)
	}
}

// testMoment moves an entry to and fro between two spaces while others read both.
func testMoment(t *testing.T, open OpenEntries) {
	db, other := open(t)
	require.NoError(t, db.Apply(t.Context(), []entries.Change{put(0, "k", "", "v")}))
	moved := func(i entries.Space) error {
		return other.Apply(t.Context(), []entries.Change{put(i%2, "k", "v", ""), put((i+1)%2, "k", "", "v")})
	}
	var moving sync.WaitGroup
	var over atomic.Bool
	moving.Go(func() {
		for i := range entries.Space(100) {
			assert.NoError(t, moved(i))
		}
		over.Store(true)
	})
	for !over.Load() {
		found := Must(db.Read(t.Context(), entries.Range{Space: 0}, entries.Range{Space: 1}))(t)
		require.Equal(t, 1, len(found[0])+len(found[1]))
	}
	moving.Wait()
	n := 0
	errRead := errors.New("read enough")
	require.ErrorIs(t, db.View(t.Context(), func(r entries.Reader) error {
		for space := range entries.Space(2) {
			require.NoError(t, r.Scan(entries.Range{Space: space}, func(_, _ []byte) (bool, error) { n++; return true, nil }))
			require.NoError(t, moved(space))
		}
		return errRead
	}), errRead)
	require.Equal(t, 1, n, "others write while one reads")
}

func testApply(t *testing.T, open OpenEntries) {
	db, other := open(t)
	for _, c := range []struct {
		says          string
		refused, kept string // the key of the conflict, and what is in space 0
		changes       []entries.Change
	}{
		{"nothing may be there", "", "a2 b1 ", []entries.Change{put(0, "b", "", "1"), put(0, "a", "", "2")}},
		{"something is", "a", "a2 b1 ", []entries.Change{put(0, "c", "", "3"), put(0, "a", "", "3")}},
		{"the first in order is named", "b", "a2 b1 ", []entries.Change{put(1, "a", "9", "3"), put(0, "c", "9", "3"), put(0, "b", "9", "3")}},
		{"what is there may stay", "", "a2 b5 ", []entries.Change{put(0, "a", "2", "2"), put(0, "b", "1", "5")}},
		{"or is another", "a", "a2 b5 ", []entries.Change{put(0, "a", "3", "3"), put(0, "b", "5", "6")}},
		{"nothing may stay", "", "a2 b6 ", []entries.Change{put(0, "x", "", ""), put(0, "b", "5", "6")}},
		{"or be no more", "a", "a2 b6 ", []entries.Change{put(0, "a", "", ""), put(0, "b", "6", "7")}},
		{"what is there is removed", "", "b6 c3 ", []entries.Change{put(0, "a", "2", ""), put(0, "c", "", "3")}},
		{"or is gone", "a", "b6 c3 ", []entries.Change{put(0, "a", "2", ""), blind(0, "c", "")}},
		{"a blind change does not look", "", "b8 d4 ", []entries.Change{blind(0, "b", "8"), blind(0, "c", ""), blind(0, "x", ""), blind(0, "d", "4")}},
		{"but the others do", "d", "b8 d4 ", []entries.Change{blind(0, "b", "9"), put(0, "d", "5", "")}},
	} {
		refused := ""
		var conflict *entries.Conflict
		if err := db.Apply(t.Context(), c.changes); errors.As(err, &conflict) {
			refused = string(conflict.Change.Key)
		} else {
			require.NoError(t, err, c.says)
		}
		kept := ""
		for _, e := range Must(other.Read(t.Context(), entries.Range{}))(t)[0] {
			kept += string(e.Key) + string(e.Value) + " "
		}
		require.Equal(t, c.refused, refused, c.says)
		require.Equal(t, c.kept, kept, c.says)
	}
}

// testTogether has both handles change the same entries at once. Each success adds a number.
func testTogether(t *testing.T, open OpenEntries) {
	db, other := open(t)
	keys := []string{"a", "b", "c", "d"}
	raceCalls(t, 16, nil, func(i int) (err error) {
		db := []entries.DB{db, other}[i%2]
		for made := 0; made < 10; {
			changes := []entries.Change{{Space: 1, Key: []byte("n"), Next: true}}
			for _, n := range rand.Perm(len(keys)) {
				found, err := db.Read(t.Context(), entries.Single(0, []byte(keys[n])))
				if err != nil {
					return err
				}
				was := ""
				for _, e := range found[0] {
					was = string(e.Value)
				}
				changes[0].Is = []byte(was + ".")
				changes = append(changes, put(0, keys[n], was, was+"."))
			}
			if err = db.Apply(t.Context(), changes); err == nil {
				made++
			} else if !errors.As(err, new(*entries.Conflict)) {
				return err
			}
		}
		return nil
	})
	found := Must(db.Read(t.Context(), entries.Range{}, entries.Range{Space: 1}))(t)
	require.Len(t, found[1], 160)
	for i, e := range found[1] {
		require.Len(t, e.Key, len("n")+8)
		require.Len(t, e.Value, i+1, "the numbers are in the order of the changes")
	}
	for _, e := range found[0] {
		require.Len(t, e.Value, 160)
	}
}

func testHold(t *testing.T, open OpenEntries) {
	one, other := open(t)
	hold := func(db entries.DB, ttl time.Duration, note string, mine bool, kept string) {
		t.Helper()
		has, note, err := db.Hold(t.Context(), "work", ttl, note)
		require.NoError(t, err)
		require.Equal(t, mine, has)
		require.Equal(t, kept, note)
	}
	hold(one, long, "", true, "")
	hold(one, long, "a", true, "a")
	hold(other, long, "x", false, "") // another has it
	hold(one, 0, "", true, "a")       // and gives it up
	hold(other, long, "", true, "a")
	hold(other, soon, "b", true, "b")
	require.Eventually(t, func() bool {
		mine, kept, err := one.Hold(t.Context(), "work", long, "")
		return err == nil && mine && kept == "b"
	}, patience, time.Millisecond, "the hold is over")
	hold(other, long, "", false, "")
	require.NoError(t, other.Release(t.Context())) // of what it has
	hold(other, long, "", false, "")
	require.NoError(t, one.Release(t.Context()))
	hold(other, long, "", true, "") // the note is forgotten
	notHeld := errors.New("not held")
	require.Equal(t, 1, raceCalls(t, 20, notHeld, func(i int) error {
		mine, _, err := []entries.DB{one, other}[i/10].Hold(t.Context(), "other work", long, "")
		if err == nil && (!mine || i%10 > 0) { // a handle gets what it has again
			return notHeld
		}
		return err
	}))
}

func testChanged(t *testing.T, open OpenEntries) {
	one, other := open(t)
	ctx := t.Context()
	require.NoError(t, one.Apply(ctx, []entries.Change{{Space: 1, Is: []byte("1"), Next: true}}))
	<-one.Changed()
	<-other.Changed()
	require.NoError(t, other.Close())
	<-other.Changed()
	require.NoError(t, other.Close(), "a second Close does nothing")
	for i, err := range []error{
		errorOf(other.Read(ctx, entries.Range{})), other.View(ctx, func(entries.Reader) error { return nil }),
		other.Apply(ctx, []entries.Change{blind(0, "a", "b")}), other.Release(ctx),
		func() error { _, _, err := other.Hold(ctx, "name", long, ""); return err }(),
	} {
		require.ErrorIs(t, err, store.ErrClosed, i)
	}
}
