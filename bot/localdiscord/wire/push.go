package wire

// Push appends an item to a list. If that makes more than most, it takes out the oldest item and
// returns it.
func Push[T any](list *[]T, item T, most int) (oldest T, dropped bool) {
	*list = append(*list, item)
	if len(*list) <= most {
		return oldest, false
	}
	oldest = (*list)[0]
	clear((*list)[:1])
	*list = (*list)[1:]
	return oldest, true
}
