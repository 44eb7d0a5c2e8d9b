type Say = (fields: object, message: string) => void

/** Where the database tells what happens to it: the app's logger, or the terminal of a command. */
export type Log = { debug: Say; info: Say; warn: Say; error: Say }
