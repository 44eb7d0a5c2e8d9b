// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dropSession, keepSession, onSessionChange, refreshUser, session } from './store.ts'

const user = {
  avatar: '',
  username: 'meera.nair',
  email: 'meera@desk.example',
  permissions: ['100-a'],
  notification_permission: [],
  status_permission: ['all'],
}

// What another tab does to the storage arrives as an event.
const elsewhere = (change: () => void) => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
}

beforeEach(() => {
  localStorage.clear()
  dropSession()
})

describe('a session', () => {
  it('is kept under the keys of the specification', () => {
    keepSession('tok', user)
    expect(localStorage.getItem('token')).toBe('tok')
    expect(JSON.parse(localStorage.getItem('sessionUser')!)).toEqual(user)
    expect(session()).toEqual({ signedIn: true, user })
  })

  it.each(['token', 'signedIn', 'sessionUser'])('is none without its %s', missing => {
    const stop = onSessionChange(() => {})
    keepSession('tok', user)
    elsewhere(() => localStorage.removeItem(missing))
    expect(session()).toEqual({ signedIn: false, user: null })
    stop()
  })

  it('is none when the flag or the user cannot be understood', () => {
    const stop = onSessionChange(() => {})
    for (const [key, value] of [
      ['signedIn', 'false'],
      ['signedIn', '{}'],
      ['sessionUser', '{'],
      ['sessionUser', '{"permissions":"100-a"}'],
      ['token', ''],
    ] as const) {
      keepSession('tok', user)
      elsewhere(() => localStorage.setItem(key, value))
      expect(session().signedIn, `${key} ${value}`).toBe(false)
    }
    stop()
  })

  it('leaves nothing of itself behind, and keeps what is not of it', () => {
    localStorage.setItem('theme', '{}')
    keepSession('tok', user)
    dropSession()
    expect(Object.keys(localStorage)).toEqual(['theme'])
    expect(session().signedIn).toBe(false)
  })

  it('tells the app when it changes here or in another tab', () => {
    const hear = vi.fn()
    const stop = onSessionChange(hear)
    keepSession('tok', user)
    expect(hear).toHaveBeenCalledTimes(1)
    elsewhere(() => localStorage.clear())
    expect(hear).toHaveBeenCalledTimes(2)
    stop()
    keepSession('tok', user)
    expect(hear).toHaveBeenCalledTimes(2)
  })

  it('takes new permissions from the server, but does not come back to life by them', () => {
    keepSession('tok', user)
    refreshUser({ ...user, permissions: [] })
    expect(session().user?.permissions).toEqual([])
    dropSession()
    refreshUser(user)
    expect(localStorage.getItem('sessionUser')).toBeNull()
  })
})
