import { lazy, useState, type ComponentType } from 'react'
import { orNextPage } from './piece.ts'

/** A page, fetched when it is opened. Where `fetch` has brought it before that, it is drawn at once. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>) {
  let there: ComponentType<P> | undefined
  const fetch = async () => (there = await load().catch(orNextPage))
  const Fetched = lazy(async () => ({ default: await fetch() }))
  function Page(props: P) {
    const [Here] = useState<ComponentType<P>>(() => there ?? Fetched)
    return <Here {...props} />
  }
  return Object.assign(Page, { fetch })
}
