// Package storetest tests what every store.Store must do. The tests of an implementation call
// [Run]; the contract is not tested anywhere else.
//
// [Memory] is a store for tests. The random tests compare other stores with it.
package storetest
