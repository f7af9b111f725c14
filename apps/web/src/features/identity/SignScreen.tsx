import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useHealth } from '../../lib/health.ts'
import { sessionWasLost } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DemoWelcome } from '../demo/DemoWelcome.tsx'
import { visitDemo } from './auth.ts'
import { SignFrame } from './SignFrame.tsx'
import { SignInForm } from './SignInForm.tsx'
import css from './SignScreen.module.css'
import { SignUpForm } from './SignUpForm.tsx'

const LEAD = 'Portfolios and double-entry books for the Colombo Stock Exchange'

/** The wrapper around sign-in and sign-up. */
export default function SignScreen() {
  const [form, setForm] = useState<'in' | 'up'>('in')
  /** What the server said to a newcomer whose account waits. */
  const [waits, setWaits] = useState<string | null>(null)
  const health = useHealth({ staleTime: 60_000 }).data
  const first = health?.firstAccount === true
  const closed = health?.signup === 'closed' && !first
  const [lost] = useState(sessionWasLost)
  const switchTo = (to: 'in' | 'up') => () => {
    setWaits(null)
    setForm(to)
  }
  if (waits !== null) {
    return (
      <SignFrame title="Your account is waiting" lead={LEAD}>
        <Text role="status">{waits}</Text>
        <Button fullWidth variant="default" mt="md" onClick={switchTo('in')}>
          Back to sign-in
        </Button>
      </SignFrame>
    )
  }
  const up = form === 'up' && !closed
  const question = up
    ? 'Already have an account?'
    : closed
      ? 'Sign-up is closed. Please ask the administrator.'
      : 'New here?'
  return (
    <SignFrame
      title={up ? 'Create your account' : 'Sign in to Equity Manager'}
      lead={LEAD}
      banner={
        <>
          {health?.demo === true && !up && <DemoWelcome day={health.today} onVisit={visitDemo} />}
          {lost && <Banner>You were signed out. What you entered is kept and offered again.</Banner>}
          {up && first && <Banner>The first account is the administrator.</Banner>}
          {up && !first && health?.signup === 'approval' && (
            <Banner>The administrator approves new accounts. You can sign in once yours is approved.</Banner>
          )}
        </>
      }
      foot={
        <>
          {question}{' '}
          {!closed && (
            <button type="button" className={css.link} onClick={switchTo(up ? 'in' : 'up')}>
              {up ? 'Sign in' : 'Sign up'}
            </button>
          )}
        </>
      }
    >
      {up ? <SignUpForm onWaiting={setWaits} /> : <SignInForm />}
    </SignFrame>
  )
}
