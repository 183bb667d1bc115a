package page

import (
	"net/http"
	"regexp"
	"strconv"

	"amytis/bot/localdiscord"
)

type entry struct {
	localdiscord.Traffic
	Micros int64  `json:"micros"`
	Body   string `json:"body,omitempty"`
	Answer string `json:"answer,omitempty"`
}

type developerView struct {
	Entries    []entry `json:"entries"`
	Violations int     `json:"violations"` // how often Discord refused what the bot did
	Connected  int     `json:"connected"`  // sessions of the gateway
}

// secrets matches tokens of interactions, in paths and in bodies. With such a token anybody can
// answer as the bot.
var secrets = regexp.MustCompile(`("token":"|/(?:interactions|webhooks)/\d+/)[^"/?]+`)

func conceal(text string) string { return secrets.ReplaceAllString(text, "${1}…") }

// traffic returns what the bot and Discord said to each other since the entry ?after=, to this
// machine only: it would show players each other's secrets.
func (p *Page) traffic(_ *localdiscord.User, r *http.Request) (any, error) {
	if !fromHere(r) {
		return nil, &refusal{http.StatusForbidden, "only for this machine"}
	}
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64) // everything if it is not a number
	view := developerView{Entries: []entry{}, Violations: len(p.discord.Violations()), Connected: p.discord.Sessions()}
	log := p.discord.Log()
	if n := len(log); n == 0 || log[n-1].Seq < after {
		after = 0 // Discord was restarted and counts from 1 again
	}
	for _, t := range log {
		if t.Seq <= after {
			continue
		}
		t.Path = conceal(t.Path)
		view.Entries = append(view.Entries, entry{t, t.Took.Microseconds(), conceal(string(t.Body)),
			conceal(string(t.Answer))})
	}
	return view, nil
}
