import { hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import { readSecret } from './server-secrets.ts'

/**
 * The key that seals what this person leaves unsent on this device: always the same for the two, and of no use for
 * anybody else or anywhere else. A device that does not name itself gets none.
 */
export async function sealKeyOf(pool: Pool, userId: number, device: string | undefined): Promise<string> {
  if (device === undefined) return ''
  return derived(pool, `caredesk seal ${userId} ${device.toLowerCase()}`)
}

/** The key that signs what this person saves of unsent work as a file: the same on all of their devices, and nobody else has it. */
export const fileKeyOf = (pool: Pool, userId: number): Promise<string> => derived(pool, `caredesk file ${userId}`)

async function derived(pool: Pool, what: string): Promise<string> {
  const secret = await readSecret(pool, 'seal')
  if (!secret) throw new Error('The secret that seals are derived from is gone.')
  return Buffer.from(hkdfSync('sha256', secret, '', what, 32)).toString('base64url')
}
