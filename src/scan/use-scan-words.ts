import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { useData } from '#src/data/data.ts'
import { namespaceOf } from '#src/fields/words.ts'
import type { Verdict } from './find.ts'
import { isOdd } from './use-say-how.ts'

/** Says of a record that it is none of those that are scanned here. */
export function useKindWords(kinds: readonly Module[]): (hit: Pick<ScanHit, 'module'>) => string {
  const { register } = useData()
  const { t } = useTranslation([
    'scan',
    ...Object.values(register).flatMap(one => (one.list ? [] : [namespaceOf(one)])),
  ])
  return ({ module }) => {
    const kind = register[module]
    return t('modes.kind', {
      noun: kind && t(`${namespaceOf(kind)}:noun`),
      nouns: kinds.map(one => t(`${namespaceOf(one)}:nouns`)).join(', '),
    })
  }
}

export type Said = { tone: 'success' | 'warning' | 'danger'; title: string; text: string }

/** What is said of a scan: what it came to, and what to do next. */
export function useScanWords(): (verdict: Verdict, byGun: boolean) => Said {
  const { register } = useData()
  // Any module may be named: the texts of all of them come in one file.
  const { t } = useTranslation([
    'scan',
    ...Object.values(register).flatMap(one => (one.list ? [] : [namespaceOf(one)])),
  ])
  const nouns = (names: readonly string[]) =>
    names.flatMap(name => (register[name] ? [t(`${namespaceOf(register[name])}:noun`)] : [])).join(', ')
  return (verdict, byGun) => {
    const say = (tone: Said['tone'], name: string, text = t(`said.${name}Text`)): Said => ({
      tone,
      title: t(`said.${name}`),
      text,
    })
    switch (verdict.is) {
      case 'found': {
        const { hit, how, address } = verdict
        const notes = [
          hit.archived ? t('said.archived') : '',
          how !== 'gs1' && !isOdd(how, byGun) ? '' : t(`how.${how}`),
          address === null ? '' : t('how.address', { address }),
        ].filter(Boolean)
        return {
          tone: hit.archived ? 'warning' : 'success',
          title: hit.title || verdict.said,
          text: [nouns([hit.module]), ...notes].join(' · '),
        }
      }
      case 'several':
      case 'similar':
        return say('warning', verdict.is)
      case 'denied':
        return say('danger', 'denied', t('said.deniedText', { modules: nouns(verdict.modules) }))
      case 'address':
        return say('danger', 'address', t(verdict.gs1 ? 'said.gs1Text' : 'said.addressText'))
      case 'unreachable':
        return say(
          'danger',
          'unreachable',
          t(verdict.hits.length > 0 ? 'said.unreachableSimilar' : 'said.unreachableText'),
        )
      default:
        return say('danger', verdict.is)
    }
  }
}
