import fc from 'fast-check'
import { happenings, type Happening, type Step } from './run.ts'

export type Weights = Partial<Record<Happening, number>>

/** A schedule: who does what when, and what the network does with it. */
export const schedule = (weights: Weights = {}) =>
  fc.array(
    fc.record<Step>({
      what: fc.oneof(
        ...Object.entries({ ...happenings, ...weights }).map(([what, weight]) => ({
          weight,
          arbitrary: fc.constant(what as Happening),
        })),
      ),
      a: fc.nat(5),
      b: fc.nat(11),
    }),
    { minLength: 5, maxLength: 45, size: 'max' },
  )
