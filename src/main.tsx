import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, fetchFirst } from './app/app.tsx'
import { Crash } from './app/crash.tsx'
import { watchChunks } from './app/chunks.ts'
import { watchInstall } from './app/watch-install.ts'
import { afterFirstPage } from './offline/after-first-page.ts'
import { startTexts } from './i18n/i18n.ts'
import { hearEarly } from './lib/keys/early.ts'
import { watchSession } from './session/session.ts'
import { session } from './session/store.ts'

const element = document.getElementById('root')!

const root = createRoot(element, {
  // Each route has its own boundary; this is for what breaks around them.
  onUncaughtError: error => {
    console.error(error)
    createRoot(element).render(<Crash error={error} />)
  },
})

// The validation library would ask whether it may compile code, and our policy reports the very question.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

hearEarly()
watchChunks()
watchInstall()
watchSession()
/** What a page has for showing itself before the app is kept on the device, in ms. */
const HEAD_START = 3_000
window.addEventListener('load', () => {
  import('./app/last-errors.ts').then(({ watchErrors }) => watchErrors()).catch(console.error)
  const watch = () => {
    import('./app/updates.ts')
      .then(({ watchUpdates }) => watchUpdates())
      .catch(error => {
        if (navigator.onLine) console.error(error)
        else window.addEventListener('online', watch, { once: true })
      })
  }
  afterFirstPage(HEAD_START, watch, () => session().signedIn)
})

// No top-level await: the halves import from here, and would wait for what waits for them.
void Promise.all([startTexts(), fetchFirst()]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
