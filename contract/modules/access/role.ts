import { choices, maybe, text, withDefault } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { allPermissions, recordModuleNames } from '../../permissions.ts'

/** What a group of people may do. A person's roles add up: every permission of any of them, and the widest row scope. */
export const role = defineModule({
  name: 'role',
  code: 61,
  fields: {
    name: text(80),
    about: maybe(text(300)),
    permissions: withDefault(choices(allPermissions), []),
    /** Modules of which only the person's own rows are seen; 'all' is what no field names. */
    ownOnly: withDefault(choices(recordModuleNames), []),
    /** Modules of which only the rows of the person's branch are seen. */
    branchOnly: withDefault(choices(recordModuleNames), []),
    /** Modules whose guarded moves (refund, void, cancel …) may be made, and where others' stuck work is decided about. */
    approves: withDefault(choices(recordModuleNames), []),
  },
  title: 'name',
  search: ['name', 'about'],
  offline: { keep: 'all', write: false },
  confirm: true,
})
export type Role = RowOf<typeof role>
