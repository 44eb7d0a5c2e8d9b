import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** `npm run db -- …` as a person types it, on the data of this folder. */
export async function dbCommand(dataDir: string, ...words: string[]) {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/db.ts', ...words], {
    env: { ...env, CAREDESK_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise(resolve => child.once('exit', resolve)),
  ])
  return { code, said, complained }
}
