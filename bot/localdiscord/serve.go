package localdiscord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// maxHeader is how many bytes the header of a request may have.
const maxHeader = 64 << 10

// Serve serves HTTP so that slow connections cannot keep others from being served. A request may
// take so long to be sent, 30 s if zero, and a third of it for its header. Four times as long may it
// be worked on and its answer be read, and may a connection wait for its next request. Websockets
// have no limit. stop ends all connections, even if they are busy.
func Serve(at net.Listener, handler http.Handler, request time.Duration, log *slog.Logger) (stop func() error) {
	request = cmp.Or(request, 30*time.Second)
	s := &http.Server{Handler: handler, ReadHeaderTimeout: request / 3, ReadTimeout: request,
		WriteTimeout: 4 * request, IdleTimeout: 4 * request, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.Serve(at); !errors.Is(err, http.ErrServerClosed) {
			log.Error("a server has stopped", slog.Any("address", at.Addr()), slog.Any("err", err))
		}
	}()
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		err := s.Shutdown(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			err = s.Close()
		}
		<-ended
		return err
	}
}
