/**
 * What it costs to judge a password, by Argon2id (the library's default): 64 MiB, three passes, one lane, about a tenth of a
 * second of one core. Apart from the code that asks, so that tests alone can put a cheaper one in its place.
 */
export const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
