import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

type Line = Record<string, unknown>

export type HostOptions = {
  dataDir: string
  binDir?: string | undefined
  packageDir?: string
  /** Become this account first. */
  uid?: number
}

export type Host = ReturnType<typeof startHost>

/** A process of its own that opens a database (database-host.ts), and what it says. */
export function startHost(options: HostOptions) {
  const program = fileURLToPath(new URL('database-host.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  const listeners = new Set<() => void>()
  const changed = () => listeners.forEach(listener => listener())
  const reader = createInterface({ input: child.stdout })
  reader.on('line', line => {
    lines.push(JSON.parse(line) as Line)
    changed()
  })
  let gone = false
  child.once('close', () => {
    gone = true
    changed()
  })
  const exit = once(child, 'close')
  // It may be gone when it is told something.
  child.stdin.on('error', () => {})

  const until = (look: () => Line | undefined, what: string) =>
    new Promise<Line>((resolve, reject) => {
      const check = () => {
        const found = look()
        if (!found && !gone) return
        listeners.delete(check)
        if (found) resolve(found)
        else reject(new Error(`It ended without saying "${what}", but ${JSON.stringify(lines)}`))
      }
      listeners.add(check)
      check()
    })

  return {
    pid: child.pid,
    exit,
    /** The first line, or the one after so many, that has this key. */
    hears: (key: string, times = 1) => until(() => lines.filter(line => key in line)[times - 1], key),
    hearsEither: (...keys: string[]) =>
      until(() => lines.find(line => keys.some(key => key in line)), keys.join(' or ')),
    /** Every value said under this key so far. */
    heard: (key: string) => lines.filter(line => key in line).map(line => line[key]),
    say: (command: string) => child.stdin.write(`${command}\n`),
    kill: () => (child.kill('SIGKILL'), exit),
    end: async () => {
      if (gone) return
      child.stdin.write('stop\n')
      await exit
    },
  }
}
