package rest

import (
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzDirectErrorsHaveOneMeaning checks that a caller always knows what to do after an error:
// either try again, or fall back to a channel, or give up.
func FuzzDirectErrorsHaveOneMeaning(f *testing.F) {
	f.Add(403, `{"code":50007}`)
	f.Add(429, `{"code":40003,"retry_after":1}`)
	f.Add(404, `{"code":10003}`)
	f.Add(500, `<html>`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		resp := &http.Response{StatusCode: status, Header: http.Header{}}
		err := OfDirect(responseError(To(http.MethodPost, "/users/@me/channels"), resp, []byte(body)))
		require.NotEqual(t, errors.Is(err, ErrTemporary), errors.Is(err, ErrPermanent))
		if errors.Is(err, ErrNoDirect) {
			require.NotErrorIs(t, err, ErrTemporary)
		}
		for _, ofPlaces := range []error{ErrForbidden, ErrGone, ErrChannelGone} {
			require.NotErrorIs(t, err, ofPlaces)
		}
	})
}
