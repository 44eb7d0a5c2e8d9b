import { readFileSync } from 'node:fs'
import { pendingRoutes } from '#src/app/pending-routes.ts'

type SpecRoute = { path: string; title: string; codes: string[] }
export const specRoutes = (JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: SpecRoute[] }).routes

/** The client's pages that exist already and need no record to open. */
export const clientPaths = (): string[] =>
  specRoutes.map(route => route.path).filter(path => !path.includes(':') && !pendingRoutes.includes(path))
