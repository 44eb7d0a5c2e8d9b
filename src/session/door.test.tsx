import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { portal } from '../../tests/support/portal.ts'
import { useDoor } from './door.ts'

it('nothing is known of the house by what a portal says, and then what the server says', async () => {
  const fetch = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', fetch)
  for (const [, reply] of portal) {
    fetch.mockReset().mockImplementation(async () => reply())
    const { result, unmount } = renderHook(useDoor)
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(result.current).toBeNull()
    unmount()
  }
  fetch.mockReset().mockImplementation(async () => Response.json({ signUp: true, keepDays: 14 }))
  const { result } = renderHook(useDoor)
  await waitFor(() => expect(result.current).toEqual({ signUp: true, keepDays: 14 }))
})
