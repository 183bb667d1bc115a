package interactions

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
)

const EndpointPath = "/interactions"

const (
	// maxInteraction is in bytes. Discord documents no limit; what it sends stays far below this.
	maxInteraction = 512 << 10
	// maxSkew is how far the time of a signature may be from now. Discord, which names no limit,
	// has exact clocks, and an interaction is of use for 3 s only.
	maxSkew = time.Minute

	signatureTime = "X-Signature-Timestamp" // in seconds since 1970

	requestTime       = 5 * time.Second // for reading a request
	requestIdle       = 2 * time.Minute // between two requests on a connection
	maxRequestHeader  = 16 << 10
	endpointCloseTime = 2 * time.Second // for requests that are being read when the bot stops
)

// endpoint takes the interactions that Discord sends by HTTP. The usual requests answer them.
// https://discord.com/developers/docs/interactions/overview#configuring-an-interactions-endpoint-url
type endpoint struct {
	key      ed25519.PublicKey
	receiver *Receiver
	log      *slog.Logger
	listener net.Listener
	server   *http.Server
	refusals atomic.Int64
}

// ParsePublicKey reads 64 hex digits.
func ParsePublicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("a public key has 64 hex digits: copy it from " + rest.Portal + " (General Information)")
	}
	return key, nil
}

func newEndpoint(cfg Config, receiver *Receiver, log *slog.Logger) *endpoint {
	e := &endpoint{key: cfg.PublicKey, receiver: receiver, log: log, listener: cfg.Endpoint}
	paths := http.NewServeMux()
	paths.HandleFunc("POST "+EndpointPath, e.receive)
	e.server = &http.Server{
		Handler: paths, ReadHeaderTimeout: requestTime, ReadTimeout: requestTime, WriteTimeout: 2 * requestTime,
		IdleTimeout: requestIdle, MaxHeaderBytes: maxRequestHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return e
}

func (e *endpoint) serve() error {
	e.log.Info("taking interactions by HTTP", slog.String("address", e.listener.Addr().String()))
	if err := e.server.Serve(e.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("interactions by HTTP: %w", err)
	}
	return nil
}

// close takes no further interactions. Those taken have a place or wait for one.
func (e *endpoint) close() {
	ctx, cancel := context.WithTimeout(context.Background(), endpointCloseTime)
	defer cancel()
	if e.server.Shutdown(ctx) != nil {
		_ = e.server.Close() // what is left has not been read
	}
}

// receive answers pings and refuses bad signatures, which Discord tests at first and later.
func (e *endpoint) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if why := e.distrust(r, body); why != "" {
		e.logRefusal(why)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var ping struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if json.Unmarshal(body, &ping) == nil && ping.Type == discordgo.InteractionPing {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"type":%d}`, discordgo.InteractionResponsePong) // Discord asks again
		return
	}
	handle := e.receiver.admit(decodeInteraction(body))
	if handle == nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	e.receiver.byHTTP.Store(time.Now().UnixMilli())
	go handle()
	w.WriteHeader(http.StatusAccepted) // the answer goes to the callback endpoint
}

// distrust returns why a request may not be Discord's, "" if it certainly is.
func (e *endpoint) distrust(r *http.Request, body []byte) string {
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !discordgo.VerifyInteraction(r, e.key) {
		return "wrong signature"
	}
	sent, _ := strconv.ParseInt(r.Header.Get(signatureTime), 10, 64)
	now := time.Now()
	skew := now.Sub(time.Unix(sent, 0)).Abs()
	if at, ok := e.receiver.clock.AtLeast(now); ok { // this host's clock may be wrong
		skew = min(skew, at.Sub(time.Unix(sent, 0)).Abs())
	}
	if skew > maxSkew {
		return "signed at another time"
	}
	return ""
}

// logRefusal logs the 1st, 2nd, 4th, 8th refusal and so on, so that strangers cannot fill the log.
func (e *endpoint) logRefusal(why string) {
	if n := e.refusals.Add(1); n&(n-1) == 0 {
		e.log.Info("refused a request by HTTP: Discord sends some as a test, others mean a wrong public key or clock",
			slog.String("reason", why), slog.Int64("so_far", n))
	}
}
