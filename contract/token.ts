/**
 * Which session a token opens: how it begins, which stays when it is renewed. The others of its signs are the secret, 162 random
 * bits.
 */
export const sessionOfToken = (token: string): string => token.slice(0, 16)
