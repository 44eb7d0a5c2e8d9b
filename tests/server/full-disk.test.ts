import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAttached, type Attached } from '../support/attached.ts'
import { signedIn } from '../support/server.ts'

const full = vi.hoisted(() => ({ is: null as string | null }))
vi.mock('#server/storage/open.ts', async load => {
  const there = await load<typeof import('#server/storage/open.ts')>()
  const openStorage: typeof there.openStorage = env => {
    const storage = there.openStorage(env)
    const put: typeof storage.put = (...asked) => {
      if (full.is === null) return storage.put(...asked)
      return Promise.reject(Object.assign(new Error('write'), { code: full.is, errno: -28, syscall: 'write' }))
    }
    return { ...storage, put }
  }
  return { ...there, openStorage }
})

describe('a full disk', () => {
  let attached: Attached
  beforeAll(async () => {
    attached = await startAttached()
  })
  afterAll(() => attached.close())

  it.each(['ENOSPC', 'EDQUOT'])('(%s) is no fault: the file goes on when there is room', async code => {
    const person = await signedIn(attached, { permissions: ['52-b', '52-c', '52-d'] })
    const branch = await attached.answered(person, 'POST', '/dealer-branch', { name: `Main ${code}` })
    const bytes = Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n% ${code}\n%%EOF`)
    const at = `/dealer-branch/${branch.body.id}/files`
    const { body } = await attached.announce(person, at, { name: 'list.pdf', bytes })
    full.is = code
    const refused = await attached.send(person, body.id, 0, bytes)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', retryAfter: 60 } })
    expect(refused.body.message).toMatch(/no room/)
    full.is = null
    expect(await attached.send(person, body.id, 0, bytes)).toMatchObject({ status: 200 })
    expect((await attached.finish(person, body.id)).status).toBe(200)
  })
})
