// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { portal } from '../../tests/support/portal.ts'
import { isUnreachable } from './api.ts'
import { readConnection } from './connection.ts'
import { download } from './download.ts'
import { fetchFile } from './file-content.ts'

const answer = vi.fn<() => Promise<Response>>()
beforeEach(() => vi.stubGlobal('fetch', answer))

const ways: [string, () => Promise<unknown>][] = [
  ['a file of a record', () => fetchFile(7, 'full')],
  ['a small picture', () => fetchFile(7, 'small')],
  ['what is saved', () => download('GET', '/order/7/paper', {})],
]

test.each(ways.flatMap(([what, fetch]) => portal.map(([said, reply]) => [what, said, fetch, reply] as const)))(
  '%s is not %s of a portal',
  async (_, __, fetch, reply) => {
    answer.mockImplementation(async () => reply())
    const error = await fetch().catch((error: unknown) => error)
    expect([isUnreachable(error), readConnection().online]).toEqual([true, false])
  },
)

test.each(ways)('%s is what the server sends to be saved, whatever it is', async (_, fetch) => {
  const headers = { 'Content-Disposition': "attachment; filename*=UTF-8''a.json", 'Content-Type': 'application/json' }
  answer.mockImplementation(async () => new Response('{}', { headers }))
  expect(await fetch()).toMatchObject({ name: 'a.json' })
})
