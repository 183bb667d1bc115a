package load_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// checkTables checks all games and what their players were told. It counts what has happened.
func (s *soak) checkTables(logs harness.LoggedGames) (counts map[string]int) {
	counts = map[string]int{}
	for _, t := range s.tables {
		played := logs.In(t.Channel)
		if !s.forgets() {
			t.check(played)
		}
		s.checkAlerts(t, played, counts)
	}
	s.Logf("what has happened: %v", counts)
	return counts
}

// check checks the games of a channel against what its players were told.
func (t *soakTable) check(played harness.LoggedGames) {
	require.NotEmpty(t, played, "%s in %s: no game", t.Variant.Name, t.Channel.ID)
	require.Positive(t, t.active.Load(), "%s in %s: nobody was answered", t.Variant.Name, t.Channel.ID)
	var announced []harness.Announced
	for _, g := range played {
		t.CheckRecordOf(g)
		// Later events may not have been announced yet.
		announced = append(announced, harness.Announced{ID: g.ID, Log: g.Log, To: g.Header.Announced})
	}
	for _, p := range t.people {
		var done []string
		for _, g := range played {
			done = append(done, harness.ActionsBy(p.UserID(), g.Log)...)
		}
		require.True(t, harness.Agree(p.Acks.List, done), "%s in %s: %s (%s) was told:\n%v\nthe log has:\n%s\nof\n%+v",
			t.Variant.Name, t.Channel.ID, p.Name, p.UserID(), p.Acks.List, strings.Join(done, "\n"), played)
	}
	t.CheckPostedOnce(t.Channel.Messages())
	t.CheckAnnounced(announced...)
}

// checkAlerts checks that no player was told twice of a turn. It counts events, and pings by kind.
func (s *soak) checkAlerts(t *soakTable, played harness.LoggedGames, counts map[string]int) {
	for _, g := range played {
		countEvents(g.Log, counts)
	}
	for _, p := range t.people {
		turns := map[table.ID]map[table.Version]harness.Turn{}
		for _, g := range played {
			var err error
			turns[g.ID], err = harness.TurnsOf(g.Log, p.UserID())
			require.NoError(s, err)
		}
		told := map[toldOf]localdiscord.Ping{}
		for _, ping := range p.Pings() {
			who := fmt.Sprintf("%s in %s at %v: %s", p.Name, t.Channel.ID, ping.At.Format("15:04:05.000"), ping.Text)
			require.False(s, ping.Edit, who)
			kind := kindOf(ping.Text)
			way := " directly"
			if ping.ChannelID == t.Channel.ID {
				way = " by a mention"
			}
			counts["told of: "+kind+way]++
			if kind != turnAlert {
				continue
			}
			posted := s.posted(ping.MessageID)
			id, version := posted.table, posted.version
			require.NotZero(s, version, "about no table: %s", who)
			if len(turns[id]) == 0 && s.forgets() {
				continue // the game has lost the names of its players
			}
			turn, found := turns[id][version]
			require.True(s, found, "told of no turn, of table %d at %d: %s", id, version, who)
			before, twice := told[toldOf{id, turn}]
			if twice && !(t.Variant.Live && ping.At.Sub(before.At) > time.Minute) {
				require.Fail(s, "told twice of a turn", "%+v %s\nbefore at %v: %s", turn, who,
					before.At.Format("15:04:05.000"), before.Text)
			}
			told[toldOf{id, turn}] = ping
		}
	}
}

// toldOf is a turn of a game that a player was told of. Of a live round players are told again when
// it begins by itself, long after they were asked to be ready.
type toldOf struct {
	game table.ID
	turn harness.Turn
}

// countEvents counts what has happened in a log, by the kinds of events and some that matter here.
func countEvents(log []table.Event, counts map[string]int) {
	for _, e := range log {
		counts[string(e.Kind)]++
		switch {
		case e.Choice != 0:
			counts["planned steps"]++
		case e.Kind == table.Moved && e.Auto:
			counts["forced steps"]++
		case e.Kind == table.Moved && e.By == 0 && strings.HasPrefix(e.Move, "0 skip "):
			counts["turns missed"]++
		case e.Kind == table.StoodIn && e.By == 0:
			counts["stand-ins for missed turns"]++
		}
	}
}

// posts remembers what the program has posted, by message. The messages themselves lose their
// buttons later, and with them what they are about.
type posts struct {
	mu   sync.Mutex
	byID map[string]post
}

type post struct {
	// table and version are what its buttons name, zero for a notice.
	table   table.ID
	version table.Version
	// about is the ID of the last message that it links to, "" for none.
	about string
}

var (
	postPath      = regexp.MustCompile(`^/channels/\d+/messages$`)
	postedID      = regexp.MustCompile(`"id":"(\d+)"`)
	postedControl = regexp.MustCompile(`"custom_id":"([^"]*)"`)
	postedLink    = regexp.MustCompile(`/channels/\d+/\d+/(\d+)`)
)

func (p *posts) traffic(t localdiscord.Traffic) {
	if t.Kind != "rest" || t.Name != "POST" || t.Refusal != "" || !postPath.MatchString(t.Path) {
		return
	}
	if id := postedID.FindSubmatch(t.Answer); id != nil { // the end of a long answer is cut off
		p.mu.Lock()
		defer p.mu.Unlock()
		p.byID[string(id[1])] = postOf(t.Body)
	}
}

func postOf(message []byte) (posted post) {
	for _, id := range postedControl.FindAllSubmatch(message, -1) {
		if c, ok := control.Parse(string(id[1])); ok {
			posted.table, posted.version = c.Table, max(posted.version, c.Version)
		}
	}
	if links := postedLink.FindAllSubmatch(message, -1); links != nil {
		posted.about = string(links[len(links)-1][1])
	}
	return posted
}

// posted returns what a message is about; zero if that is nothing.
func (s *soak) posted(id string) (m post) {
	for range 3 { // a ping may link to a notice, which links to the table's message
		if m = s.read(id); m.version != 0 || m.about == "" {
			break
		}
		id = m.about
	}
	return m
}

func (s *soak) read(id string) post {
	s.posts.mu.Lock()
	m, found := s.posts.byID[id]
	s.posts.mu.Unlock()
	if versions := s.Discord.History(id); !found && len(versions) > 0 { // its reply was lost
		message, err := json.Marshal(versions[0])
		require.NoError(s, err)
		m = postOf(message)
	}
	return m
}

// turnAlert is the kind of a ping that is about a turn.
const turnAlert = "turn"

// kindOf returns what a ping is about, by the text of its message.
func kindOf(content string) string {
	for sign, kind := range map[string]string{"⏰": "reminder", "✅": "choice of direct messages"} {
		if strings.HasPrefix(content, sign) {
			return kind
		}
	}
	if strings.Contains(content, "🏆") {
		return "end of a game"
	}
	return turnAlert
}

type figures struct {
	mu        sync.Mutex
	lasted    time.Duration // 0 until stop
	answers   latencies
	apologies int // answers in which the bot apologizes
	failures  int // interactions that the bot did not answer
}

func (f *figures) answered(in *localdiscord.Interaction, apology bool, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		if apology {
			f.apologies++
		}
		f.answers.add(at.Sub(in.Created))
	}
}

func (f *figures) unanswered(*localdiscord.Interaction) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lasted == 0 {
		f.failures++
	}
}

func (f *figures) stop(began time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lasted = time.Since(began)
}

// counts returns how many commands and presses the bot has carried out, and its apologies.
func (f *figures) counts() (good, apologies int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.answers.all) - f.apologies, f.apologies
}

func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.answers.all) == 0 {
		return "nothing was measured"
	}
	return fmt.Sprintf("%d commands and presses in %v: %d apologies, %d without an answer; "+
		"answered within p50 %.1f ms, p99 %.1f ms", len(f.answers.all)+f.failures,
		f.lasted.Round(time.Second), f.apologies, f.failures, f.answers.ms(0.5), f.answers.ms(0.99))
}
