// Package storetest tests what every store.Store must do. The tests of an implementation call
// [Run]; the contract is not tested anywhere else.
package storetest
