import { momentOf, today } from './format.ts'
import { parseDate } from './parse-date.ts'
import { plainDigits } from './parse-number.ts'

const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3})\d*)?)?)?\s*(?:([ap])\.?\s?m\.?)?`
const OFFSET = String.raw`(?:\s*(z|gmt|utc|(?:gmt|utc)?[+-]\d{2}:?\d{2}))?`
/** The clock behind the day: it has minutes, or says which half of the day. */
const behind = new RegExp(String.raw`^(.*?[^\s,.:-])(?:\s*,\s*|\s+(?:at\s+)?|t)${CLOCK}${OFFSET}$`, 'i')
const before = new RegExp(String.raw`^${CLOCK}${OFFSET}(?:\s*,\s*|\s+(?:on\s+)?)(\S.*)$`, 'i')

/**
 * A moment as sheets and mails write it: "05/11/2026 10:30", "5th Nov 2026, 5 pm", "2026-11-05T10:30:00Z". The clock is that on
 * the wall of the house, and day and month stand in the order of the screen's language, unless the text says otherwise. A day
 * alone is its beginning, or its last minute. Undefined = no moment of the calendar.
 */
export function parseMoment(text: string, byEndOfDay = false, now = today()): string | undefined {
  const said = plainDigits(text).trim().replace(/\s+/g, ' ')
  const alone = parseDate(said, now)
  if (alone) return momentOf(alone, byEndOfDay ? '23:59' : '00:00')?.toISOString()
  const found = partsOf(behind.exec(said), 0) ?? partsOf(before.exec(said), 1)
  const day = found && parseDate(found.day, now)
  if (!found || !day) return undefined
  const { time, ms, offset } = found
  const at = offset === undefined ? momentOf(day, time)?.getTime() : Date.parse(`${day}T${time}${offset}`)
  return at === undefined || Number.isNaN(at) ? undefined : new Date(at + ms).toISOString()
}

type Parts = { day: string; time: string; ms: number; offset: string | undefined }

function partsOf(match: RegExpExecArray | null, dayBehind: 0 | 1): Parts | null {
  if (!match) return null
  const all = match.slice(1)
  const day = (dayBehind ? all.pop() : all.shift()) ?? ''
  const [hours = '', minutes, seconds = '0', fraction = '', half, zone] = all
  if (minutes === undefined && half === undefined) return null
  const hour = hourOf(Number(hours), half?.toLowerCase())
  if (hour === null || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return null
  const two = (part: number) => String(part).padStart(2, '0')
  return {
    day,
    time: `${two(hour)}:${minutes ?? '00'}`,
    ms: Number(seconds) * 1_000 + Number(fraction.padEnd(3, '0')),
    offset: zone === undefined ? undefined : offsetOf(zone),
  }
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

const offsetOf = (zone: string): string => {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return sign ? `${sign}${hours}:${minutes}` : 'Z'
}
