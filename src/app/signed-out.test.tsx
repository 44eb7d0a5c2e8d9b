import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, deviceDb, noteUser } from '#src/offline/device.ts'
import { markConnection } from '#src/offline/connection.ts'
import { dropSession, session } from '#src/session/store.ts'
import { portal } from '../../tests/support/portal.ts'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import { SignedOut } from './signed-out.tsx'
import { lasts } from '../../tests/support/device-session.ts'

const noAnswer = 'The server does not answer. Check the connection and try again.'
const TOKEN = 'k'.repeat(43)
const user = {
  avatar: '',
  username: 'meera',
  email: 'meera@example.com',
  permissions: [],
  notification_permission: [],
  status_permission: [],
}
const house = {
  companyName: 'Care',
  currency: 'INR',
  timeZone: 'Asia/Kolkata',
  helpContact: null,
  lockMinutes: 10,
  country: 'IN',
  warrantyStart: 'delivery' as const,
}
const welcome = {
  token: 'tok',
  user,
  userId: 78,
  name: 'Meera',
  stage: 'pending',
  house,
  lasts,
  revocation: 'r',
  sealKey: '',
  actor: { id: 78, permissions: [], branch: null, scopes: {}, approves: [], statusPermission: [] },
}

type Reply = (body: Record<string, unknown>) => Response | Promise<Response>
let replies: Record<string, Reply>
let asked: { path: string; body: Record<string, unknown> }[]
const problem = (status: number, code: string, message: string, fields?: Record<string, string>) =>
  Response.json({ code, message, requestId: 'r', ...(fields ? { fields } : {}) }, { status })
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

beforeAll(async () => {
  await speakEnglish('shell', 'ui', 'auth')
})
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  dropSession()
  // Whoever signed in before has not left a device that tells the server so.
  await clearSession()
  await (await deviceDb()).revocations.clear()
  markConnection({ online: true })
  asked = []
  replies = { '/auth/door': () => Response.json({ signUp: true, keepDays: 14 }) }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api', '')
    const text = await request.text()
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>
    if (path !== '/auth/door') asked.push({ path, body })
    return (replies[path] ?? (() => problem(404, 'not-found', 'Not here')))(body)
  })
})

const open = (address: string) => {
  history.replaceState(null, '', address)
  return render(<SignedOut warmUp={async () => {}} />)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const here = () => location.pathname + location.search + location.hash

describe('signing in', () => {
  const submit = async () => {
    await type('Username or e-mail', 'meera')
    await type('Password', 'a password')
    await press('Sign in')
  }

  it.each<[string, Reply, string]>([
    ['nothing', () => new Response(null, { status: 200 }), 'Unable to sign in'],
    ['an empty object', () => Response.json({}), 'Unable to sign in'],
    ['words of its own', () => problem(400, 'invalid', 'That does not fit.'), 'That does not fit.'],
    ['a wait', () => problem(429, 'too-many', 'Please wait 30 seconds.'), 'Please wait 30 seconds.'],
    ['an error without words', () => new Response('<h1>', { status: 500, statusText: 'Broken' }), 'Unable to sign in'],
    ['words without a code', () => Response.json({ message: 'Wrong password' }, { status: 401 }), 'Wrong password'],
    ['no answer', unreachable, 'The server does not answer. Check the connection and try again.'],
  ])(
    'says what went wrong beside the password when the server answers %s, and keeps what was typed',
    async (...row) => {
      const [, reply, words] = row
      replies['/auth/sign-in'] = reply
      open('/sign-in')
      await submit()
      const error = await screen.findByText(words)
      const password = screen.getByLabelText<HTMLInputElement>('Password')
      expect(password.getAttribute('aria-describedby')).toBe(error.closest('p')!.id)
      expect(password.value).toBe('a password')
      expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('meera')
      expect(session().signedIn).toBe(false)
      expect(localStorage.getItem('token')).toBeNull()
    },
  )

  it('asks for what is missing before it asks the server', async () => {
    open('/sign-in')
    await press('Sign in')
    expect(await screen.findByText('Enter your username or e-mail.')).toBeTruthy()
    expect(screen.getByText('Enter your password.')).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('keeps exactly the client’s keys, says which device it is and how long to stay, and goes where the person wanted', async () => {
    replies['/auth/sign-in'] = () => Response.json(welcome)
    open('/sign-in?redirectUrl=%2Forders%2Forders-list%3Fq%3Da')
    await userEvent.click(await screen.findByLabelText('Keep me signed in on this device for 14 days'))
    await submit()
    await waitFor(() => expect(session().signedIn).toBe(true))
    expect(asked[0]?.body).toEqual({
      username: 'meera',
      password: 'a password',
      keep: false,
      device: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(Object.keys(localStorage).toSorted()).toEqual(['sessionUser', 'signedIn', 'token'])
    expect(JSON.parse(localStorage.getItem('sessionUser')!)).toEqual(user)
    expect(here()).toBe('/orders/orders-list?q=a')
  })

  it.each([
    ['the same person goes on where they were', 7, '/orders/orders-list?q=Meera'],
    ['somebody else begins at home, and is led to nothing that the first one looked for', 8, '/home'],
  ])('after a session that has ended %s', async (_, userId, place) => {
    sessionStorage.setItem('signedOutBecause', JSON.stringify({ kind: 'expired', whose: 7 }))
    const { unmount } = open('/sign-in?redirectUrl=%2Forders%2Forders-list%3Fq%3DMeera')
    // Whose it was is known after the page was loaded anew as well, and on the other pages.
    await screen.findByText('Your session has ended.')
    unmount()
    render(<SignedOut warmUp={async () => {}} />)
    await userEvent.click(await screen.findByRole('link', { name: 'Ask for one' }))
    await screen.findByRole('heading', { name: 'Ask for an account' })
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    replies['/auth/sign-in'] = () => Response.json({ ...welcome, userId })
    await submit()
    await waitFor(() => expect(session().signedIn).toBe(true))
    expect(here()).toBe(place)
  })

  it('leads to an address of the history only whom it belongs to', async () => {
    replies['/auth/sign-in'] = () => Response.json({ ...welcome, userId: 8 })
    history.replaceState({ whose: 7, usr: { words: 'Meera' } }, '', '/orders/orders-list?q=Meera')
    render(<SignedOut warmUp={async () => {}} />)
    await waitFor(() => expect(here()).toBe('/sign-in?redirectUrl=%2Forders%2Forders-list%3Fq%3DMeera'))
    expect(JSON.stringify(history.state)).not.toContain('Meera')
    await submit()
    await waitFor(() => expect(session().signedIn).toBe(true))
    expect(here()).toBe('/home')
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/sign-up'])(
    'never leaves the site for %s',
    async wanted => {
      replies['/auth/sign-in'] = () => Response.json(welcome)
      open(`/sign-in?redirectUrl=${encodeURIComponent(wanted)}`)
      await submit()
      await waitFor(() => expect(session().signedIn).toBe(true))
      expect(here()).toBe('/home')
    },
  )

  it('lets password managers and paste do their work', async () => {
    open('/sign-in')
    expect(screen.getByLabelText('Username or e-mail').getAttribute('autocomplete')).toBe('username')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect(password.getAttribute('autocomplete')).toBe('current-password')
    await userEvent.click(password)
    await userEvent.paste('from a manager')
    expect(password.value).toBe('from a manager')
    await press('Show password')
    expect(password.type).toBe('text')
  })

  it.each([
    ['in the server’s words, which may be that nobody goes on', 'Your account has been switched off.', /^Changes that/],
    ['and that they go on where it said nothing', '', /^You go on where you were\. Changes that/],
  ])('says why somebody was signed out, %s', async (_, words, text) => {
    sessionStorage.setItem('signedOutBecause', JSON.stringify({ kind: 'expired', words }))
    open('/sign-in')
    expect(await screen.findByText(words || 'Your session has ended.')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('shows how much of other people’s work waits here, and of whom no more than a letter', async () => {
    await noteUser({ userId: 501, unsent: 2, leaving: false, initial: 'A' })
    const { unmount } = open('/sign-in')
    expect(await screen.findByText('2 unsent changes wait on this device')).toBeTruthy()
    expect(
      screen.getByText(
        /^They belong to A\. and are sealed: .+ If their account is switched off, an administrator has to switch it on/,
      ),
    ).toBeTruthy()
    unmount()
    await noteUser({ userId: 502, unsent: 1, leaving: false, initial: 'R' })
    open('/sign-in')
    expect(await screen.findByText('3 unsent changes wait on this device')).toBeTruthy()
    expect(screen.getByText(/^They belong to A\. and R\./)).toBeTruthy()
  })
})

describe('going from page to page', () => {
  it('keeps where the person wanted to go, and what they typed', async () => {
    open('/settings/source-list?q=a')
    await waitFor(() => expect(here()).toBe('/sign-in?redirectUrl=%2Fsettings%2Fsource-list%3Fq%3Da'))
    await type('Username or e-mail', 'meera')
    await userEvent.click(screen.getByRole('link', { name: 'Ask for one' }))
    expect(await screen.findByRole('heading', { name: 'Ask for an account' })).toBeTruthy()
    expect(here()).toBe('/sign-up?redirectUrl=%2Fsettings%2Fsource-list%3Fq%3Da')
    await waitFor(() => expect(document.title).toBe('Ask for an account · Caredesk'))
    expect(document.activeElement).toBe(screen.getByLabelText('Your name'))
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Username or e-mail')).value).toBe('meera')
    expect(here()).toBe('/sign-in?redirectUrl=%2Fsettings%2Fsource-list%3Fq%3Da')
  })
})

describe('asking for an account', () => {
  const fill = async () => {
    await type('Your name', 'Meera Nair')
    await type('Username', 'meera')
    await type('E-mail', 'meera@example.com')
    await type('Password', 'three tall otters')
  }

  it('says beside each field what is missing, and while the password is typed how long it has to be', async () => {
    open('/sign-up')
    await screen.findByRole('heading', { name: 'Ask for an account' })
    await type('E-mail', 'meera at home')
    await type('Password', 'seven77')
    expect(screen.getByText('5 more characters')).toBeTruthy()
    await press('Send the request')
    for (const words of [
      'Enter your name.',
      'Choose a username of at least 3 characters.',
      'Enter an e-mail address, such as meera@example.com.',
      'Choose a password of at least 12 characters.',
    ])
      expect(await screen.findByText(words)).toBeTruthy()
    expect(asked).toEqual([])
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password')
  })

  it('puts the server’s reasons beside the fields, loses nothing, and goes on once they are gone', async () => {
    replies['/auth/sign-up'] = ({ username }) =>
      username === 'meera'
        ? problem(400, 'invalid', 'Look at the fields.', { username: 'This username is taken.' })
        : Response.json(welcome)
    const { rerender } = open('/sign-up?redirectUrl=%2Fscanner')
    await screen.findByRole('heading', { name: 'Ask for an account' })
    await fill()
    await press('Send the request')
    expect(await screen.findByText('This username is taken.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('three tall otters')
    await type('Username', 'meera2')
    await press('Send the request')
    await waitFor(() => expect(session().signedIn).toBe(true))
    expect(here()).toBe('/scanner')
    // The page is drawn once more before it goes: the look at this device is through.
    rerender(<SignedOut warmUp={async () => {}} />)
    expect(here()).toBe('/scanner')
  })

  it('says ‘Unable to sign up’ when the server answers nothing', async () => {
    replies['/auth/sign-up'] = () => new Response(null, { status: 200 })
    open('/sign-up')
    await screen.findByRole('heading', { name: 'Ask for an account' })
    await fill()
    await press('Send the request')
    expect(await screen.findByText('Unable to sign up')).toBeTruthy()
    replies['/auth/sign-up'] = () => Response.json({ message: 'Ask your manager' }, { status: 422 })
    await press('Send the request')
    expect(await screen.findByText('Ask your manager')).toBeTruthy()
  })
})

describe('a forgotten password', () => {
  it('takes the name that was typed before, and says the server’s words', async () => {
    replies['/auth/forgot-password'] = () =>
      Response.json({ message: 'If there is such an account, a mail is on its way.' })
    open('/sign-in')
    await type('Username or e-mail', 'meera')
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a link' }))
    expect(await screen.findByText('If there is such an account, a mail is on its way.')).toBeTruthy()
    expect(asked).toEqual([{ path: '/auth/forgot-password', body: { username: 'meera' } }])
  })
})

it.each(portal)('%s of a portal sends no link', async (_, reply) => {
  replies['/auth/forgot-password'] = reply
  open('/forgot-password')
  await type('Username or e-mail', 'meera')
  await press('Send me a link')
  expect(await screen.findByText(noAnswer)).toBeTruthy()
})

describe('a link to choose a password', () => {
  it('leaves the address at once, greets an invited person, and leads to signing in', async () => {
    replies['/auth/link'] = () => Response.json({ kind: 'invitation', name: 'Meera Nair', username: 'meera' })
    replies['/auth/reset-password'] = ({ password }) =>
      password === 'three tall otters'
        ? problem(400, 'invalid', 'Look at the fields.', { password: 'These are three common words.' })
        : Response.json({ username: 'meera' })
    open(`/reset-password#token=${TOKEN}`)
    expect(here()).toBe('/reset-password')
    expect(await screen.findByRole('heading', { name: 'Welcome, Meera Nair' })).toBeTruthy()
    await type('New password', 'three tall otters')
    await press('Set the password')
    expect(await screen.findByText('These are three common words.')).toBeTruthy()
    await type('New password', 'three tall otters of 1977')
    await press('Set the password')
    expect(await screen.findByText('Your password is set. Sign in with it.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('meera')
    expect(asked.at(-1)?.body).toEqual({ token: TOKEN, password: 'three tall otters of 1977' })
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(TOKEN)
  })

  it('that opens nothing says so and offers a new one', async () => {
    replies['/auth/link'] = () => problem(400, 'invalid', 'This link does not work any more.')
    open(`/reset-password#${TOKEN}`)
    expect(await screen.findByRole('heading', { name: 'This link opens nothing' })).toBeTruthy()
    await press('Ask for a new link')
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy()
  })

  it.each(portal)('sets no password where a portal answers %s', async (_, reply) => {
    replies['/auth/link'] = () => Response.json({ kind: 'reset', name: 'Meera Nair', username: 'meera' })
    replies['/auth/reset-password'] = reply
    open(`/reset-password#token=${TOKEN}`)
    await type('New password', 'three tall otters of 1977')
    await press('Set the password')
    expect(await screen.findByText(noAnswer)).toBeTruthy()
    expect(here()).toBe('/reset-password')
  })

  it.each(portal)('greets nobody where a portal answers %s', async (_, reply) => {
    replies['/auth/link'] = reply
    open(`/reset-password#token=${TOKEN}`)
    expect(await screen.findByText(noAnswer)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('is tried again when the server did not answer', async () => {
    replies['/auth/link'] = unreachable
    open(`/reset-password#token=${TOKEN}`)
    expect(await screen.findByText(/The server does not answer/)).toBeTruthy()
    replies['/auth/link'] = () => Response.json({ kind: 'reset', name: 'Meera Nair', username: 'meera' })
    await press('Try again')
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeTruthy()
    cleanup()
  })
})
