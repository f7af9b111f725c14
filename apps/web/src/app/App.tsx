import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { checkStored, type StartResult } from '../features/identity/auth.ts'
import { usePasswordLink } from '../features/identity/password-link.ts'
import { lazyPart } from '../lib/parts.ts'
import { closeSession, storedSession } from '../lib/session.ts'
import { useSessionEnded, useSessionOrNull } from '../lib/useSession.ts'
import { openTabOf } from '../links/tabs.ts'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { ErrorState } from '../ui/States.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'

const SignScreen = lazyPart(() => import('../features/identity/SignScreen.tsx'))
const Shell = lazyPart(() => import('./Shell.tsx'))
const SessionEndedDialog = lazyPart(() => import('../features/identity/SessionEndedDialog.tsx'))
const SetPasswordScreen = lazyPart(() => import('../features/identity/SetPasswordScreen.tsx'))

/** Loads the code of the menu and of the tab in the address, before anything is drawn. */
export async function prepareScreens(): Promise<void> {
  const openTab = openTabOf(window.location.hash)
  const screen = async () => openTab.kind === 'tab' && (await import('./screens.ts')).preload(openTab.tab)
  await Promise.all([Shell.preload(), screen()])
}

/**
 * Loading while a stored token is validated, the sign-in when there is none, else the shell; and the page that a
 * one-time link opens, whoever is signed in.
 */
export function App() {
  const link = usePasswordLink()
  const signedIn = useSessionOrNull() !== null
  const ended = useSessionEnded()
  const [start, setStart] = useState<StartResult | 'checking'>('checking')
  useEffect(() => {
    void checkStored().then(setStart)
  }, [])
  const retry = () => {
    setStart('checking')
    void checkStored().then(setStart)
  }

  if (link !== null) {
    return (
      <PartBoundary>
        <Suspense fallback={<LoadingScreen />}>
          <SetPasswordScreen {...link} />
        </Suspense>
      </PartBoundary>
    )
  }
  // Who signed out meanwhile waits for no answer.
  if (!signedIn && start === 'checking' && storedSession() !== null) return <LoadingScreen />
  if (!signedIn && start === 'unreachable')
    return <Unreachable onRetry={retry} onOther={() => setStart('done')} />
  return (
    <PartBoundary>
      <Suspense fallback={<LoadingScreen />}>{signedIn ? <Shell /> : <SignScreen />}</Suspense>
      <Suspense>{signedIn && ended && <SessionEndedDialog />}</Suspense>
    </PartBoundary>
  )
}

/** A kept sign-in could be neither confirmed nor refused: it is not thrown away for that. */
function Unreachable({ onRetry, onOther }: { onRetry: () => void; onOther: () => void }) {
  const other = () => {
    closeSession()
    onOther()
  }
  return (
    <main>
      <ErrorState
        title="Equity Manager cannot be reached"
        message="You are still signed in. Check the connection and try again."
        onRetry={onRetry}
      />
      <div style={{ textAlign: 'center' }}>
        <Button variant="subtle" onClick={other}>
          Sign in again
        </Button>
      </div>
    </main>
  )
}
