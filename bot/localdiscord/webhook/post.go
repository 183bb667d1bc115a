package webhook

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"amytis/bot/localdiscord/traffic"
)

const maxResponse = 64 << 10

type response struct {
	status      int
	contentType string
	body        []byte
}

func (r response) isPong() bool {
	var pong struct {
		Type int `json:"type"`
	}
	return r.status == http.StatusOK && r.contentType == "application/json" &&
		json.Unmarshal(r.body, &pong) == nil && pong.Type == 1
}

// post signs an event and sends it to a replica.
func (s *Sender) post(
	ctx context.Context, timeout time.Duration, url string, event []byte, secret ed25519.PrivateKey,
) (response, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(event))
	if err != nil {
		return response{}, err
	}
	at := strconv.FormatInt(s.config.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(secret, append([]byte(at), event...))))
	began := time.Now()
	got, err := s.sendRequest(r)
	s.config.Traffic.Add(traffic.Entry{At: s.config.Now(), Took: time.Since(began), Kind: "event",
		Name: "INTERACTION_CREATE", Path: url, Status: got.status, Body: event, Answer: got.body})
	return got, err
}

func (s *Sender) sendRequest(r *http.Request) (response, error) {
	resp, err := s.client.Do(r)
	if err != nil {
		return response{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	return response{resp.StatusCode, resp.Header.Get("Content-Type"), body}, err
}
