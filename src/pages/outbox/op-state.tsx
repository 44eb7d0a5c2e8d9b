import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useLeftSealed } from '#src/data/use-left-sealed.ts'
import { wordsFor } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { clockOffset } from '#src/lib/clock.ts'
import { formatDateTime, formatTime, today } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { atTheirPlaces } from '#src/form/check.ts'
import { correctedAt, moduleOf, saidAt, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useMe } from '#src/session/house.ts'
import { Dotted } from './dotted.tsx'
import { useOwnDevice } from './use-own-device.ts'
import { useOpWords } from './use-op-words.ts'

type Props = { module: Module; op: OutboxOp; blocker: OutboxOp | null; numberPending: boolean }

/** How a change stands, in words; when it was made, and by whom. */
export function OpState({ module, op, blocker, numberPending }: Props) {
  const { t } = useTranslation('outbox')
  const me = useMe()
  const device = useOwnDevice()
  const when = whenOf(new Date(saidAt(op)))
  const isElsewhere = device !== undefined && device !== op.deviceId
  return (
    <div className="text-30 text-muted">
      <Dotted>
        <State op={op} blocker={blocker} />
        {numberPending && <span>{t('numberPending')}</span>}
        <span>{t(isElsewhere ? 'whoElsewhere' : 'who', { name: me.name, when })}</span>
      </Dotted>
      {op.state === 'rejected' && <Fields module={module} op={op} />}
    </div>
  )
}

/** What is older, or was tried more often, is worth a word to somebody. */
const DAY = 24 * 60 * 60_000
const MANY = 20

/** The time for today, the day with it for what is older. */
export const whenOf = (at: Date): string => (today(at) === today() ? formatTime(at) : formatDateTime(at))

function State({ op, blocker }: { op: OutboxOp; blocker: OutboxOp | null }) {
  const { t } = useTranslation('outbox')
  const { register } = useData()
  const { sessionOver, slow, silent } = useConnection()
  const now = useNow()
  const { lacks } = useLeftSealed()
  if (op.state === 'rejected') {
    const { code = 'unknown', message = '', passed } = op.problem ?? {}
    if (passed) {
      const said = { name: passed.byName, when: whenOf(new Date(passed.at)) }
      return (
        <span className="font-medium text-danger-text">
          {t('state.rejected')}: {t(passed.byName ? 'state.passed' : 'state.passedOn', said)}
        </span>
      )
    }
    return (
      <span className="font-medium text-danger-text">
        {t('state.rejected')}: {wordsFor(code.replaceAll('_', '-'), message)}
      </span>
    )
  }
  if (op.state === 'sending')
    return <span>{t(silent ? 'state.sendingSilent' : slow ? 'state.sendingSlow' : 'state.sending')}</span>
  if (op.state === 'cancelling') return <span>{t('state.cancelling')}</span>
  const module = blocker && register[moduleOf(blocker)]
  if (blocker && module)
    return blocker.lane === op.lane && blocker.state !== 'conflict' && blocker.state !== 'rejected' ? (
      <span>{t('state.waitsInLine')}</span>
    ) : (
      <WaitsFor module={module} op={blocker} />
    )
  if (lacks(op)) return <span className="font-medium text-warning-text">{t('state.lacksRoom')}</span>
  if (sessionOver) return <span>{t('state.signIn')}</span>
  const { attempts: count, nextAt } = op
  // What takes the place of another has the time of that.
  const since = op.supersedes === null ? saidAt(op) : correctedAt(op)
  if (now.getTime() - since > DAY) return <span className="font-medium text-warning-text">{t('state.stuck')}</span>
  if (count >= MANY) return <span className="font-medium text-warning-text">{t('state.stuckTries', { count })}</span>
  const next = new Date(nextAt + clockOffset())
  if (count > 0 && next > now) return <span>{t('state.retryAt', { count, time: formatTime(next) })}</span>
  return <span>{count > 0 ? t('state.tried', { count }) : t('state.waiting')}</span>
}

function WaitsFor({ module, op }: { module: Module; op: OutboxOp }) {
  const { t } = useTranslation('outbox')
  const { title, what } = useOpWords(module, op)
  return <span>{t('state.waitsFor', { title: `${title}, ${what}` })}</span>
}

/** What the server said of the fields. */
function Fields({ module, op }: { module: Module; op: OutboxOp }) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const fields = Object.entries(atTheirPlaces(module.fields, op.args, op.problem?.fields ?? {}))
  if (fields.length === 0) return null
  return (
    <ul className="text-danger-text">
      {fields.map(([path, message]) => {
        const name = path.split('.')[0] ?? path
        const field = name in module.fields ? words.field(name) : name
        return <li key={path}>{t('why.fields', { field, message })}</li>
      })}
    </ul>
  )
}
