import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { snake } from '#contract/module.ts'
import { ownRoutes } from '#src/app/own-routes.ts'
import { pages } from '#src/app/pages.tsx'
import { nameOfPending, pendingRoutes } from '#src/app/pending-routes.ts'
import { SIGN_IN } from '#src/session/safe-redirect.ts'

type Given = { path: string; title: string; codes: string[]; color?: string; record?: string }
const given = (JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: Given[] }).routes

const word = (key: string): unknown => {
  const [namespace = '', path = ''] = key.split(':')
  const texts: unknown = JSON.parse(readFileSync(`public/locales/en/${namespace}.json`, 'utf8'))
  return path.split('.').reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], texts)
}

/** Our pages in the words of the client's table. */
const ours = [
  ...pages.map(({ handle }) => handle),
  { path: SIGN_IN, title: 'auth:titles.signIn', codes: [], colour: undefined, record: undefined },
].map(({ path, title, codes, colour, record }) => ({
  path,
  title: word(title),
  codes: [...codes].sort(),
  color: colour,
  record: record && snake(record),
}))

const theirs = given.map(({ path, title, codes, color, record }) => ({
  path,
  title,
  codes: [...codes].sort(),
  color,
  record,
}))

/** May be lowered by whoever brings a module, and never raised. */
const STILL_PENDING = 21

describe('the addresses of the app', () => {
  const built = ours.filter(({ path }) => !(path in ownRoutes))

  it.each(built.map(page => [page.path, page] as const))('%s is as the client wrote it down', (path, page) => {
    expect(page).toEqual(theirs.find(route => route.path === path))
  })

  it('has every address of the client, built or pending, and none in both', () => {
    const paths = [...built.map(({ path }) => path), ...pendingRoutes]
    expect(paths.toSorted()).toEqual(theirs.map(({ path }) => path).toSorted())
  })

  it('has a page, a reason and a title for every address of its own, and none of them is a client address', () => {
    for (const [path, reason] of Object.entries(ownRoutes)) {
      expect(reason.length, path).toBeGreaterThan(30)
      expect(ours.find(page => page.path === path)?.title, path).toEqual(expect.any(String))
      expect(
        given.some(route => route.path === path),
        path,
      ).toBe(false)
    }
  })

  it.each(pendingRoutes)('names %s as the client does, until it is there', path => {
    expect(word(`pending:names.${nameOfPending(path)}`)).toBe(given.find(route => route.path === path)?.title)
  })

  it('lets the list of pending addresses only shrink', () => {
    expect(pendingRoutes.length).toBe(STILL_PENDING)
  })
})
