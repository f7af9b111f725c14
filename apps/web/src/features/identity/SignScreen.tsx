import { useState } from 'react'
import { Mark } from '../../app/Mark.tsx'
import { useHealth } from '../../lib/health.ts'
import { sessionWasLost } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SignInForm } from './SignInForm.tsx'
import css from './SignScreen.module.css'
import { SignUpForm } from './SignUpForm.tsx'

/** The wrapper around sign-in and sign-up. */
export default function SignScreen() {
  const [form, setForm] = useState<'in' | 'up'>('in')
  const closed = useHealth({ staleTime: 60_000 }).data?.signup === 'closed'
  const [lost] = useState(sessionWasLost)
  const up = form === 'up' && !closed
  return (
    <main className={css.screen}>
      <div className={css.panel}>
        <header className={css.head}>
          <Mark size={36} />
          <h1 className={css.title}>{up ? 'Create your account' : 'Sign in to Equity Manager'}</h1>
          <p className={css.lead}>Portfolios and double-entry books for the Colombo Stock Exchange</p>
        </header>
        {lost && <Banner>You were signed out. What you typed is kept and will be offered again.</Banner>}
        <div className={css.card}>{up ? <SignUpForm /> : <SignInForm />}</div>
        <p className={css.other}>
          {up
            ? 'Already have an account?'
            : closed
              ? 'Accounts are opened by the administrator.'
              : 'New here?'}{' '}
          {!closed && (
            <button type="button" className={css.link} onClick={() => setForm(up ? 'in' : 'up')}>
              {up ? 'Sign in' : 'Sign up'}
            </button>
          )}
        </p>
      </div>
    </main>
  )
}
