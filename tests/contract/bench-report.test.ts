import { expect, it, onTestFinished, vi } from 'vitest'
import { print, type Line } from '../../bench/report.ts'

const line = (name: string, ours: number, more: Partial<Line> = {}): Line => ({
  name,
  ours,
  limit: 10,
  unit: 'ms',
  ...more,
})

/** Goals are for a quiet machine, so nothing fails by them: whoever reads the report is told. */
function report(lines: Line[]): string {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  print(lines)
  const said = log.mock.calls.flat().join('\n')
  log.mockRestore()
  return said
}

it('a report ends with how many goals were missed, and which', () => {
  const lines = [
    line('no goal', 1_000),
    line('just met', 20, { goal: { of: 'ours', atMost: 20 } }),
    line('too slow', 21, { goal: { of: 'ours', atMost: 20 } }),
    line('met beside the limit', 20, { goal: { of: 'ratio', atMost: 2 } }),
    line('too little beside the limit', 4, { goal: { of: 'ratio', atLeast: 0.5 } }),
    line('without a figure', Number.NaN, { goal: { of: 'ours', atMost: 20 } }),
  ]
  expect(report(lines)).toMatch(
    /\n\n3 of 5 goals missed:\n {2}too slow\n {2}too little beside the limit\n {2}without a figure$/,
  )
})

it('also where none was', () => {
  expect(report([line('met', 20, { goal: { of: 'ours', atMost: 20 } })])).toMatch(/\n\n0 of 1 goals missed$/)
})
