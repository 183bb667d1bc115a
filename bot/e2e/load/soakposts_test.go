package load_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"amytis/bot/control"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// posts remembers what the program has posted, by message. The messages themselves lose their
// buttons later, and with them what they are about.
type posts struct {
	mu   sync.Mutex
	byID map[string]post
}

// post is a message of the program.
type post struct {
	content string
	// table and version are those of its buttons, zero for a notice.
	table   table.ID
	version table.Version
	// about is the ID of the last message that it links to, "" for none.
	about string
}

func newPosts() *posts { return &posts{byID: map[string]post{}} }

var (
	postPath      = regexp.MustCompile(`^/channels/\d+/messages$`)
	postedID      = regexp.MustCompile(`"id":"(\d+)"`)
	postedControl = regexp.MustCompile(`"custom_id":"([^"]*)"`)
	postedLink    = regexp.MustCompile(`/channels/\d+/\d+/(\d+)`)
)

// traffic notes the posts among the requests. Faults may hide the answer from the program.
func (p *posts) traffic(t localdiscord.Traffic) {
	if t.Kind != "rest" || t.Name != "POST" || t.Refusal != "" || !postPath.MatchString(t.Path) {
		return
	}
	var answer struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(t.Answer, &answer) != nil { // the rest of a long one is cut off
		if first := postedID.FindSubmatch(t.Answer); first != nil {
			answer.ID = string(first[1])
		}
	}
	var sent struct {
		Content string `json:"content"`
	}
	if answer.ID == "" || json.Unmarshal(t.Body, &sent) != nil {
		return
	}
	posted := post{content: sent.Content}
	for _, id := range postedControl.FindAllSubmatch(t.Body, -1) {
		if c, ok := control.Parse(string(id[1])); ok {
			posted.table, posted.version = c.Table, max(posted.version, c.Version)
		}
	}
	if links := postedLink.FindAllSubmatch(t.Body, -1); links != nil {
		posted.about = string(links[len(links)-1][1])
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byID[answer.ID] = posted
}

// at returns the table and the version that a message is about. found is false for a message that
// is about no table, and for one that was not seen.
func (p *posts) at(id string) (about table.ID, version table.Version, found bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, found := p.byID[id]
	if found && m.version == 0 {
		m, found = p.byID[m.about]
	}
	return m.table, m.version, found && m.version != 0
}

// alertKind is what a ping is about.
type alertKind string

const (
	turnAlert     alertKind = "turn"
	nextAlert     alertKind = "next"
	reminderAlert alertKind = "reminder"
	summaryAlert  alertKind = "summary"
	endAlert      alertKind = "end of a game"
)

// kindOf returns what a ping is about, by the text of its message and the player's mention.
func kindOf(content, mention string) alertKind {
	for sign, kind := range map[string]alertKind{"⏰": reminderAlert, "⏭️": nextAlert, "☀️": summaryAlert} {
		if strings.HasPrefix(content, sign) {
			return kind
		}
	}
	for line := range strings.Lines(content) {
		if strings.HasPrefix(line, "⏭️") && strings.Contains(line, mention) {
			return nextAlert
		}
	}
	if strings.Contains(content, "🏆") {
		return endAlert
	}
	return turnAlert
}
