import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'

// Every pair of roles that stands on a screen, in all five schemas, light and dark: 4.5:1 for words, 3:1 for edges,
// marks and focus rings.

const css = readFileSync('src/tokens.css', 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
// Colours stand outside of media blocks, but for the dark ones, which are for screens.
const flat = css
  .replace(/@media screen \{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/g, '$1')
  .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
const rules = [...flat.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selectors: selector.split(',').map(one => one.trim()),
  values: [...body.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value.trim()] as const,
  ),
}))

function theme(schema: string, mode: string) {
  const selectors = [':root', `.${mode}`, `.${mode}[data-schema='${schema}']`]
  const own = new Map<string, string>()
  for (const rule of rules)
    if (rule.selectors.some(selector => selectors.includes(selector)))
      for (const [name, value] of rule.values) own.set(name, value)
  return function value(name: string): string {
    const raw = own.get(name)
    if (raw === undefined) throw new Error(`${name} is no token`)
    const other = /^var\((--[\w-]+)\)$/.exec(raw)?.[1]
    return other ? value(other) : raw
  }
}

const channel = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
function luminance(hex: string) {
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`${hex} is not a six-digit colour`)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string) {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const sheets = ['bg', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'nav']
const tones = ['danger', 'warning', 'success', 'info']
const modules = ['inquiries', 'orders', 'returns', 'maintenances', 'claims', 'none'].map(name => `mod-${name}`)
const subtle = [...tones, ...modules].map(name => `${name}-subtle`)
const words: [string, string[]][] = [
  ['text', [...sheets, 'surface-pressed', 'selected', ...subtle]],
  ['text-muted', [...sheets, 'surface-pressed', 'selected', ...tones.map(tone => `${tone}-subtle`)]],
  ['text-subtle', [...sheets, 'surface-pressed', 'selected']],
  ['accent-text', [...sheets, 'selected', 'primary-subtle']],
  ['primary-deep', ['surface', 'bg', 'primary-subtle']],
  ['neutral', ['primary', 'primary-deep']],
  ['inverse-text', ['inverse']],
  ['inverse-muted', ['inverse']],
  ['inverse-accent', ['inverse']],
  ...tones.flatMap((tone): [string, string[]][] => [
    [`${tone}-text`, [...sheets, 'surface-pressed', 'selected', `${tone}-subtle`]],
    [`${tone}-on`, [tone, `${tone}-deep`]],
  ]),
  ...modules.map((name): [string, string[]] => [`${name}-text`, ['surface', 'surface-raised', `${name}-subtle`]]),
  ['print-ink', ['print-paper', 'print-shade']],
  ['print-muted', ['print-paper', 'print-shade']],
  ['camera-text', ['camera-bg', 'camera-control']],
]
const marks: [string, string[]][] = [
  ['border-control', [...sheets, 'selected']],
  ['focus', [...sheets, 'surface-pressed', 'selected', ...tones.map(tone => `${tone}-subtle`)]],
  ['inverse-accent', ['inverse']],
  ['primary', [...sheets, 'selected']],
  ...tones.map((tone): [string, string[]] => [tone, ['bg', 'surface', 'surface-raised', `${tone}-subtle`]]),
  ...modules.map((name): [string, string[]] => [
    name,
    ['bg', 'surface', 'surface-raised', 'surface-hover', 'selected', 'nav', `${name}-subtle`],
  ]),
]

describe.each(['light', 'dark'])('%s', mode => {
  test.each(['default', 'dark', 'green', 'purple', 'orange'])(
    '%s: words and marks stand out from what is behind them',
    schema => {
      const value = theme(schema, mode)
      const weak = (
        [
          [4.5, words],
          [3, marks],
        ] as const
      ).flatMap(([needed, pairs]) =>
        pairs.flatMap(([front, backs]) =>
          backs
            .map(back => ({
              pair: `${front} on ${back}`,
              ratio: contrast(value(`--${front}`), value(`--${back}`)),
              needed,
            }))
            .filter(({ ratio }) => ratio < needed),
        ),
      )
      expect(weak).toEqual([])
    },
  )
})

it('every schema of the theme settings has its own accent in both modes', () => {
  const accents = ['light', 'dark'].flatMap(mode =>
    ['default', 'dark', 'green', 'purple', 'orange'].map(schema => theme(schema, mode)('--primary')),
  )
  expect(new Set(accents).size).toBe(10)
})

it('utilities only map tokens that exist', () => {
  const known = new Set(rules.flatMap(rule => rule.values.map(([name]) => name)))
  const used = [...readFileSync('src/styles.css', 'utf8').matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)
  expect(used.length).toBeGreaterThan(80)
  expect(used.filter(name => !known.has(name))).toEqual([])
})

describe('every pair that the classes of the app put together', () => {
  const styles = readFileSync('src/styles.css', 'utf8')
  const roles = new Map(
    [...styles.matchAll(/--color-([\w-]+): var\(--([\w-]+)\);/g)].map(([, role = '', token = '']) => [role, token]),
  )
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/\.test\./.test(file),
  )
  const literals = files.flatMap(file =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(
      match => match[1] ?? match[2] ?? '',
    ),
  )

  /** What words stand on what, in one list of classes: at rest, under the pointer, when chosen. */
  function pairsOf(classes: string) {
    const states = new Map<string, { front?: string; back?: string }>([['', {}]])
    for (const word of classes.split(/\s+/)) {
      const [, state = '', kind, role = ''] = /^((?:[\w\-[\]()=&>*~+.']+:)*)(bg|text)-([a-z-]+)!?$/.exec(word) ?? []
      const token = roles.get(role)
      // Words of controls that are switched off need no contrast, and pictures before or after a box are no words.
      if (!kind || !token || token === 'text-disabled' || /disabled|before|after|placeholder|backdrop|rtl/.test(state))
        continue
      const one = states.get(state) ?? {}
      states.set(state, kind === 'bg' ? { ...one, back: token } : { ...one, front: token })
    }
    const rest = states.get('')!
    return [...states.values()].map(({ front = rest.front, back = rest.back }) => ({ front, back }))
  }
  const used = [
    ...new Set(
      literals
        .flatMap(pairsOf)
        .flatMap(({ front, back }) =>
          front && back && front !== back && back !== 'scrim' ? [`${front} on ${back}`] : [],
        ),
    ),
  ].toSorted()

  it('are many', () => {
    expect(used).toContain('neutral on primary')
    expect(used).toContain('accent-text on primary-subtle')
    expect(used.length).toBeGreaterThan(20)
  })

  test.each(
    ['light', 'dark'].flatMap(mode => ['default', 'dark', 'green', 'purple', 'orange'].map(schema => [mode, schema])),
  )('can be read in %s, %s', (mode = '', schema = '') => {
    const value = theme(schema, mode)
    const weak = used.filter(pair => {
      const [front = '', back = ''] = pair.split(' on ')
      return contrast(value(`--${front}`), value(`--${back}`)) < 4.5
    })
    expect(weak).toEqual([])
  })
})
