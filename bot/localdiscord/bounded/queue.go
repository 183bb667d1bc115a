// Package bounded provides a queue of limited length, so that what a local Discord remembers stays
// small.
package bounded

// Queue keeps the newest entries. The zero value is empty. It has no lock.
type Queue[T any] struct {
	items []T
	head  int
}

// Push adds an entry. Beyond the limit it drops the oldest and returns it.
func (q *Queue[T]) Push(item T, limit int) (old T, dropped bool) {
	q.items = append(q.items, item)
	if len(q.items)-q.head <= limit {
		return old, false
	}
	old = q.items[q.head]
	var zero T
	q.items[q.head] = zero
	q.head++
	if q.head > limit {
		q.items = append(q.items[:0:0], q.items[q.head:]...)
		q.head = 0
	}
	return old, true
}

// Items returns the entries, oldest first. The slice is valid until the next Push.
func (q *Queue[T]) Items() []T { return q.items[q.head:] }
