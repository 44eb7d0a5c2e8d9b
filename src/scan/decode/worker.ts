import type { Ask, Code, Reader, Told } from './code.ts'
import { photoOf, pixelsOf } from './pixels.ts'
import { wasmReader } from './wasm-reader.ts'

/** Made when the worker starts, before anything is asked. Where WebAssembly is missing or refused, the other one is fetched. */
const reader: Promise<Reader> = wasmReader().catch(() =>
  import('./plain-reader.ts').then(({ plainReader }) => plainReader()),
)
// Where neither came, the worker breaks: the page starts another one for whoever asks next.
reader.catch((error: unknown) =>
  setTimeout(() => {
    throw error
  }),
)

async function codesOf(ask: Ask): Promise<Code[]> {
  if ('frame' in ask) {
    // First the dots: the frame goes back to the camera, also where no reader comes.
    const pixels = await pixelsOf(ask.frame)
    return (await reader).frame(pixels)
  }
  const photo = await photoOf(ask.photo)
  try {
    return await (await reader).photo(photo.at)
  } finally {
    photo.close()
  }
}

const tell = (told: Told) => postMessage(told)

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  const { id } = data
  codesOf(data).then(
    codes => tell({ id, codes }),
    (error: unknown) => tell({ id, failed: String(error) }),
  )
})
