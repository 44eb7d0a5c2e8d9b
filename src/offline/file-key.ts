const KEY_BYTES = 32

/** The bytes of a key that the server hands out; null for none, or where this browser has no cryptography (a page that is not secure). */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> | null {
  if (!globalThis.crypto?.subtle) return null
  try {
    const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return text.length === KEY_BYTES ? Uint8Array.from(text, letter => letter.charCodeAt(0)) : null
  } catch {
    return null
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Signs files of unsent work, in a form that can be used and never read. */
export async function fileKeyFrom(text: string): Promise<CryptoKey | null> {
  const bytes = keyBytes(text)
  return bytes && crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign', 'verify'])
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

export async function signatureOf(key: CryptoKey, text: string): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(text)))
  return Array.from(signature, byte => byte.toString(16).padStart(2, '0')).join('')
}

export async function isSignedBy(key: CryptoKey, text: string, signature: string): Promise<boolean> {
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return crypto.subtle.verify('HMAC', key, bytes, bytesOf(text))
}
