import 'fake-indexeddb/auto'
import './patient.ts'

if ('document' in globalThis) await import('./app-setup.ts')
