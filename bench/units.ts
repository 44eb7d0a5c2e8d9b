import type { Row } from '#contract/module.ts'

export const serialOf = (id: number): string => `KWP24-${String(id).padStart(6, '0')}`

/** Devices in stock as a device of ours keeps them, each with a serial number of its own. */
export const unitsOnShelves = (count: number): Row[] =>
  Array.from({ length: count }, (_, n): Row => ({
    id: n + 1,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    updatedBy: 1,
    archivedAt: null,
    stage: 'inStock',
    serial: serialOf(n + 1),
    product: 1,
  }))
