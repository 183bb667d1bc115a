package babel

// ID names the game in records, commands and the store.
const ID = "babel"
