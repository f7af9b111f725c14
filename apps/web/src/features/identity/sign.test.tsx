import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, loseSession, openSession, session } from '../../lib/session.ts'
import { type Answer, healthy, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { showStoredAtOnce, signOut } from './auth.ts'

afterEach(closeSession)

/** The lead of IPO Entry, which its screen alone says. */
const EXPLAINS = /^Record an application for shares/

const press = async (user: ReturnType<typeof show>['user'], name: string) => {
  const form = (await screen.findByLabelText('Email')).closest('form') as HTMLElement
  await user.click(within(form).getByRole('button', { name }))
}

describe('sign-in', () => {
  it('names what is missing or malformed, until it is edited', async () => {
    network(usual)
    const { user } = show(<App />)
    await press(user, 'Sign in')
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    await user.type(screen.getByLabelText('Email'), 'x@y')
    expect(screen.queryByText('Email is required')).toBeNull()
    await press(user, 'Sign in')
    expect(screen.getByText('Email is invalid')).toBeTruthy()
  })

  it("shows the server's sentence, else its own", async () => {
    let answer: object = {
      status: 401,
      body: { error: 'x', message: 'The email or the password is incorrect.' },
    }
    network({ ...usual, 'POST /auth/login': () => answer })
    const { user } = show(<App />)
    await user.type(await screen.findByLabelText('Email'), 'a@b.lk')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await press(user, 'Sign in')
    expect(await screen.findByText('The email or the password is incorrect.')).toBeTruthy()
    answer = { status: 500 }
    await press(user, 'Sign in')
    expect(await screen.findByText('Login failed')).toBeTruthy()
  })

  it('says why it is shown where nobody asked to leave', async () => {
    network(usual)
    openSession({ token: 't', user: nadeesha, kept: false })
    loseSession()
    const { unmount } = show(<App />)
    expect(await screen.findByText(/^You were signed out\./)).toBeTruthy()
    unmount()
    closeSession()
    show(<App />)
    await screen.findByLabelText('Email')
    expect(screen.queryByText(/^You were signed out\./)).toBeNull()
  })

  it('opens the tab that was named before sign-in', async () => {
    window.history.replaceState(null, '', '/login#/settlement-and-accounting/gl-mapping')
    const asked = network({ ...usual, 'POST /auth/login': { body: { token: 't', user: nadeesha } } })
    const { user } = show(<App />)
    await user.type(await screen.findByLabelText('Email'), ' A@B.lk')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.click(screen.getByLabelText('Keep me signed in'))
    await press(user, 'Sign in')
    expect(await screen.findByRole('heading', { name: 'GL Mapping' })).toBeTruthy()
    expect(window.location.pathname).toBe('/')
    expect(session()).toMatchObject({ token: 't', kept: true })
    expect(asked.find(({ path }) => path === '/api/auth/login')?.headers.has('Authorization')).toBe(false)
  })
})

describe('sign-up', () => {
  it('has every message of its fields', async () => {
    network(usual)
    const { user } = show(<App />)
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    await user.type(await screen.findByLabelText('First name'), '  ')
    await press(user, 'Sign up')
    for (const message of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
    ]) {
      expect(screen.getByText(message)).toBeTruthy()
    }
    await user.type(screen.getByLabelText('Password'), '12345')
    await user.type(screen.getByLabelText('Confirm password'), '1234')
    await press(user, 'Sign up')
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
    expect(screen.getByText('Passwords do not match')).toBeTruthy()
  })

  it('signs in at once and does not send the repeated password', async () => {
    const asked = network({
      ...usual,
      'POST /auth/signup': { status: 201, body: { token: 't', user: nadeesha } },
    })
    window.history.replaceState(null, '', '/#/integration-and-automation/custodian-integration')
    const { user } = show(<App />)
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    await user.type(await screen.findByLabelText('First name'), 'Nadeesha')
    await user.type(screen.getByLabelText('Last name'), 'Perera')
    await user.type(screen.getByLabelText('Email'), 'nadeesha@example.lk')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret1')
    await press(user, 'Sign up')
    expect(await screen.findByRole('heading', { name: 'Custodian Integration' })).toBeTruthy()
    expect(asked.find(({ path }) => path === '/api/auth/signup')?.body).toEqual({
      first_name: 'Nadeesha',
      last_name: 'Perera',
      email: 'nadeesha@example.lk',
      password: 'secret1',
    })
  })

  it('falls back to its own sentence', async () => {
    network({ ...usual, 'POST /auth/signup': { status: 500 } })
    const { user } = show(<App />)
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    for (const [label, text] of [
      ['First name', 'N'],
      ['Last name', 'P'],
      ['Email', 'n@p.lk'],
      ['Password', 'secret1'],
      ['Confirm password', 'secret1'],
    ] as const) {
      await user.type(await screen.findByLabelText(label), text)
    }
    await press(user, 'Sign up')
    expect(await screen.findByText('Signup failed')).toBeTruthy()
  })
})

it('the message of two different passwords goes when they match, whichever is edited', async () => {
  network(usual)
  const { user } = show(<App />)
  await user.click(await screen.findByRole('button', { name: 'Sign up' }))
  await user.type(await screen.findByLabelText('Password'), 'a fine passwor')
  await user.type(screen.getByLabelText('Confirm password'), 'a fine password')
  await press(user, 'Sign up')
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), 'd')
  expect(screen.queryByText('Passwords do not match')).toBeNull()
})

describe('where accounts need approval', () => {
  const health = { ...usual['GET /health'].body, signup: 'approval', passwordMin: 8 }
  const fill = async (user: ReturnType<typeof show>['user'], password: string) => {
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    for (const [label, text] of [
      ['First name', 'Nadeesha'],
      ['Last name', 'Perera'],
      ['Email', 'nadeesha@example.lk'],
      ['Password', password],
      ['Confirm password', password],
    ] as const) {
      await user.type(await screen.findByLabelText(label), text)
    }
  }

  it('says so, and afterwards that the account waits', async () => {
    const message = 'Thank you. Your account waits.'
    network({
      ...usual,
      'GET /health': { body: health },
      'POST /auth/signup': { status: 202, body: { waiting: true, message } },
    })
    const { user } = show(<App />)
    await fill(user, 'a fine password')
    expect(screen.getByText(/^The administrator approves new accounts\./)).toBeTruthy()
    await press(user, 'Sign up')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(session()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    expect(await screen.findByRole('heading', { name: 'Sign in to Equity Manager' })).toBeTruthy()
  })

  it('says of the first account that it is the administrator, also where sign-up is closed', async () => {
    for (const signup of ['approval', 'closed']) {
      network({ ...usual, 'GET /health': { body: { ...health, signup, firstAccount: true } } })
      const { user, unmount } = show(<App />)
      await user.click(await screen.findByRole('button', { name: 'Sign up' }))
      expect(await screen.findByText('The first account is the administrator.')).toBeTruthy()
      expect(screen.queryByText(/^The administrator approves new accounts\./)).toBeNull()
      unmount()
    }
  })

  it('asks the first account for the first-run code where the server does, and names it', async () => {
    const log = network({
      ...usual,
      'GET /health': { body: { ...healthy, firstAccount: true, firstRunCode: true } },
      'POST /auth/signup': {
        status: 422,
        body: {
          message: 'The first-run code is missing or incorrect.',
          code: 'auth.first-run-code',
          details: [{ field: 'first_run_code', message: 'The first-run code is missing or incorrect.' }],
        },
      },
    })
    const { user } = show(<App />)
    await user.click(await screen.findByRole('button', { name: 'Sign up' }))
    const code = await screen.findByLabelText<HTMLInputElement>('First-run code')
    await user.type(screen.getByLabelText('First name'), 'Nadeesha')
    await user.type(screen.getByLabelText('Last name'), 'Perera')
    await user.type(screen.getByLabelText('Email'), 'n@example.lk')
    await user.type(screen.getByLabelText('Password'), 'a long password')
    await user.type(screen.getByLabelText('Confirm password'), 'a long password{Enter}')
    expect(await screen.findByText('First-run code is required')).toBeTruthy()
    expect(document.activeElement).toBe(code)
    await user.type(code, 'wrong{Enter}')
    expect(
      (await screen.findAllByText('The first-run code is missing or incorrect.')).length,
    ).toBeGreaterThan(0)
    expect(code.value).toBe('wrong')
    expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({ first_run_code: 'wrong' })
  })

  it('asks for as many characters as the server says', async () => {
    network({ ...usual, 'GET /health': { body: health } })
    const { user } = show(<App />)
    await fill(user, 'seven77')
    expect(screen.getByText('At least 8 characters')).toBeTruthy()
    await press(user, 'Sign up')
    expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy()
  })
})

describe('a stored token', () => {
  const stored = JSON.stringify({ token: 'kept', user: nadeesha, kept: true })

  it('is validated and used', async () => {
    localStorage.setItem('em.session', stored)
    window.history.replaceState(null, '', '/#/ipo/ipo-entry')
    const asked = network({ ...usual, 'GET /auth/me': { body: nadeesha } })
    show(<App />)
    expect(await screen.findByRole('heading', { name: 'IPO Entry' })).toBeTruthy()
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer kept')
  })

  it('is cleared when refused', async () => {
    localStorage.setItem('em.session', stored)
    network({ ...usual, 'GET /auth/me': { status: 401 } })
    show(<App />)
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(localStorage.getItem('em.session')).toBeNull()
  })

  it('is kept when the server is not reached', async () => {
    localStorage.setItem('em.session', stored)
    network({ ...usual, 'GET /auth/me': 'unreachable' })
    show(<App />)
    expect(await screen.findByText('Equity Manager cannot be reached')).toBeTruthy()
    expect(localStorage.getItem('em.session')).toBe(stored)
  })
})

describe('a stored token whose screens are shown at once', () => {
  const open = (hash: string, answer: Answer) => {
    localStorage.setItem('em.session', JSON.stringify({ token: 'kept', user: nadeesha, kept: true }))
    window.history.replaceState(null, '', `/${hash}`)
    const confirmed = Promise.withResolvers<Answer>()
    const asked = network({
      ...usual,
      'GET /auth/me': () => confirmed.promise,
      'GET /portfolios/active': {
        status: 401,
        body: { error: 'x', message: 'Sign in again.', code: 'auth' },
      },
    })
    showStoredAtOnce()
    show(<App />)
    return { asked, answer: () => confirmed.resolve(answer) }
  }

  it('the tab is named, and its screen waits until the server has said who it is and which day', async () => {
    // The code of the screen is on the page: nothing but the confirmation is waited for.
    network(usual)
    openSession({ token: 'kept', user: nadeesha, kept: true })
    window.history.replaceState(null, '', '/#/ipo/ipo-entry')
    const before = show(<App />)
    await screen.findByText(EXPLAINS)
    before.unmount()

    const { answer } = open('#/ipo/ipo-entry', { body: nadeesha })
    expect(await screen.findByRole('heading', { name: 'IPO Entry' })).toBeTruthy()
    expect(screen.queryByText(EXPLAINS)).toBeNull()
    answer()
    expect(await screen.findByText(EXPLAINS)).toBeTruthy()
  })

  it('a refused one leads to the sign-in, also after a call of its screen was refused', async () => {
    const { asked, answer } = open('#/dashboard/dashboard', { status: 401 })
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    await waitFor(() => expect(asked.some(({ path }) => path === '/api/portfolios/active')).toBe(true))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(window.location.pathname).toBe('/')
    answer()
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Dashboard' })).toBeNull()
    expect(localStorage.getItem('em.session')).toBeNull()
  })

  it('a server that is not reached shows that, and the stored sign-in stays', async () => {
    const { answer } = open('#/dashboard/dashboard', 'unreachable')
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    answer()
    expect(await screen.findByText('Equity Manager cannot be reached')).toBeTruthy()
    expect(localStorage.getItem('em.session')).not.toBeNull()
  })

  it.each([{ body: nadeesha }, { status: 401 }] as const)(
    'who signs out meanwhile stays signed out, and who signs in next stays signed in (%j)',
    async (reply) => {
      const { answer } = open('#/dashboard/dashboard', reply)
      await screen.findByRole('heading', { name: 'Dashboard' })
      act(signOut)
      expect(await screen.findByLabelText('Email')).toBeTruthy()
      act(() => openSession({ token: 'other', user: { ...nadeesha, id: 8 }, kept: true }))
      answer()
      await waitFor(() => expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy())
      await act(() => new Promise((done) => setTimeout(done)))
      expect(session()).toMatchObject({ token: 'other', user: { id: 8 } })
      expect(localStorage.getItem('em.session')).toContain('other')
    },
  )

  it('a copy of another version of the program is not shown', () => {
    localStorage.setItem('em.session', JSON.stringify({ token: 'kept', user: { id: 7 }, kept: true }))
    showStoredAtOnce()
    expect(session()).toBeNull()
  })
})

describe('a one-time link', () => {
  const token = 'a'.repeat(43)

  it('of somebody who was invited without a name asks for it', async () => {
    window.history.replaceState(null, '', `/#/set-password/names/${token}`)
    const asked = network({ ...usual, 'POST /auth/password-link': { body: { success: true } } })
    const { user } = show(<App />)
    await user.type(await screen.findByLabelText('New password'), 'a better horse')
    await user.type(screen.getByLabelText('Confirm password'), 'a better horse')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('First name is required')).toBeTruthy()
    await user.type(screen.getByLabelText('First name'), 'Ruwan')
    await user.type(screen.getByLabelText('Last name'), 'Fernando')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Sign in with your email and your new password.')).toBeTruthy()
    expect(window.location.hash).toBe('#/set-password')
    const body = { token, new_password: 'a better horse', first_name: 'Ruwan', last_name: 'Fernando' }
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual(body)
  })

  it('for a new password asks for no name', async () => {
    window.history.replaceState(null, '', `/#/set-password/${token}`)
    const asked = network({ ...usual, 'POST /auth/password-link': { body: { success: true } } })
    const { user } = show(<App />)
    await user.type(await screen.findByLabelText('New password'), 'a better horse')
    expect(screen.queryByLabelText('First name')).toBeNull()
    await user.type(screen.getByLabelText('Confirm password'), 'a better horse')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    await screen.findByText('Password set')
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      token,
      new_password: 'a better horse',
    })
  })
})
