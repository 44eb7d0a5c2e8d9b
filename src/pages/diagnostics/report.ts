import type { Connection } from '#src/offline/connection.ts'
import type { DeviceFacts } from './facts.ts'

/** How the browser says it is: what help needs, and nothing of what anybody works on. */
export const surroundings = () => ({
  agent: navigator.userAgent,
  language: navigator.language,
  screen: `${window.innerWidth}x${window.innerHeight}@${window.devicePixelRatio}`,
  secure: window.isSecureContext,
})

/** Everything on the page as lines that can be put into a mail. In English, whatever the page speaks: who helps reads it. */
export function reportOf(
  facts: DeviceFacts,
  { online, live, slow, lastSyncAt, trouble, refusedBuild }: Connection,
  more: { installed: boolean; clockOffset: number },
  now = new Date(),
): string {
  const { agent, language, screen, secure } = surroundings()
  const { use, unsent, stores, databases, errors } = facts
  const lines: [string, Word][] = [
    ['at', now.toISOString()],
    ['build', facts.build],
    ['served', facts.served?.build],
    ['worker', facts.worker && (facts.worker.build ?? 'does not answer')],
    ['device', facts.deviceId],
    ['installed', more.installed],
    ['online', online],
    ['live', live],
    ['slow', slow],
    ['trouble', trouble],
    ['refused', refusedBuild],
    ['last sync', lastSyncAt],
    ['clock offset ms', more.clockOffset],
    ['storage used', use?.used],
    ['storage quota', use?.quota],
    ['persisted', facts.persisted],
    ['unsent', unsent && Object.entries(unsent).map(pair).join(', ')],
    ['databases', databases.map(({ name, version }) => pair([name, version])).join(', ')],
    ['stores', stores?.map(({ name, rows }) => pair([name, rows])).join(', ')],
    ['kept until', facts.keptUntil === null ? null : new Date(facts.keptUntil).toISOString()],
    ['browser', agent],
    ['language', language],
    ['screen', screen],
    ['secure', secure],
    ...errors.map(({ at, message }): [string, Word] => [`error ${at}`, message]),
  ]
  return lines.map(([name, value]) => `${name}: ${String(value ?? '-')}`).join('\n')
}

type Word = string | number | boolean | null | undefined
const pair = ([name, value]: [string, Word]) => `${name} ${String(value)}`
