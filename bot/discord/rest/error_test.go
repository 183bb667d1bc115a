package rest

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestErrorsSayWhatToDo reads refusals of a request for a place, and for direct messages.
func TestErrorsSayWhatToDo(t *testing.T) {
	type are = []error
	all := are{ErrTemporary, ErrPermanent, ErrForbidden, ErrHidden, ErrGone, ErrChannelGone, ErrMessageGone,
		ErrAnswered, ErrTooLate, ErrArchived, ErrTooManyEdits, ErrNoDirect, ErrEmoji}
	for _, c := range []struct {
		status     int
		body       string
		is, direct are
	}{
		{500, "", are{ErrTemporary}, are{ErrTemporary}},
		{503, "<html>", are{ErrTemporary}, are{ErrTemporary}},
		{408, "", are{ErrTemporary}, are{ErrTemporary}},
		{429, `{"retry_after":2.5}`, are{ErrTemporary}, are{ErrTemporary}},
		{429, `{"code":40003,"retry_after":2.5}`, are{ErrTemporary}, are{ErrTemporary}},
		{429, `{"code":30046,"retry_after":2.5}`,
			are{ErrTemporary, ErrTooManyEdits}, are{ErrTemporary, ErrTooManyEdits}},
		{400, `{"code":50035,"errors":{"BAD_LENGTH":1}}`, are{ErrPermanent}, are{ErrPermanent}},
		{400, `{"message":"BUTTON_COMPONENT_INVALID_EMOJI"}`, are{ErrPermanent, ErrEmoji}, are{ErrPermanent, ErrEmoji}},
		{401, `{"message":"401: Unauthorized"}`, are{ErrPermanent}, are{ErrPermanent}},
		{401, `{"code":50027}`, are{ErrPermanent, ErrTooLate}, are{ErrPermanent, ErrTooLate}},
		{403, `{"code":50013}`, are{ErrPermanent, ErrForbidden}, are{ErrPermanent, ErrNoDirect}},
		{403, `{"code":50001}`, are{ErrPermanent, ErrForbidden, ErrHidden}, are{ErrPermanent, ErrNoDirect}},
		{403, `{"code":40003}`, are{ErrPermanent, ErrForbidden}, are{ErrPermanent, ErrNoDirect}},
		{403, `{"code":99999}`, are{ErrPermanent, ErrForbidden}, are{ErrPermanent, ErrNoDirect}},
		{404, `{"code":10003}`, are{ErrPermanent, ErrGone, ErrChannelGone}, are{ErrPermanent, ErrNoDirect}},
		{404, `{"code":10008}`, are{ErrPermanent, ErrGone, ErrMessageGone}, are{ErrPermanent, ErrMessageGone, ErrNoDirect}},
		{404, `{"code":10062}`, are{ErrPermanent, ErrTooLate}, are{ErrPermanent, ErrTooLate, ErrNoDirect}},
		{404, `{"code":10013}`, are{ErrPermanent, ErrGone}, are{ErrPermanent, ErrNoDirect}},
		{400, `{"code":40060}`, are{ErrPermanent, ErrAnswered}, are{ErrPermanent, ErrAnswered}},
		{400, `{"code":50083}`, are{ErrPermanent, ErrArchived}, are{ErrPermanent, ErrArchived}},
		{400, `{"code":160005}`, are{ErrPermanent, ErrArchived}, are{ErrPermanent, ErrArchived}},
		// Only users can be the reason for these.
		{400, `{"code":50007}`, are{ErrPermanent, ErrNoDirect}, are{ErrPermanent, ErrNoDirect}},
		{403, `{"code":50007}`, are{ErrPermanent, ErrNoDirect}, are{ErrPermanent, ErrNoDirect}},
		{403, `{"code":50278}`, are{ErrPermanent, ErrNoDirect}, are{ErrPermanent, ErrNoDirect}},
		{400, `{"code":50033}`, are{ErrPermanent}, are{ErrPermanent, ErrNoDirect}},
	} {
		err := responseError(sending("5"), &http.Response{StatusCode: c.status, Header: http.Header{}}, []byte(c.body))
		require.Equal(t, c.status, err.Status)
		require.Equal(t, c.status == 429, RetryAfter(err) == 2500*time.Millisecond)
		require.Equal(t, strings.Contains(c.body, "BAD_LENGTH"), strings.Contains(err.Error(), "BAD_LENGTH"))
		for _, target := range all {
			require.Equal(t, slices.Contains(c.is, target), errors.Is(err, target), "%v: %v", err, target)
		}
		for _, target := range all {
			require.Equal(t, slices.Contains(c.direct, target), errors.Is(OfDirect(err), target), "%v: %v", err, target)
		}
	}
}

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
