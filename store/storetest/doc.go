// Package storetest says what every store.Store must do, as tests: an
// implementation's test calls [Run], and nothing about the contract is tested
// anywhere else.
//
// [Memory] is the contract in its shortest form, and the model that the random
// tests compare with.
package storetest
