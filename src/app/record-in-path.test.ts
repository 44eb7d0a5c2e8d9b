import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { recordInPath } from './record-in-path.ts'

type Given = { path: string; record?: string }
const { routes } = JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: Given[] }
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

describe('the breadcrumb bar reads the record from the address', () => {
  test.each(routes)('$path', ({ path, record }) => {
    const found = recordInPath(path.replace(':id', '4711'))
    expect(found && { kind: snake(found.kind), id: found.id }).toEqual(record && { kind: record, id: 4711 })
  })

  it('of all six kinds', () => {
    expect(new Set(routes.flatMap(route => route.record ?? [])).size).toBe(6)
  })

  it.each(['/orders/orders-edit', '/orders/orders-edit/', '/orders/orders-edit/new', '/orders/orders-edit/0x1f', '/'])(
    'and finds none in %s',
    path => {
      expect(recordInPath(path)).toBeUndefined()
    },
  )

  it('takes the whole word: a label of a dispatch is not the dispatch', () => {
    expect(recordInPath('/maintenances/maintenance-dispatch-label/7')).toEqual({ kind: 'maintenance', id: 7 })
    expect(recordInPath('/orders/orders-dispatch-label/7')).toBeUndefined()
  })
})
