import { createHash, randomBytes } from 'node:crypto'
import { sessionOfToken } from '#contract/token.ts'

/** 256 random bits that fit a header and a URL. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Another token of the same session: the tabs of its device know it by how it begins. */
export const renewedToken = (token: string): string => {
  const stays = sessionOfToken(token)
  return stays + newSecret().slice(stays.length)
}

/** What the database keeps of a secret. The secret has 256 bits, so a fast hash is enough. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
