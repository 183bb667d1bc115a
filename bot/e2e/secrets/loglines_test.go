package secrets_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// isConnectionLine reports whether a line of the log is only about the connection to Discord. How
// many such lines there are depends on timing: heartbeats, lost connections, duplicates, late
// answers. They have no room for more than numbers and network errors. A line about a received
// event passes only if it has nothing but the event's kind and length.
func isConnectionLine(line string) bool { return connectionLine.MatchString(line) }

var connectionLine = regexp.MustCompile(`^time=\S+ level=(` + strings.Join([]string{
	`DEBUG msg="discordgo: (` + strings.Join([]string{
		`[a-zA-Z ]+`,
		`Op 10 Hello Packet received from Discord`,
		`connecting to gateway ` + gatewayURL,
		`We are now connected to Discord, emitting connect event`,
		`(First|Identify) Packet: ?\\n\\"\([*.\w]+\)\\"(\\n)?`,
		`Op: 0, Seq: \d+, Type: [A-Z_]+, Data: \(\d+ bytes\)\\n\\n`,
		`Op: 10, Seq: 0, Type: , Data: \{\\"_trace\\":\[\\"\[[\\"]+local[\\"]+\]\\"\],\\"heartbeat_interval\\":\d+\}\\n\\n`,
		`Op: 11, Seq: 0, Type: , Data: null\\n\\n`,
		`sending gateway websocket heartbeat seq \d+`,
		`calling reconnect\(\) now`,
		`error closing websocket, ` + networkError,
	}, "|") + `)"`,
	`INFO msg="discordgo: error reading from gateway ` + gatewayURL + ` websocket, ` + networkError + `"`,
	`DEBUG msg="connecting to Discord" resume=(true|false)`,
	`INFO msg=connected bot=Amytis servers=1 commands_changed=(true|false)`,
	`WARN msg="disconnected from Discord" err=("` + networkError + `"|EOF) was_ready=(true|false) after=\S+ resume=(true|false) pause=\S+`,
	`DEBUG msg="(delivered twice|already answered)" interaction=\d+`,
	`WARN msg="asking for a member" guild=\d+ user=\d+ err="GET /guilds/\{guild\}/members/\{user\}: (waiting for the rate limit: )?context deadline exceeded"`,
}, "|") + `)\s*$`)

const (
	gatewayURL   = `ws://127\.0\.0\.1:\d+/gateway/\?v=\d+&encoding=json`
	networkError = `((write|read|close) tcp 127\.0\.0\.1:\d+->127\.0\.0\.1:\d+: )?` +
		`(use of closed network connection|broken pipe|connection reset by peer|i/o timeout|websocket: close sent|(un)?expected EOF|EOF)`
)

func TestConnectionLogLinesHaveNoRoomForACard(t *testing.T) {
	t.Parallel()
	for line, passes := range map[string]bool{
		`level=DEBUG msg="discordgo: called"`:                                                                                                true,
		`level=DEBUG msg="discordgo: calling reconnect() now"`:                                                                               true,
		`level=DEBUG msg="discordgo: Op: 0, Seq: 13, Type: INTERACTION_CREATE, Data: (1392 bytes)\n\n"`:                                      true,
		`level=DEBUG msg="discordgo: error closing websocket, write tcp 127.0.0.1:1->127.0.0.1:2: use of closed network connection"`:         true,
		`level=DEBUG msg="already answered" interaction=1573728762514636800`:                                                                 true,
		`level=DEBUG msg="discordgo: Op: 0, Seq: 13, Type: MESSAGE_UPDATE, Data: {\"content\":\"AAHMP\"}\n\n"`:                               false,
		`level=DEBUG msg="discordgo: error closing websocket, AAHMP"`:                                                                        false,
		`level=DEBUG msg="discordgo: called" hand=AAHMP`:                                                                                     false,
		`level=DEBUG msg="already answered" interaction=1573728762514636800 hand=AAHMP`:                                                      false,
		`level=WARN msg=drawing table=1 view=hand err="render/babel: the hand of seat 2 is not shown to seat 0"`:                             false,
		`level=WARN msg="asking for a member" guild=1 user=2 err="GET /guilds/{guild}/members/{user}: HTTP 403, code 50001: Missing Access"`: false,
		`level=WARN msg="asking for a member" guild=1 user=2 err="GET /guilds/{guild}/members/{user}: context deadline exceeded"`:            true,
		`level=WARN msg="disconnected from Discord" err=EOF was_ready=true after=1.5s resume=true pause=2ms`:                                 true,
		`level=WARN msg="disconnected from Discord" err="hand AAHMP" was_ready=true after=1.5s resume=true pause=2ms`:                        false,
		`level=DEBUG msg="discordgo: sending gateway websocket heartbeat seq 105"`:                                                           true,
		`level=DEBUG msg="discordgo: Op: 10, Seq: 0, Type: , Data: {\"_trace\":[\"[\\\"local\\\"]\"],\"heartbeat_interval\":41250}\n\n"`:     true,
		`level=DEBUG msg="discordgo: Identify Packet: \n\"(discordgo.identifyOp)\""`:                                                         true,
		`level=DEBUG msg="discordgo: First Packet:\n\"(*discordgo.Event)\"\n"`:                                                               true,
		`level=DEBUG msg="discordgo: connecting to gateway ws://127.0.0.1:36865/gateway/?v=9&encoding=json"`:                                 true,
	} {
		require.Equal(t, passes, isConnectionLine("time=2026-11-21T15:56:15.620Z "+line+"\n"), line)
	}
}
