import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { SyncDouble } from './sync-double.ts'

/** The device has numbers for new records in hand: the second block is asked for once the first is kept. */
export const haveNumbers = ({ state }: SyncDouble) =>
  waitFor(() => expect(state.requests.filter(one => one === 'POST /sync/lease').length).toBeGreaterThanOrEqual(2))
