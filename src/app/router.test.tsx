import { expect, test, vi } from 'vitest'
import { markEntriesFor } from '#src/session/own-entry.ts'
import { makeRouter } from './router.tsx'

const here = () => location.pathname + location.search

test('whoever goes back further than one entry of somebody else comes home each time', async () => {
  history.replaceState(null, '', '/home')
  const router = makeRouter()
  const drawn: string[] = []
  router.subscribe(({ location: { pathname, search } }) => void drawn.push(pathname + search))
  markEntriesFor(1)
  await router.navigate('/dealer-branch/dealer-branch-list?q=Meera')
  await router.navigate('/task')
  await router.navigate('/user-profile', { state: 'Meera' })

  expect(markEntriesFor(2)).toBe(false)
  await router.navigate('/home', { replace: true })
  await router.navigate('/settings')
  drawn.length = 0
  const back = async (to: number) => {
    history.back()
    await vi.waitFor(() => expect((history.state as { idx: number }).idx).toBe(to))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home'))
    return [here(), (history.state as { whose: number }).whose]
  }
  expect(await back(3)).toEqual(['/home', 2])
  expect(await back(2)).toEqual(['/home', 2])
  expect(await back(1)).toEqual(['/home', 2])
  expect(await back(0)).toEqual(['/home', 2])
  expect(new Set(drawn)).toEqual(new Set(['/home']))

  // What is their own they find again.
  history.go(4)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
  router.dispose()
})
