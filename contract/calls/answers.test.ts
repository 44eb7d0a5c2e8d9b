import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true })
const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value
/** What is declared as an answer: of a call, or by a name that says so. */
const answers = Object.values(files).flatMap(exported =>
  Object.entries(exported).flatMap(([name, value]): [string, z.ZodMiniType][] => {
    if (isSchema(value)) return name.endsWith('Answer') ? [[name, value]] : []
    const { output } = (value ?? {}) as { output?: unknown }
    return isSchema(output) ? [[name, output]] : []
  }),
)

test.each(answers)('%s is no JSON of somebody between', (_, answer) => {
  for (const foreign of [
    { status: 'Please pay' },
    { message: 'Sign in', url: 'https://portal.example' },
    [],
    'ok',
    null,
  ])
    expect(answer.safeParse(foreign).success).toBe(false)
})

test('every call is among them', () => {
  expect(answers.length).toBeGreaterThan(50)
})
