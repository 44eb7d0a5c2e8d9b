import { buildIfNeeded } from './app-build.ts'
import { serve } from './serve.ts'

// A sample business beside the real one: its own folder, this machine only, whatever the surroundings say.
delete process.env.DATABASE_URL
process.env.CAREDESK_DEMO = '1'
process.env.CAREDESK_DATA_DIR = './data-demo'
process.env.HOST = '127.0.0.1'

if (process.env.NODE_ENV !== 'production') buildIfNeeded()
serve()
