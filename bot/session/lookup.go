package session

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync/atomic"
)

// gatewayLookup answers discordgo's request for the gateway URL. It returns the URL that Discord
// gave for resuming, or asks Discord.
type gatewayLookup struct {
	ctx     context.Context
	attempt *attempt
	asked   atomic.Bool
}

func (l *gatewayLookup) RoundTrip(req *http.Request) (*http.Response, error) {
	if url := l.attempt.resumeURL(); url != "" && !l.asked.Swap(true) {
		return jsonResponse(req, map[string]string{"url": url})
	}
	ctx, cancel := context.WithTimeout(l.ctx, l.attempt.client.cfg.RequestTimeout)
	resp, err := l.attempt.client.rest.transport.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	return bufferedResponse(resp, cancel)
}

func (a *attempt) resumeURL() string {
	if !a.resumes {
		return ""
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.state.url
}

func jsonResponse(req *http.Request, v any) (*http.Response, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}, nil
}

// bufferedResponse reads a body completely, so that the context of the request may end.
func bufferedResponse(resp *http.Response, done context.CancelFunc) (*http.Response, error) {
	defer done()
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}
