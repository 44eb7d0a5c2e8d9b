import type { Verifier } from '#src/offline/device.ts'

/** OWASP's number for PBKDF2 with SHA-256: about half a second on a tablet. */
export const ITERATIONS = 600_000

/** A fingerprint by which the password is known again without the server. Null where this browser has no cryptography. */
export async function makeVerifier(password: string, iterations = ITERATIONS): Promise<Verifier | null> {
  if (!globalThis.crypto?.subtle) return null
  const salt = crypto.getRandomValues(new Uint8Array(16))
  // Never readable: a copy of the fingerprint is of no use without it.
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const proof = await crypto.subtle.sign('HMAC', key, await stretched(password, salt, iterations))
  return { salt, iterations, key, proof }
}

export const isPasswordOf = async ({ salt, iterations, key, proof }: Verifier, password: string): Promise<boolean> =>
  crypto.subtle.verify('HMAC', key, proof, await stretched(password, salt, iterations))

async function stretched(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<ArrayBuffer> {
  const text = new TextEncoder().encode(password.normalize('NFC'))
  const material = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, 256)
}
