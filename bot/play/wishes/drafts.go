package wishes

import (
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// maxDrafts is how many drafts of a player are kept.
const maxDrafts = 10

func DraftAt(p *store.Preferences, id table.ID) (d store.Trial, found bool) {
	i := slices.IndexFunc(p.Drafts, func(d store.Trial) bool { return d.Table == id })
	if i < 0 {
		return store.Trial{}, false
	}
	return p.Drafts[i], true
}

// DropDraft deletes the draft at a table, if there is one.
func DropDraft(p *store.Preferences, id table.ID) {
	p.Drafts = slices.DeleteFunc(p.Drafts, func(d store.Trial) bool { return d.Table == id })
}

// KeepDraft keeps a draft in place of the one before at its table. Of too many the oldest goes.
func KeepDraft(p *store.Preferences, d store.Trial) {
	DropDraft(p, d.Table)
	p.Drafts = append(p.Drafts, d)
	p.Drafts = p.Drafts[max(0, len(p.Drafts)-maxDrafts):]
}
