import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { SignedIn, TestApp } from './server.ts'

export type Reply = { status: number; body: Row & { code: string; message: string; fields?: Record<string, string> } }
export type Person = SignedIn & {
  /** Asks below the API prefix; every write has a key of its own, `version` goes into If-Match. */
  ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    version?: number,
    headers?: object,
  ): Promise<Reply>
  /** The same, where anything but success is a mistake of the test. */
  need(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, version?: number): Promise<Row>
}

/** Somebody and what they ask of the app. */
export function asPerson({ app }: Pick<TestApp, 'app'>, person: SignedIn): Person {
  const ask: Person['ask'] = async (method, path, body, version, headers = {}) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...person.headers,
        'idempotency-key': randomUUID(),
        ...(version === undefined ? {} : { 'if-match': String(version) }),
        ...headers,
      },
      ...(body ? { payload: body } : {}),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const need: Person['need'] = async (...question) => {
    const { status, body } = await ask(...question)
    expect(status, `${question[0]} ${question[1]}: ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  return { ...person, ask, need }
}

export const addItem = (person: Person, list: string, item: object) => person.need('POST', `/list/${list}`, item)
