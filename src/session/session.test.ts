// @vitest-environment jsdom
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageAnswer } from '#contract/calls/records.ts'
import { portal } from '../../tests/support/portal.ts'
import { sharedLocks } from '../../tests/support/shared-locks.ts'
import { lasts } from '../../tests/support/device-session.ts'

const user = {
  avatar: '',
  username: 'meera.nair',
  email: 'meera@desk.example',
  permissions: ['100-a'],
  notification_permission: [],
  status_permission: ['all'],
}
const actor = { id: 7, permissions: ['100-a'], branch: null, scopes: {}, approves: [], statusPermission: 'all' }
const house = {
  companyName: 'Care',
  currency: 'INR',
  timeZone: 'Asia/Kolkata',
  helpContact: null,
  lockMinutes: 10,
  country: 'IN',
  warrantyStart: 'delivery' as const,
}
const who = { userId: 7, name: 'Meera Nair', stage: 'active', house, lasts }
const welcome = { ...who, token: 'tok', user, revocation: 'only-ends-it', actor, sealKey: '' }

type Answer = () => Response | Promise<Response>
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const asked: { path: string; body: string; token: string | null }[] = []
let answers: Record<string, Answer> = {}

const closing: (() => Promise<void>)[] = []
const replace = vi.fn<(address: string) => void>()
const until = (check: () => void) => vi.waitFor(check)

/** The page of one tab: its modules are its own, the storage is everybody's. */
async function tab() {
  vi.resetModules()
  const session = await import('./session.ts')
  const store = await import('./store.ts')
  const api = await import('#src/offline/api.ts')
  const device = await import('#src/offline/device.ts')
  const dirty = await import('./dirty.ts')
  const stop = session.watchSession()
  closing.push(async () => {
    stop()
    await device.closeDeviceDb()
  })
  return { ...session, ...store, ...api, ...device, ...dirty }
}

type Tab = Awaited<ReturnType<typeof tab>>

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'caredesk.canary=; Path=/; Max-Age=0'
  asked.length = 0
  answers = {
    '/api/auth/sign-in': () => json(welcome),
    '/api/auth/sign-out': () => json({}),
    '/api/auth/revoke': () => json({}),
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    asked.push({ path, body: await request.text(), token: request.headers.get('authorization') })
    return (answers[path] ?? (() => json({ code: 'not-found', message: 'no' }, 404)))()
  })
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/settings/source-list?q=a'), { replace }))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await Dexie.delete('caredesk-device')
  vi.unstubAllGlobals()
  replace.mockReset()
})

describe('signing in', () => {
  it('keeps token, user and flag, and what the device must know', async () => {
    const { signIn, session, readSession } = await tab()
    const before = vi.fn(() => expect(session().signedIn).toBe(false))
    await signIn({ username: 'meera.nair', password: 'right' }, before)
    expect(before).toHaveBeenCalledTimes(1)
    expect(session()).toEqual({ signedIn: true, user })
    expect(await readSession()).toEqual({
      ...who,
      sessionUser: user,
      actor,
      token: 'tok',
      revocation: 'only-ends-it',
      keep: true,
    })
  })

  it('says what the server says, and does not count a refusal as the end of a session', async () => {
    answers['/api/auth/sign-in'] = () => json({ code: 'invalid', message: 'Unable to sign in.' }, 400)
    const { signIn, session } = await tab()
    await expect(signIn({ username: 'a', password: 'b' }, () => {})).rejects.toThrow('Unable to sign in.')
    expect(session().signedIn).toBe(false)
    expect(replace).not.toHaveBeenCalled()
  })

  it.each([null, {}, { token: 'tok' }, { user }])('fails on the answer %j and keeps nothing', async body => {
    answers['/api/auth/sign-in'] = () => json(body)
    const { signIn } = await tab()
    await expect(signIn({ username: 'a', password: 'b' }, () => {})).rejects.toThrow()
    expect(Object.keys(localStorage)).toEqual([])
  })
})

it.each(portal)('%s of a portal signs nobody in, and is no connection', async (_, answer) => {
  answers['/api/auth/sign-in'] = answer
  const { signIn, isUnreachable } = await tab()
  const { readConnection } = await import('#src/offline/connection.ts')
  const error = await signIn({ username: 'a', password: 'b' }, () => {}).catch((error: unknown) => error)
  expect([isUnreachable(error), readConnection().online]).toEqual([true, false])
  expect(Object.keys(localStorage)).toEqual([])
})

describe('signing out', () => {
  it('clears this device and tells the server with the token alone', async () => {
    const { signIn, signOut, session, readSession } = await tab()
    localStorage.setItem('theme', '{}')
    await signIn({ username: 'a', password: 'b' }, () => {})
    await signOut()
    expect(session().signedIn).toBe(false)
    expect(Object.keys(localStorage)).toEqual(['theme'])
    expect(await readSession()).toBeNull()
    expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in')
    expect(asked.filter(one => one.path !== '/api/auth/sign-in')).toEqual([
      { path: '/api/auth/sign-out', body: '', token: 'Bearer tok' },
    ])
    const { deviceDb } = await import('#src/offline/device.ts')
    expect(await (await deviceDb()).revocations.toArray()).toEqual([])
  })

  it.each([
    ['is broken', () => json({ code: 'broken', message: 'x' }, 500)],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ...portal.map(([said, answer]) => [`is not there, and a portal answers ${said}`, answer]),
  ] as [string, Answer][])('clears this device even if the server %s', async (_, answer) => {
    const { signIn, signOut, readSession } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    answers['/api/auth/sign-out'] = answer
    answers['/api/auth/revoke'] = answer
    await signOut()
    const { deviceDb } = await import('#src/offline/device.ts')
    expect(await (await deviceDb()).revocations.toArray()).toEqual([{ handle: 'only-ends-it' }])
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('sessionUser')).toBeNull()
    expect(localStorage.getItem('signedIn')).toBeNull()
    expect(await readSession()).toBeNull()
    expect(replace).toHaveBeenCalledWith('/sign-in')
  })
})

describe('what was set and could not be told', () => {
  const untold = async () => {
    const { openUserDb } = await import('#src/offline/user-db.ts')
    const { register } = await import('#contract/register.ts')
    const db = await openUserDb(7, register)
    const known = { seen: { read: ['a'] }, 'list:c': { view: 7 }, told: { view: 1 } }
    const untold = ['seen', 'list:c', 'gone']
    await db.meta.put({ key: 'preferences', value: { known, untold, adding: ['seen'] } })
  }
  const path = '/api/preferences/set'

  it('is told before the session ends', async () => {
    const { signIn, signOut } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    await untold()
    answers[path] = () => json({})
    await signOut()
    const sent = asked.filter(one => one.path === path)
    expect(sent.map(({ token }) => token)).toEqual(['Bearer tok', 'Bearer tok', 'Bearer tok'])
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { key: 'seen', value: { read: ['a'] }, adds: true },
      { key: 'list:c', value: { view: 7 } },
      { key: 'gone', value: null },
    ])
    expect(asked.findIndex(one => one.path === '/api/auth/sign-out')).toBeGreaterThan(asked.indexOf(sent.at(-1)!))
  })

  it('is told so too where another tab hears of it and leaves first', async () => {
    const { signIn, signOut } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    await tab()
    await untold()
    answers[path] = () => json({})
    await signOut()
    const sent = asked.filter(one => one.path === path)
    expect(sent.map(({ token }) => token)).toEqual(['Bearer tok', 'Bearer tok', 'Bearer tok'])
    await until(() => expect(replace).toHaveBeenCalledTimes(2))
  })

  it('keeps nobody from leaving, where the server does not answer', async () => {
    const { signIn, signOut, readSession } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    await untold()
    answers[path] = () => new Promise(() => undefined)
    await signOut()
    expect(await readSession()).toBeNull()
    expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in')
  })
})

describe('a device that has forgotten how to end its session', () => {
  it.each([
    ['was emptied', { revocation: '' }, 1],
    ['keeps nothing', null, 1],
    ['keeps nothing, with another tab that hears of it,', null, 2],
  ])('and %s ends it with the token, which goes all the same', async (_, left, tabs) => {
    const { signIn, signOut, readSession, writeSession, clearSession } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    if (tabs > 1) await tab()
    if (left) await writeSession({ ...(await readSession())!, ...left })
    else await clearSession()
    await signOut()
    expect(asked.filter(({ path }) => path === '/api/auth/sign-out')).toEqual([
      { path: '/api/auth/sign-out', body: '', token: 'Bearer tok' },
    ])
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('another tab in which something is typed', () => {
  beforeEach(() => void Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true }))
  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))
  const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('keeps it before the session ends and anything is closed, and leaves without a question', async () => {
    const here = await tab()
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    const other = await tab()
    const letGo = other.holdOpen()
    expect(asksBeforeClosing()).toBe(true)
    const order: string[] = []
    const channel = new BroadcastChannel('caredesk')
    channel.addEventListener('message', event => order.push((event.data as { kind: string }).kind))
    const forget = other.keepBeforeLeaving(async () => {
      await new Promise(resolve => setTimeout(resolve, 100))
      order.push(`kept while ${localStorage.getItem('signedIn')}`)
    })
    replace.mockImplementation(() => void order.push(asksBeforeClosing() ? 'asked' : 'left'))
    await here.signOut()
    await until(() => expect(replace).toHaveBeenCalledTimes(2))
    expect(order.toSorted()).toEqual(['closeStores', 'kept while true', 'left', 'left'])
    expect(order[0]).toBe('kept while true')
    channel.close()
    forget()
    letGo()
  })

  it.each([
    ['its person signs out', (here: Tab) => here.signOut()],
    [
      'the server ends the session',
      (here: Tab) => here.callApi('GET', '/list/source', { as: pageAnswer }).catch(() => {}),
    ],
  ])('keeps it beside a third one with nothing in it, where %s in the first', async (_, end) => {
    answers['/api/list/source'] = () => json({ code: 'signed-out', message: 'x' }, 401)
    const here = await tab()
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    await tab()
    const typing = await tab()
    const letGo = [here, typing].map(one => one.holdOpen())
    const kept: unknown[] = []
    const forget = [here, typing].map(one =>
      one.keepBeforeLeaving(async () => {
        await new Promise(resolve => setTimeout(resolve, 20))
        kept.push(one.endedElsewhere())
      }),
    )
    await end(here)
    await until(() => expect(replace).toHaveBeenCalledTimes(3))
    expect(kept).toEqual([false, false])
    expect(localStorage.getItem('token')).toBeNull()
    for (const stop of [...forget, ...letGo]) stop()
  })

  it('is not waited for where it is frozen', async () => {
    const here = await tab()
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    const other = await tab()
    const letGo = other.holdOpen()
    const forget = other.keepBeforeLeaving(() => new Promise(() => undefined))
    await here.signOut()
    expect(await here.readSession()).toBeNull()
    await until(() => expect(replace).toHaveBeenCalledTimes(2))
    forget()
    letGo()
  })
})

describe('who signs in while a sign-out in another tab takes long', () => {
  beforeEach(() => void Object.defineProperty(navigator, 'locks', { value: sharedLocks(), configurable: true }))
  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

  it('is signed in once that is over, and stays so', async () => {
    const here = await tab()
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    const other = await tab()
    answers['/api/auth/sign-in'] = () => json({ ...welcome, token: 'of-ravi', userId: 8, name: 'Ravi' })
    let arriving: Promise<void> | undefined
    let seen: unknown
    vi.stubGlobal('caches', {
      keys: async () => {
        if (!arriving) {
          arriving = other.signIn({ username: 'c', password: 'd' }, () => {})
          await new Promise(resolve => setTimeout(resolve, 100))
          seen = [localStorage.getItem('token'), (await here.readSession())?.userId]
        }
        return []
      },
    })
    await here.signOut()
    await arriving
    expect(seen).toEqual([null, 7])
    expect(localStorage.getItem('token')).toBe('of-ravi')
    expect(await other.readSession()).toMatchObject({ userId: 8, token: 'of-ravi', revocation: 'only-ends-it' })
  })
})

describe('a token that is renewed', () => {
  it('is taken on by all tabs of the device and its worker, and the session goes on', async () => {
    const [before, token] = ['the-same-session'.padEnd(43, 'a'), 'the-same-session'.padEnd(43, 'b')]
    answers['/api/auth/sign-in'] = () => json({ ...welcome, token: before })
    answers['/api/auth/confirm-password'] = () => json({ until: '2026-11-29T10:00:00.000Z', token })
    const here = await tab()
    const { askRenewing } = await import('./renew.ts')
    const { confirmPasswordCall } = await import('#contract/calls/password.ts')
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    const other = await tab()
    await askRenewing(confirmPasswordCall, { password: 'b' })
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    document.dispatchEvent(new Event('visibilitychange'))
    expect([localStorage.getItem('token'), (await here.readSession())?.token]).toEqual([token, token])
    for (const one of [here, other])
      expect([one.session().signedIn, one.isOfAnother(), one.endedElsewhere()]).toEqual([true, false, false])
    expect(replace).not.toHaveBeenCalled()
    await other.callApi('GET', '/list/source', { as: pageAnswer }).catch(() => {})
    expect(asked.at(-1)).toMatchObject({ path: '/api/list/source', token: `Bearer ${token}` })
  })

  it('reaches the worker also where a page closed before it had noted there the one from before', async () => {
    const tokenOf = (sign: string) => 'the-same-session'.padEnd(43, sign)
    const [first, second, third] = [tokenOf('a'), tokenOf('b'), tokenOf('c')]
    answers['/api/auth/sign-in'] = () => json({ ...welcome, token: first })
    answers['/api/auth/confirm-password'] = () => json({ until: '2026-11-29T10:00:00.000Z', token: third })
    const here = await tab()
    const { askRenewing } = await import('./renew.ts')
    const { confirmPasswordCall } = await import('#contract/calls/password.ts')
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    localStorage.setItem('token', second)
    await askRenewing(confirmPasswordCall, { password: 'b' })
    expect([localStorage.getItem('token'), (await here.readSession())?.token]).toEqual([third, third])
  })

  it('is none of a session that has ended while it was asked for', async () => {
    answers['/api/auth/confirm-password'] = () => {
      localStorage.setItem('token', 'of-ravi')
      return json({ until: '2026-11-29T10:00:00.000Z', token: 'tok-renewed' })
    }
    const here = await tab()
    const { askRenewing } = await import('./renew.ts')
    const { confirmPasswordCall } = await import('#contract/calls/password.ts')
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    await askRenewing(confirmPasswordCall, { password: 'b' })
    expect([localStorage.getItem('token'), (await here.readSession())?.token]).toEqual(['of-ravi', 'tok'])
  })
})

describe('a session that the server refuses', () => {
  it.each([401, 419, 440])('ends once on %i, remembers the page and says why', async status => {
    const { signIn, callApi, session, readReason, forgetReason } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    answers['/api/list/source'] = () => json({ code: 'signed-out', message: 'x' }, status)
    await Promise.allSettled([1, 2, 3].map(() => callApi('GET', '/list/source', { as: pageAnswer })))
    await until(() => expect(replace).toHaveBeenCalled())
    expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in?redirectUrl=%2Fsettings%2Fsource-list%3Fq%3Da')
    expect(session().signedIn).toBe(false)
    expect(readReason()).toEqual({ kind: 'expired', words: 'x' })
    forgetReason()
    expect(readReason()).toBeNull()
    expect(asked.some(one => one.path === '/api/auth/sign-out')).toBe(false)
  })

  it.each([401, null])(
    'says whose page it was where the sign-in form leads back to it, and only there: %s',
    async status => {
      const { signIn, signOut, callApi, readReason } = await tab()
      await signIn({ username: 'a', password: 'b' }, () => {})
      history.replaceState({ whose: 7 }, '')
      answers['/api/list/source'] = () => json({ code: 'signed-out', message: 'x' }, 401)
      if (status === null) await signOut()
      else await callApi('GET', '/list/source', { as: pageAnswer }).catch(() => {})
      await until(() => expect(replace).toHaveBeenCalled())
      expect(readReason()?.whose).toBe(status === null ? undefined : 7)
      history.replaceState(null, '')
    },
  )

  it('ends in the other tabs too', async () => {
    const here = await tab()
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    const other = await tab()
    answers['/api/list/source'] = () => json({ code: 'signed-out', message: 'x' }, 401)
    await here.callApi('GET', '/list/source', { as: pageAnswer }).catch(() => {})
    await until(() => expect(replace).toHaveBeenCalledTimes(2))
    expect(other.session().signedIn).toBe(false)
  })
})

describe('a tab that slept while another person came', () => {
  const ravi = { ...user, username: 'ravi' }
  /** In another tab, of which this one has heard nothing. */
  const raviComes = () => {
    localStorage.setItem('token', 'of-ravi')
    localStorage.setItem('sessionUser', JSON.stringify(ravi))
  }
  function tellThatSomebodyLeft() {
    const channel = new BroadcastChannel('caredesk-session')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage({ kind: 'chosen' })
    channel.close()
  }
  const wakes: [string, (here: Tab) => unknown][] = [
    [
      'hears only now that the first one left',
      () => {
        tellThatSomebodyLeft()
        return until(() => expect(replace).toHaveBeenCalled())
      },
    ],
    ['hears that there is another session', () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))],
    ['is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is told to sign out', here => here.signOut()],
  ]

  it.each(wakes)('and %s begins anew and leaves their session alone', async (_, wake) => {
    const here = await tab()
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    const keep = vi.fn(async () => undefined)
    const forget = here.keepBeforeLeaving(keep)
    sessionStorage.setItem('of the first', 'words')
    raviComes()
    const row = await here.readSession()
    await wake(here)
    expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in')
    expect(localStorage.getItem('token')).toBe('of-ravi')
    expect(await here.readSession()).toEqual(row)
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(keep).not.toHaveBeenCalled()
    expect(asked.some(({ path }) => path === '/api/auth/sign-out')).toBe(false)
    forget()
  })

  it('nor ends it at the end of a sign-out that took long', async () => {
    const { signIn, signOut } = await tab()
    await signIn({ username: 'a', password: 'b' }, () => {})
    answers['/api/auth/sign-out'] = () => {
      raviComes()
      return json({})
    }
    await signOut()
    expect(localStorage.getItem('token')).toBe('of-ravi')
    expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in')
  })

  it('nor does one that only showed the sign-in page', async () => {
    await tab()
    raviComes()
    localStorage.setItem('signedIn', 'true')
    tellThatSomebodyLeft()
    await until(() => expect(replace).toHaveBeenCalled())
    expect(localStorage.getItem('token')).toBe('of-ravi')
  })

  it.each([
    ['another person', { userId: 8 }, 'tok'],
    ['the first one', {}, 'of-ravi'],
  ])('writes what the server says of %s over nobody else', async (_, whom, token) => {
    const here = await tab()
    const { refreshActor } = await import('./actor.ts')
    await here.signIn({ username: 'a', password: 'b' }, () => {})
    answers['/api/auth/me'] = () => {
      localStorage.setItem('token', token)
      return json({ ...who, ...whom, name: 'Not to be kept', user: { ...user, username: 'late' }, actor })
    }
    await refreshActor()
    expect(await here.readSession()).toMatchObject({ userId: 7, name: 'Meera Nair' })
  })
})

it('a tab that slept while its person left goes to the sign-in page, and writes nothing beside what is sealed', async () => {
  const here = await tab()
  await here.signIn({ username: 'a', password: 'b' }, () => {})
  const keep = vi.fn(async () => undefined)
  const forget = here.keepBeforeLeaving(keep)
  sessionStorage.setItem('of the first', 'words')
  // In another tab, of which this one hears only now.
  for (const key of ['token', 'sessionUser', 'signedIn']) localStorage.removeItem(key)
  const channel = new BroadcastChannel('caredesk-session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage({ kind: 'chosen' })
  channel.close()
  await until(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in'))
  expect(keep).not.toHaveBeenCalled()
  expect(here.session().signedIn).toBe(false)
  expect(sessionStorage.getItem('of the first')).toBeNull()
  expect(here.readReason()).toEqual({ kind: 'chosen' })
  forget()
})

it('a page that comes back out of the browser’s cache of pages is loaded anew, and no other', async () => {
  const reload = vi.fn()
  Object.assign(location, { reload })
  await tab()
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  show(false)
  expect(reload).not.toHaveBeenCalled()
  show(true)
  expect(reload).toHaveBeenCalledOnce()
})
