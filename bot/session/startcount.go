package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// startCount counts the sessions started in each hour of the last day. Hours are numbered since
// 1970. A whole hour is forgotten when its last minute is a day old, so it never counts too few.
type startCount map[int64]int

// addAll adds what String has written. What it cannot read it leaves out.
func (c startCount) addAll(text string) (err error) {
	for field := range strings.FieldsSeq(text) {
		var hour int64
		var n int
		if _, bad := fmt.Sscanf(field, "%d:%d", &hour, &n); bad != nil || n < 0 {
			err = fmt.Errorf("%q is not a count of sessions", field)
			continue
		}
		c[hour] += n
	}
	return err
}

// atLeast raises each hour to what another count has.
func (c startCount) atLeast(other startCount) {
	for hour, n := range other {
		c[hour] = max(c[hour], n)
	}
}

// String returns the count as "hour:sessions" of each hour, the oldest first.
func (c startCount) String() string {
	var b strings.Builder
	for _, hour := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&b, "%d:%d ", hour, c[hour])
	}
	return strings.TrimSpace(b.String())
}

// add counts a session and forgets outdated ones.
func (c startCount) add(now time.Time) {
	c.forget(now)
	c[hourOf(now)]++
}

// forget drops the hours that ended at least a day ago. Hours in the future, which a corrected
// clock leaves behind, count as the present one.
func (c startCount) forget(now time.Time) {
	for hour, n := range c {
		switch {
		case !endOfCount(hour).After(now):
			delete(c, hour)
		case hour > hourOf(now):
			delete(c, hour)
			c[hourOf(now)] += n
		}
	}
}

// timeUntilFree returns how long it takes until fewer sessions than the limit count.
func (c startCount) timeUntilFree(now time.Time, limit int) time.Duration {
	c.forget(now)
	total := 0
	for _, n := range c {
		total += n
	}
	wait := time.Duration(0)
	for _, hour := range slices.Sorted(maps.Keys(c)) {
		if total < limit {
			break
		}
		total -= c[hour]
		wait = endOfCount(hour).Sub(now)
	}
	return wait
}

func hourOf(t time.Time) int64 { return t.Unix() / 3600 }

// endOfCount returns when the sessions of an hour count no longer.
func endOfCount(hour int64) time.Time { return time.Unix((hour+1)*3600, 0).Add(day) }
