import '@mantine/core/styles.css'
import './ui/base.css'
import './ui/forced-colours.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, prepareScreens } from './app/App.tsx'
import { Providers } from './app/Providers.tsx'
import { revoke, showStoredAtOnce } from './features/identity/auth.ts'
import { watchPresence } from './lib/presence.ts'
import { watchSession } from './lib/session.ts'

/** So long the code of the first screen is waited for; then a page that loads is shown. After the first visit it is here. */
const WAIT_MS = 400

const isShown = showStoredAtOnce()
watchSession(revoke)
watchPresence()

function draw() {
  const root = document.getElementById('root')
  if (root === null) return
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <App />
      </Providers>
    </StrictMode>,
  )
}

// Not awaited: the code of the first screen imports this module, and would wait for its end.
if (isShown) {
  const tooLong = new Promise<void>((done) => setTimeout(done, WAIT_MS))
  void Promise.race([prepareScreens().catch(() => undefined), tooLong]).then(draw)
} else draw()
