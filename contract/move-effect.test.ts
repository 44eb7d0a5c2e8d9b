import { describe, expect, it } from 'vitest'
import { dateTime, lines, longText, maybe, stamped, text, reference } from './fields.ts'
import { defineModule, type Row } from './module.ts'
import { moveEffect } from './move-effect.ts'

const log = lines(
  { note: longText(), at: maybe(stamped('now', dateTime())), by: maybe(stamped('me', reference('user'))) },
  { addOnly: true },
)
const lead = defineModule({
  name: 'lead',
  code: 999,
  fields: { name: text(), nextAt: maybe(dateTime()), log },
  title: 'name',
  search: [],
  offline: { keep: 'all', write: true },
  stages: ['new', 'called'],
  moves: {
    call: { to: 'called', args: { nextAt: dateTime(), log, mood: text() } },
    look: { args: { mood: text() } },
  },
})
const author = { id: 7, now: '2026-11-27T10:00:00.000Z' }
const before = { id: 1, note: 'first', at: '2026-11-01T10:00:00.000Z', by: 3 }
const row = { id: 5, stage: 'new', name: 'Asha', nextAt: null, log: [before] } as unknown as Row

describe('a move', () => {
  it('writes its stage, and what it asks for under the name of a field; the rest is for its behaviour', () => {
    const nextAt = '2026-12-01T09:00:00.000Z'
    expect(moveEffect(lead, 'call', row, { nextAt, mood: 'glad' }, author)).toEqual({ stage: 'called', nextAt })
    expect(moveEffect(lead, 'look', row, { mood: 'glad' }, author)).toEqual({})
  })

  it('adds a line behind those that are there, with who wrote it and when', () => {
    const added = { id: 2, note: 'second' }
    expect(moveEffect(lead, 'call', row, { log: [added] }, author).log).toEqual([
      before,
      { ...added, at: author.now, by: author.id },
    ])
  })
})
