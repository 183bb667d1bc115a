// Package storetest tests what every store.Store must do. The tests of an implementation call
// [Run]; the contract is not tested anywhere else.
//
// [Memory] is the contract in its shortest form. The random tests compare stores with it.
package storetest
