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

/** The longest wait for the code of the first screen, in milliseconds; after it the loading screen is drawn. From the second visit on the browser has the code. */
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
