import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits that fit a header and a URL. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What the database keeps of a secret. The secret has 256 bits, so a fast hash is enough. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
