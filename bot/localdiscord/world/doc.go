// Package world is what exists on a local Discord: people, guilds, channels, forums, threads,
// messages and commands, with the permissions and mentions between them.
//
// It is one value behind one lock: a [World], its guilds, channels and members are reached through
// [State.With] only, and must not be kept beyond it. So nothing in this package takes a lock,
// except State. Messages are never changed, only replaced, and can be read at any time.
package world
