import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// What a linter for Tailwind would hold: classes speak in roles and in logical sides.

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => `src/${file}`)
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const strings = (source: string) =>
  [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(match => match[1] ?? match[2] ?? match[3] ?? '')

function offenders(wrong: RegExp) {
  return files.flatMap(file =>
    strings(readFileSync(file, 'utf8'))
      .flatMap(text => text.split(/\s+/))
      .filter(word => wrong.test(word))
      .map(word => `${file}: ${word}`),
  )
}

const variants = String.raw`^(?:[\w\-\[\]()=&>_*~+:.'"/]+:)?!?-?`

describe('the classes of the app', () => {
  it('are looked at in all its folders', () => {
    expect(files.length).toBeGreaterThan(60)
  })

  it('name logical sides: what starts a line is not always left', () => {
    const physical =
      /(?:ml|mr|pl|pr|left|right|border-l|border-r|rounded-(?:l|r|tl|tr|bl|br)|scroll-m[lr]|scroll-p[lr])-(?:\d|\[|\(|px|auto|full|none|control|gutter|line)/
    expect(offenders(new RegExp(variants + physical.source))).toEqual([])
    expect(offenders(new RegExp(`${variants}(?:text|float|clear)-(?:left|right)!?$`))).toEqual([])
  })

  it('name roles, not colours of a palette', () => {
    const hues =
      'slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose'
    expect(offenders(new RegExp(`-(?:${hues})-(?:50|[1-9]00|950)\\b`))).toEqual([])
    expect(offenders(/^(?:[\w-]+:)*(?:bg|text|border|ring|fill|stroke|outline|shadow)-(?:white|black)\b/)).toEqual([])
  })

  it('name backgrounds and fills that there are: another name paints nothing', () => {
    const theme = readFileSync('src/styles.css', 'utf8')
    const colours = [...theme.matchAll(/--color-([\w-]+):/g)].map(match => match[1])
    const paints = [...colours, 'none', 'fixed', 'cover', 'contain', 'center', 'top', 'no-repeat', 'bottom', 'inherit']
    const known = new RegExp(`^(?:${paints.join('|')})(?:/\\d+)?!?$`)
    const named = offenders(new RegExp(`${variants}(?:bg|fill)-[a-z]`)).filter(
      one => !known.test(one.replace(/^.*[: ]!?(?:bg|fill)-/, '')),
    )
    expect(named).toEqual([])
  })

  it('leave a cell of a table a cell: words in their own direction stand in it', () => {
    const cells = files.flatMap(file => readFileSync(file, 'utf8').match(/<t[dh]\b[^>]*\bltr\b[^>]*>/g) ?? [])
    expect(cells).toEqual([])
  })

  it('write no colour themselves', () => {
    expect(offenders(/\[(?:#|rgba?\(|hsla?\(|oklch\()/)).toEqual([])
  })

  it('never take the outline of a focused control away without another in its place', () => {
    const bare = files.filter(file => {
      const source = readFileSync(file, 'utf8')
      return (
        /focus(?:-visible)?:outline-(?:none|hidden|0)\b/.test(source) &&
        !/focus(?:-visible)?:(?:ring|shadow|border)/.test(source)
      )
    })
    expect(bare).toEqual([])
  })
})
