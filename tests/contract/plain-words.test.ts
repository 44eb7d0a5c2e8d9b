import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { englishOf, leavesOf } from '../support/english.ts'

const all = readdirSync('public/locales/en').flatMap(file => {
  const namespace = file.replace('.json', '')
  return leavesOf(englishOf(namespace), `${namespace}.`)
})

/** The client names the list of colours, and so the rights on it. */
const isClients = (text: string) => /^Colors(,|$)/.test(text)

const saying = (what: RegExp) => all.filter(([, text]) => what.test(text) && !isClients(text)).map(([at]) => at)

describe('every text of the interface', () => {
  it.each([
    ['one spelling of colour', /\bcolor/i],
    ['one spelling of PIN code', /[Pp]incode(?!s?\}\})|\b[Pp]in code|PIN Code|[Pp]ostal code|[Zz]ip code/],
    ['curly apostrophes', /[a-z]'[a-z ]/i],
    ['no phrase of the protocol', /\b(HTTP|payload|4\d\d|5\d\d|status code|null|undefined)\b/i],
    ['no excuse and no blame', /\b(oops|sorry|invalid|illegal|whoops|please)\b/i],
    [
      'no word of those who write programs',
      /\b(exception|timeout|fatal|crash(ed|es)?|boolean|syntax|token|endpoint|JSON|backend|parse|stack trace|error code|unexpected error)\b/i,
    ],
    [
      'nobody at fault',
      /\b(wrongly|you (failed|forgot|did not|have not)|your (fault|mistake|error)|bad (input|request))\b/i,
    ],
    ['nothing out of reach', /out of (your|our|my) reach/i],
    ['anyway, and not all the same', /all the same/i],
    ['what does not fit, and not what finds no room', /(finds?|found) no room/i],
  ])('has %s', (_, what) => {
    expect(saying(what)).toEqual([])
  })

  it('keeps its sentences short', () => {
    const long = all.flatMap(([at, text]) =>
      text
        .split(/[.:;?!] /)
        .filter(sentence => sentence.split(/\s+/).length > 24)
        .map(() => at),
    )
    expect(long).toEqual([])
  })
})
