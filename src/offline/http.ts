import ky from 'ky'

/** The origin is never configurable; resolved here because requests outside a page have no base address. */
export const prefix = (): string =>
  new URL(import.meta.env.VITE_API_BASE ?? '/api', globalThis.location?.href ?? 'http://localhost').href

/** The client of our API: 60 seconds, and never twice by itself, because the queue alone decides on retries. */
export const http = ky.create({
  prefixUrl: prefix(),
  timeout: 60_000,
  retry: 0,
  throwHttpErrors: false,
  cache: 'no-store',
  credentials: 'omit',
})
