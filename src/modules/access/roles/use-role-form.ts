import { useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Actor, RowScope } from '#contract/actor.ts'
import { scopeIn } from '#contract/grants.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { recordModuleNames } from '#contract/permissions.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useData } from '#src/data/data.ts'
import { useChange, useSave } from '#src/data/use-writes.ts'
import { useConflict } from '#src/crud/conflict.ts'
import { useDraft } from '#src/crud/drafts/use-draft.ts'
import { useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { useActor } from '#src/session/actor.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { useLossWords } from './change-card.tsx'
import {
  apply,
  change,
  changesBetween,
  difference,
  emptyRole,
  fromKept,
  nothing,
  toKeep,
  type Draft,
  type RoleValues,
} from './draft.ts'
import { beyondMe, impactOf, isBlocked } from './impact.ts'
import { usePeople, useRoles } from './use-people.ts'

const width: Record<RowScope, number> = { own: 0, branch: 1, all: 2 }

/** A new role that begins as another one is, without what the person may not give. */
export function draftFrom(source: RoleValues, me: Actor): Draft {
  const scope = (module: string): RowScope => {
    const [theirs, mine] = [scopeIn(source, module), me.scopes[module] ?? 'all']
    return width[theirs] < width[mine] ? theirs : mine
  }
  return {
    texts: {},
    permissions: new Map(source.permissions.filter(code => me.permissions.has(code)).map(code => [code, true])),
    scopes: new Map(recordModuleNames.map(module => [module, scope(module)])),
    approves: new Map(source.approves.filter(module => me.approves.has(module)).map(module => [module, true])),
  }
}

/**
 * A role being changed, or a new one that began as `source`. What is typed stands beside the record as it is now, so
 * that others may change it meanwhile.
 */
export function useRoleForm(row: Role | null, source: RoleValues & { id?: number } = emptyRole) {
  const { t } = useTranslation('access')
  const { register } = useData()
  const me = useActor()
  const people = usePeople()
  const roles = useRoles()
  const save = useSave(role)
  const write = useChange(role)
  const sayLoss = useLossWords(me.id)
  const [draft, dispatch] = useReducer(change, null, () => (row ? nothing : draftFrom(source, me)))
  const { conflict, ask, choose, clear, wanted } = useConflict()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const [nameError, setNameError] = useState('')

  const before: RoleValues = row ?? emptyRole
  const after = apply(before, draft)
  // A new role is compared with what it began as.
  const compared = row ? before : apply(emptyRole, draftFrom(source, me))
  const changed = difference(compared, after)
  const dirty = changed.size > 0
  const stronger = row ? beyondMe(me, row, register) : null
  const tooWide = beyondMe(me, after, register).scopes
  const impact = row && people && roles ? impactOf({ id: row.id, before, after }, people, roles, register) : null
  const letGo = useLeaveGuard(() => dirty)
  useHoldOpen(dirty)
  const begin = () => dispatch({ do: 'start', with: row ? nothing : draftFrom(source, me) })
  const kept = useDraft(
    `role:${row?.id ?? 'new'}`,
    {
      values: draft,
      dirty,
      changes: toKeep(draft, row ? undefined : (source.id ?? null)),
      restore: values => dispatch({ do: 'start', with: fromKept(values) }),
      discard: begin,
    },
    // A draft says what is to be different, and fits every version of its role; that of a new one what it began as.
    row ? undefined : { version: 0, from: source.id ?? null },
  )

  /** Whoever takes something from themselves, or everything from somebody, says so once more. */
  const isMeant = async () => {
    const grave = impact?.losses.filter(loss => loss.everything || loss.person.id === me.id) ?? []
    if (grave.length === 0) return true
    const own = grave.find(loss => loss.person.id === me.id)
    const manages = ['60-c', '61-c'].some(code => own?.codes.includes(code))
    return confirm({
      title: t('impact.confirmTitle'),
      text: [...(manages ? [t('impact.managers')] : []), ...grave.slice(0, 5).map(sayLoss)].join(' '),
      confirmLabel: t('impact.confirm'),
      cancelLabel: t('impact.back'),
      danger: true,
    })
  }

  /** Answers the saved role, or null where nothing was saved; why not is shown by then. */
  const submit = async (): Promise<Role | null> => {
    if (saving) return null
    setRefused('')
    if (after.name.trim() === '') {
      setNameError(t('save.needsName'))
      return null
    }
    if (tooWide.length > 0 || isBlocked(impact) || !(await isMeant())) return null
    setSaving(true)
    await kept.hand()
    const changes = wanted(changesBetween(before, after))
    const outcome = row
      ? Object.keys(changes).length > 0
        ? await write((conflict?.row as Role | undefined) ?? row, changes)
        : { state: 'saved' as const, row }
      : await save(after)
    setSaving(false)
    return conclude(outcome)
  }
  const conclude = async (outcome: Outcome<Role>): Promise<Role | null> => {
    if (outcome.state === 'saved') {
      clear()
      // A new role's page is left at once; that of an old one stays, and guards what comes next.
      if (!row) letGo()
      dispatch(row ? { do: 'saved', what: draft } : { do: 'start', with: nothing })
      await kept.drop()
      return outcome.row
    }
    kept.takeBack(outcome)
    if (outcome.state === 'conflict') ask(outcome.row, outcome.asks)
    else if (outcome.state === 'refused') {
      clear()
      setNameError(outcome.fields?.name ?? '')
      setRefused(outcome.code === 'unreachable' ? t('save.offline') : outcome.message)
    }
    return null
  }
  return {
    before,
    after,
    compared,
    changed,
    dirty,
    kept,
    stronger,
    tooWide,
    impact,
    people,
    me,
    register,
    dispatch: (deed: Parameters<typeof change>[1]) => {
      if (deed.do === 'text' && deed.field === 'name') setNameError('')
      dispatch(deed)
    },
    discard: () => {
      clear()
      setRefused('')
      begin()
      void kept.drop()
    },
    startFrom: (other: RoleValues) => dispatch({ do: 'start', with: { ...draftFrom(other, me), texts: draft.texts } }),
    submit,
    saving,
    refused,
    dismiss: () => setRefused(''),
    nameError,
    conflict,
    choose,
  }
}
export type RoleForm = ReturnType<typeof useRoleForm>
