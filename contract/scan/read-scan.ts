import { cleanCode, plainDigits } from '../clean.ts'
import { readShortCode, type ShortCoded } from '../short-code.ts'
import { codesOfGs1, GS, readGs1 } from './gs1.ts'
import { readAsTyped, type LayoutName } from './layouts.ts'

/** The longest that is looked at: more is no code. */
export const LONGEST_SCAN = 400

/** One way to read what was scanned. `how` says what was wrong with it as it came. */
export type Reading = { text: string; how: 'asIs' | 'gs1' | 'capsLock' | LayoutName; label: ShortCoded | null }

/** What was scanned, before anybody has looked for it. */
export type ReadScan =
  | { is: 'nothing' }
  /** An address that is none of ours. It is not followed. */
  | { is: 'address'; said: string; gs1: boolean }
  /** A label of ours that was read or typed wrong. */
  | { is: 'broken'; said: string }
  /** A code. `address` where it came in one that is not of this house. */
  | { is: 'code'; said: string; readings: readonly Reading[]; address: string | null }

/** What a gun may put before a code to say which kind it is: `]C1`, `]d2`, `]Q3`. */
const AIM = /^\]([A-Za-z][0-9A-Za-z])/
/** Those of them that say it is of GS1. */
const AIM_OF_GS1: ReadonlySet<string> = new Set(['C1', 'd2', 'd5', 'Q3', 'Q4', 'e0', 'J1'])
// oxlint-disable-next-line no-control-regex -- that is what it is about
const CONTROL = /[\u0000-\u001c\u001e\u001f\u007f]/g
const CONTROL_NAMES = /<(?:SOH|STX|ETX|EOT|CR|LF|RS|US|HT)>/g

const clean = (text: string) => plainDigits(cleanCode(text)).slice(0, LONGEST_SCAN)
const withoutEnds = (text: string) => text.split(GS).filter(Boolean).join(GS)

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i
const WWW = /^www\.\S+$/i
/** Nobody keeps an address as a code: what it stands for is only its label. */
export const isAddress = (text: string): boolean => ADDRESS.test(text) || WWW.test(text)
/** Our labels begin with small letters: a gun sends capitals where Caps Lock is on, and small letters for those behind `/s/`. */
const CAPITALS = /^[A-Z][A-Z0-9+.-]*:/
const OURS = /\/s\/([^/?#\s]+)\/?$/i
/** A code that could stand in an address of ours: what it lacks is the check digit. */
const LIKE_OURS = /^[0-9A-Z]{4,14}$/i
const GS1_LINK = /\/(?:01|00|414|8006|8010)\/\d{8,20}(?:[/?#]|$)/

/** Reads what came from a gun, a camera or a keyboard. `origins` are the addresses of this house. */
export function readScan(raw: string, origins: readonly string[] = []): ReadScan {
  const aim = AIM.exec(raw.trim())
  const bare = aim ? raw.trim().slice(3) : raw
  const signs = bare.replaceAll(/<GS>/g, GS).replace(CONTROL_NAMES, '').replace(CONTROL, '')
  // A separator is a sign of its own: at the ends it parts nothing.
  const whole = withoutEnds(signs)
  const said = clean(whole)
  if (said === '') return { is: 'nothing' }
  // Where it comes first it stands for the mark of GS1, which some guns send so.
  const isGs1 = (aim && AIM_OF_GS1.has(aim[1]!)) || said.includes(GS) || signs.trimStart().startsWith(GS)
  const asIs = addressed(said, origins)
  if (asIs) return asIs
  // A layout is mended first: cleaning makes other signs of some that it writes, such as `№`.
  const mended = readAsTyped(whole).map(({ text, layout }) => ({ text: clean(text), layout }))
  for (const { text, layout } of mended) {
    const found = addressed(text, origins)
    if (found?.is === 'code') return { ...found, said, readings: found.readings.map(one => ({ ...one, how: layout })) }
    if (found) return found
  }
  const parts = isGs1 ? readGs1(said) : readHuman(said)
  const readings: Reading[] = [
    reading(said.replaceAll(GS, ''), 'asIs'),
    ...(parts ? codesOfGs1(parts).map(text => reading(text, 'gs1')) : []),
    ...mended.map(({ text, layout }) => reading(text.replaceAll(GS, ''), layout)),
  ]
  return { is: 'code', said: readings[0]!.text, readings: once(readings), address: null }
}

const reading = (text: string, how: Reading['how']): Reading => ({ text, how, label: readShortCode(text) })

function addressed(said: string, origins: readonly string[]): ReadScan | null {
  if (!isAddress(said)) return null
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(said)?.[0].toLowerCase()
  const isOurs = origin !== undefined && origins.includes(origin)
  const code = OURS.exec(said)?.[1]
  const label = code === undefined ? null : readShortCode(code)
  if (label)
    return {
      is: 'code',
      said,
      readings: [{ text: said, how: CAPITALS.test(said) ? 'capsLock' : 'asIs', label }],
      address: isOurs ? null : (origin ?? null),
    }
  if (code !== undefined && isOurs && LIKE_OURS.test(code)) return { is: 'broken', said: code }
  return { is: 'address', said, gs1: GS1_LINK.test(said) }
}

/** As it is printed below a code for people: `(01)09504000059101(21)ABC`. */
function readHuman(said: string) {
  if (!/^\(\d{2,4}\)/.test(said)) return null
  return readGs1(said.replaceAll(/\((\d{2,4})\)/g, (_, name: string, at: number) => (at === 0 ? '' : GS) + name))
}

function once(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>()
  return readings.filter(({ text }) => text !== '' && !seen.has(text) && seen.add(text))
}
