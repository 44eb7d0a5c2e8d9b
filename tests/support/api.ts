import { randomUUID } from 'node:crypto'
import { ADMIN_PASSWORD } from './process.ts'

/** Fit for the password rules, and only for tests. */
export const PASSWORD = 'q7-lumen.tarn-41x'

type Answer<T> = { status: number; body: T }
export type Api = {
  token: string
  /** Asks below the API prefix; writes carry a fresh key, `version` goes into If-Match. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown, version?: number): Promise<Answer<T>>
  /** The same, where anything but success is a mistake of the test. */
  need<T = Record<string, unknown>>(method: string, path: string, body?: unknown, version?: number): Promise<T>
}

const request = async <T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> => {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as T }
}

const CONFIRM = '/auth/confirm-password'

/** Somebody's access to a running product, past the screens; their password counts as confirmed. */
export async function apiAs(url: string, username = 'admin', password = ADMIN_PASSWORD): Promise<Api> {
  const enter = async () => {
    const { status, body } = await request<{ token: string }>(url, 'POST', '/auth/sign-in', { username, password })
    if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
    return body.token
  }
  let token = await enter()
  const ask = <T>(method: string, path: string, json?: unknown, version?: number) =>
    untilItHasTime(() =>
      request<T>(url, method, path, json, {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        ...(version === undefined ? {} : { 'if-match': String(version) }),
      }),
    )
  const need = async <T>(method: string, path: string, json?: unknown, version?: number): Promise<T> => {
    let answer = await ask<T>(method, path, json, version)
    // Of many files that use one account, the one that runs longest is signed out by the others.
    if (answer.status === 401 && path !== CONFIRM) {
      token = await enter()
      await need('POST', CONFIRM, { password })
      answer = await ask<T>(method, path, json, version)
    }
    // A confirmed password counts for some minutes, and some files run longer.
    if (answer.status === 403 && path !== CONFIRM && isUnconfirmed(answer.body)) {
      await need('POST', CONFIRM, { password })
      answer = await ask<T>(method, path, json, version)
    }
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await need('POST', CONFIRM, { password })
  return {
    get token() {
      return token
    },
    ask,
    need,
  }
}

const isUnconfirmed = (body: unknown) => (body as { code?: string }).code === 'confirm-needed'

/** A server that has too much to do says when to come again, as it does where many tests run beside each other. */
async function untilItHasTime<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    const { code, retryAfter } = answer.body as { code?: string; retryAfter?: number }
    if (answer.status !== 503 || code !== 'busy' || tries > 10) return answer
    await new Promise(resolve => setTimeout(resolve, (retryAfter ?? 1) * 1_000))
  }
}

/** Every row of a list, page by page. `path` has a search already. */
export async function allOf<T>(api: Api, path: string): Promise<T[]> {
  const rows: T[] = []
  let after = ''
  do {
    const page = await api.need<{ rows: T[]; next: string | null }>('GET', `${path}&limit=100${after}`)
    rows.push(...page.rows)
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
  } while (after !== '')
  return rows
}

type Made = { id: number; version: number }

export const makeRole = (admin: Api, name: string, permissions: readonly string[], more: object = {}) =>
  admin.need<Made>('POST', '/role', { name, permissions, ...more })

/** An invited person who has chosen their password. */
export async function makePerson(
  url: string,
  admin: Api,
  username: string,
  roles: number[],
  more: object = {},
): Promise<Made> {
  const made = await admin.need<Made>('POST', '/user', {
    name: `${username.charAt(0).toUpperCase()}${username.slice(1)} Sample`,
    username,
    email: `${username}@example.com`,
    roles,
    ...more,
  })
  await acceptInvitation(url, admin, made.id)
  return made
}

/** Takes an invitation's link as the invited person would. */
export async function acceptInvitation(url: string, admin: Api, user: number, password = PASSWORD): Promise<void> {
  const { link } = await admin.need<{ link: string }>('POST', '/access/invite', { user })
  const token = new URLSearchParams(new URL(link, url).hash.slice(1)).get('token')
  const { status, body } = await request(url, 'POST', '/auth/reset-password', { token, password })
  if (status !== 200) throw new Error(`the invitation does not open: ${JSON.stringify(body)}`)
}
