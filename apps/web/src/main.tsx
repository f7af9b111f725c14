import '@mantine/core/styles.css'
import './ui/base.css'
import './ui/forced-colours.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { Providers } from './app/Providers.tsx'
import { revoke, showStoredAtOnce } from './features/identity/auth.ts'
import { watchPresence } from './lib/presence.ts'
import { watchSession } from './lib/session.ts'

showStoredAtOnce()
watchSession(revoke)
watchPresence()
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <App />
      </Providers>
    </StrictMode>,
  )
}
