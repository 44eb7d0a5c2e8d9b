import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { PASSWORD_MIN } from '#contract/calls/credentials.ts'
import { typed } from './passwords.ts'

/** Whose password it is to be: what others know of them is easily guessed. */
export type Whose = { name: string; username: string; email: string; companyName: string }

/** A hundred million guesses: enough where every guess has to pass the throttle and each hash takes a tenth of a second. */
const ENOUGH = 3
/** Judging takes longer the longer it gets. If one end is hard to guess, the whole is. */
const LOOKED_AT = 32
/** So many characters have to stand beside one's own names. */
const LITTLE = 8

let loading: Promise<ZxcvbnFactory> | undefined

/** Its dictionaries take a third of a second and 60 MB: loaded when the first password is chosen. */
const judge = () => (loading ??= load())

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: {
      ...english.translations,
      warnings: {
        ...english.translations.warnings,
        userInputs: OWN,
      },
    },
    // The usual hundred would keep the server's one thread busy for half a second with a hostile password.
    l33tMaxSubstitutions: 8,
  })
}

/** Why this password is too easily guessed, in words; null where it will do. Any characters may be in it. */
export async function weakness(password: string, whose: Whose): Promise<string | null> {
  const whole = typed(password)
  if (whole.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  const known = [whose.name, whose.username, whose.email, whose.companyName, 'Caredesk']
  if (isMadeOf(whole, known)) return easily(OWN)
  const zxcvbn = await judge()
  const ends = whole.length > LOOKED_AT ? [whole.slice(0, LOOKED_AT), whole.slice(-LOOKED_AT)] : [whole]
  const judged = ends.map(part => zxcvbn.check(part, known.flatMap(wordsOf)))
  if (judged.some(({ score }) => score >= ENOUGH)) return null
  return easily(judged[0]!.feedback.warning ?? 'Several words that have nothing to do with each other are better.')
}

const OWN = 'Leave out your own name, your e-mail address and the name of the company.'
const easily = (reason: string) => `This is too easily guessed. ${reason}`

const wordsOf = (told: string) => [told, ...told.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2)]

/** Is there little left without what others know? */
function isMadeOf(password: string, known: string[]): boolean {
  const words = known.flatMap(wordsOf).map(word => word.toLowerCase())
  const left = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
  return left.length < password.length && left.length < LITTLE
}
