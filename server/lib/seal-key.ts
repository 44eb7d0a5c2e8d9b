import { hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import { readSecret } from './server-secrets.ts'

/**
 * The key that seals what this person leaves unsent on this device: always the same for the two, and of no use for
 * anybody else or anywhere else. A device that does not name itself gets none.
 */
export async function sealKeyOf(pool: Pool, userId: number, device: string | undefined): Promise<string> {
  if (device === undefined) return ''
  const secret = await readSecret(pool, 'seal')
  if (!secret) throw new Error('The secret that seals are derived from is gone.')
  const key = hkdfSync('sha256', secret, '', `caredesk seal ${userId} ${device.toLowerCase()}`, 32)
  return Buffer.from(key).toString('base64url')
}
