package localdiscord_test

import (
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/serve"
)

func TestSlowRequestIsCutOffAndTheGatewayIsNot(t *testing.T) {
	t.Parallel()
	const soonOver = 900 * time.Millisecond
	w := world(t, localdiscord.Options{Serving: serve.Limits{Request: soonOver, Answer: soonOver, Idle: soonOver}})
	_, got := collect(t, w)

	slow, err := net.Dial("tcp", w.URL()[len("http://"):])
	require.NoError(t, err)
	defer slow.Close()
	_, err = io.WriteString(slow, "POST /api/v10/channels/"+generalID+"/messages HTTP/1.1\r\nHost: a\r\n"+
		"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{")
	require.NoError(t, err)
	require.NoError(t, slow.SetReadDeadline(time.Now().Add(patience)))
	_, err = io.Copy(io.Discard, slow)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection stays open")

	time.Sleep(soonOver)
	in := slash(t, w, w.Ana)
	assert.Equal(t, in.ID(), (<-got).ID)
	assert.Equal(t, 1, w.Identifies())
	assert.Empty(t, w.Violations(), "a request that broke off breaks no rule")
}
