package session

import (
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// net/http may still read from the buffer after it has returned, so the buffer must not be reused
// before.
func TestPayloadIsHeldUntilItsLastReaderIsClosed(t *testing.T) {
	long := strings.Repeat("x", maxCopied)
	p, err := newPayload(long, nil)
	require.NoError(t, err)
	first, second := p.reader(), p.reader()
	p.release()
	require.NoError(t, first.Close())
	require.NoError(t, first.Close(), "a second Close must do nothing")
	assert.EqualValues(t, 1, p.holders.Load())
	_, err = first.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.ErrClosedPipe)
	b, err := io.ReadAll(second)
	require.NoError(t, err)
	assert.Equal(t, `"`+long+"\"\n", string(b))
	require.NoError(t, second.Close())
	assert.Zero(t, p.holders.Load())
}

func TestPayloadsOfManyGoroutinesDoNotMix(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for n := range 500 {
				size := maxCopied/2 + n%2*maxCopied
				p, err := newPayload(strings.Repeat(strconv.Itoa(g), size), nil)
				if !assert.NoError(t, err) {
					return
				}
				r := p.reader()
				p.release()
				b, _ := io.ReadAll(r)
				assert.Equal(t, size+3, len(b))
				assert.Equal(t, size, strings.Count(string(b), strconv.Itoa(g)))
				r.Close()
			}
		})
	}
	wg.Wait()
}
