// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Require, Run } from './loader.ts'

beforeEach(async () => {
  document.head.replaceChildren()
  vi.resetModules()
  await import('./loader.ts')
})
afterEach(() => vi.restoreAllMocks())

/** A script of this name runs. */
function comes(name: string, run: Run, isEntry = false) {
  const script = Object.assign(document.createElement('script'), { src: `/assets/${name}` })
  const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  const { definePiece } = window as unknown as { definePiece: (run: Run, isEntry: boolean) => void }
  try {
    definePiece(run, isEntry)
  } finally {
    current.mockRestore()
  }
}

const asked = () => [...document.head.querySelectorAll('script')].map(({ src }) => new URL(src).pathname)
const end = (name: string, how: 'load' | 'error') =>
  document.head.querySelector(`script[src="/assets/${name}"]`)!.dispatchEvent(new Event(how))

/** What the entry of the app is given. */
function start(): Require {
  let given: Require | undefined
  comes('index.js', (_, need) => void (given = need), true)
  return given!
}

test('a piece runs once, when the first asks for it, and those who ask share what it exports', () => {
  const run = vi.fn<Run>(exports => void (exports.value = {}))
  comes('shared.js', run)
  expect(run).not.toHaveBeenCalled()
  const seen: unknown[] = []
  comes('one.js', (_, need) => void seen.push(need('./shared.js').value))
  comes('index.js', (_, need) => void seen.push(need('./one.js'), need('./shared.js').value), true)
  expect(run).toHaveBeenCalledOnce()
  expect(seen[0]).toBe(seen[2])
})

test('a page is fetched with all that it needs at once, each of it once, and runs when the last has come', async () => {
  const need = start()
  const pieces = ['./list.js', './page.js', './other.js']
  const page = need.later(pieces, [0, 1])
  const other = need.later(pieces, [0, 2])
  expect(asked()).toEqual(['/assets/list.js', '/assets/page.js', '/assets/other.js'])
  const drawn = vi.fn<Run>((exports, need) => void (exports.rows = need('./list.js').rows))
  comes('page.js', drawn)
  end('page.js', 'load')
  comes('other.js', () => undefined)
  end('other.js', 'load')
  await Promise.resolve()
  expect(drawn).not.toHaveBeenCalled()
  comes('list.js', exports => void (exports.rows = 3))
  end('list.js', 'load')
  expect(await page).toEqual({ rows: 3 })
  await other
  expect(await need.later(pieces, [0, 1])).toEqual({ rows: 3 })
  expect(drawn).toHaveBeenCalledOnce()
  expect(asked()).toEqual([])
})

test.each(['error', 'load'] as const)('a piece that does not come (%s) is refused, and asked for anew', async how => {
  const need = start()
  const first = need.later(['./page.js'], [0])
  end('page.js', how)
  await expect(first).rejects.toThrow('Failed to fetch dynamically imported module')
  const second = need.later(['./page.js'], [0])
  expect(asked()).toEqual(['/assets/page.js'])
  comes('page.js', exports => void (exports.isHere = true))
  end('page.js', 'load')
  expect(await second).toEqual({ isHere: true })
})

test('a piece that breaks is not taken for whole by whoever asks next', () => {
  let broken = true
  comes('page.js', exports => {
    if (broken) throw new Error('no storage')
    exports.isWhole = true
  })
  const need = start()
  expect(() => need('./page.js')).toThrow('no storage')
  broken = false
  expect(need('./page.js')).toEqual({ isWhole: true })
})

test('pieces that need each other run', () => {
  comes('one.js', (exports, need) => {
    const two = need('./two.js')
    exports.name = 'one'
    exports.both = () => [exports.name, two.name]
  })
  comes('two.js', (exports, need) => {
    const one = need('./one.js')
    exports.name = 'two'
    exports.first = () => one.name
  })
  const need = start()
  expect((need('./one.js').both as () => unknown)()).toEqual(['one', 'two'])
  expect((need('./two.js').first as () => unknown)()).toBe('one')
})

test('nothing but a piece of the app becomes a script', async () => {
  const need = start()
  await expect(need.later(['./page.js?of=another'], [0])).rejects.toThrow('is not a piece of the app')
  expect(asked()).toEqual([])
})
