import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { afterBuild } from './vite.after-build.ts'

/** Below this a packet more or less makes no difference. */
const SMALL = 1_024
/** Above this the last tenth takes longer than all the rest of the build. */
const LARGE = 1_000_000
/** Written last of all: where it is, the build is whole. */
const LAST = 'sw.js'
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses once and well, so that no request has to do it in a hurry. The server sends what lies beside the file. */
export const compressed = () =>
  afterBuild('compressed', async folder => {
    const names = await readdir(folder, { recursive: true })
    const texts = names.filter(name => /\.(?:js|css|html|json|svg|wasm|webmanifest)$/.test(name) && name !== LAST)
    await Promise.all(texts.map(name => compress(join(folder, name))))
    await compress(join(folder, LAST))
  })

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALL) return
  await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await brotli(content, { params }))
}
