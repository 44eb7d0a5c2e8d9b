import { metaOf } from '../fields.ts'
import { allFields, type Module } from '../module.ts'

/** The fields of a module that stand on labels and papers, of those that search looks through. */
export const scannedFields = (module: Module): string[] =>
  module.list || module.single
    ? []
    : module.search.filter(name => {
        const { code, reveal } = metaOf(allFields(module)[name]!)
        return code && !reveal
      })
