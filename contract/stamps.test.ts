import { describe, expect, it } from 'vitest'
import { task } from './modules/desk/task.ts'
import { customer } from './modules/people/customer.ts'
import { withStamps } from './stamps.ts'

const me = { id: 7, now: '2026-06-30T12:00:00.000Z' }
const remark = (id: number, more: object = {}) => ({ id, text: `No ${id}`, at: null, by: null, ...more })

describe('what nobody types', () => {
  it('says who made a record, unless the server knows better, and never again', () => {
    expect(withStamps(task, null, { title: 'Call' }, me)).toEqual({ title: 'Call', assignedBy: 7 })
    expect(withStamps(task, null, { assignedBy: 9 }, me)).toEqual({ assignedBy: 9 })
    expect(withStamps(task, { assignedBy: 9 }, { title: 'Call back' }, me)).toEqual({ title: 'Call back' })
    expect(withStamps(task, { assignedBy: null }, { title: 'Call back' }, me)).toEqual({ title: 'Call back' })
  })

  it('says who added a line and when, whatever the line says of itself', () => {
    const { taskRemarks } = withStamps(task, null, { taskRemarks: [remark(1, { by: 9 })] }, me)
    expect(taskRemarks).toEqual([remark(1, { by: 7, at: me.now })])
  })

  it('believes of what waited on a device that it was written earlier, and never that it was written later', () => {
    const earlier = '2026-06-30T08:00:00.000Z'
    const { taskRemarks } = withStamps(
      task,
      { taskRemarks: [] },
      { taskRemarks: [remark(1, { at: earlier }), remark(2, { at: '2026-07-01T00:00:00.000Z' })] },
      { ...me, waited: true },
    )
    expect(taskRemarks).toEqual([remark(1, { at: earlier, by: 7 }), remark(2, { at: me.now, by: 7 })])
    const online = withStamps(task, { taskRemarks: [] }, { taskRemarks: [remark(1, { at: earlier })] }, me)
    expect(online.taskRemarks).toEqual([remark(1, { at: me.now, by: 7 })])
  })

  it('keeps what stands in the lines that are there', () => {
    const there = remark(1, { at: '2026-01-01T00:00:00.000Z', by: 9 })
    const { taskRemarks } = withStamps(task, { taskRemarks: [there] }, { taskRemarks: [remark(1), remark(2)] }, me)
    expect(taskRemarks).toEqual([there, remark(2, { at: me.now, by: 7 })])
  })

  it('leaves modules alone that declare none', () => {
    const values = { name: 'Asha', phones: [{ id: 1, number: '98765' }] }
    expect(withStamps(customer, null, values, me)).toEqual(values)
  })
})
