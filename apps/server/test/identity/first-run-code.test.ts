import { health, identity } from '@em/contract/identity/identity'
import { expect, test } from 'vitest'
import { firstRunOf, newFirstRunCode } from '../../src/features/identity/sign-in/first-run-code.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { startApi } from '../support/api.ts'
import { type Entered, messages, person, refused } from '../support/identity.ts'

test('the first account needs the code, the others need none', async () => {
  const code = newFirstRunCode()
  const api = await startApi({ signedUp: false, firstRunCode: code.check })
  const signUp = (first_run_code?: string | null, email = person.email) =>
    api.call<Entered>(identity.signup, {
      body: { ...person, email, ...(first_run_code === undefined ? {} : { first_run_code }) },
      token: null,
    })
  expect(await api.ask(health, {})).toMatchObject({ firstAccount: true, firstRunCode: true })
  for (const wrong of [
    undefined,
    null,
    '',
    '    ',
    code.printed.slice(1),
    `${code.printed}2`,
    'A'.repeat(100),
  ]) {
    const answer = await signUp(wrong)
    expect(refused(answer), String(wrong)).toEqual([422, 'auth.first-run-code'])
    expect(messages(answer)).toEqual({ first_run_code: expect.stringContaining('first-run code') })
  }
  expect(refused(await signUp('A'.repeat(101)))).toEqual([400, 'request.invalid'])
  const [users] = await api.database.query<{ count: number }>('SELECT count(*) AS count FROM users')
  expect(users?.count).toBe(0)

  const entered = await signUp(` ${code.printed.replaceAll('-', ' ').toLowerCase()} `)
  expect([entered.status, entered.body.user.is_admin]).toEqual([201, true])
  expect(await api.ask(health, {})).toMatchObject({ firstAccount: false, firstRunCode: false })
  const other = await signUp(undefined, 'other@example.com')
  expect([other.status, other.body.user.is_admin]).toEqual([201, false])
})

test('of many that sign up at once without the code none gets in', async () => {
  const code = newFirstRunCode()
  const api = await startApi({ signedUp: false, firstRunCode: code.check })
  const tries = Array.from({ length: 4 }, (_, at) =>
    api.call<Entered>(identity.signup, {
      body: { ...person, email: `p${at}@example.com`, ...(at === 2 && { first_run_code: code.printed }) },
      token: null,
      ip: `10.0.0.${at}`,
    }),
  )
  const answers = await Promise.all(tries)
  expect(answers[2]?.body.user.is_admin).toBe(true)
  for (const [at, { status, body }] of answers.entries()) {
    // One that came after the first account is an ordinary one.
    if (at !== 2) expect(status === 422 || body.user.is_admin === false).toBe(true)
  }
})

test('a code is made where it is asked for and there is no account; else a note says what others could do', async () => {
  const api = await startApi({ signedUp: false })
  const at = (environment: Record<string, string>) => firstRunOf(api.database, readSettings(environment))
  expect(await at({ HOST: '127.0.0.1' })).toEqual({})
  for (const open of [{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: '127.0.0.1', TRUST_PROXY: '1' }]) {
    expect(await at(open)).toEqual({ note: expect.stringContaining('FIRST_RUN_CODE=1') })
  }
  for (const HOST of ['127.0.0.1', '0.0.0.0']) {
    const { code, note } = await at({ HOST, FIRST_RUN_CODE: '1' })
    expect(code?.printed).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/)
    expect(note).toBeUndefined()
  }
  await api.signUp()
  expect(await at({ HOST: '0.0.0.0', FIRST_RUN_CODE: '1' })).toEqual({})
  expect(await at({ HOST: '0.0.0.0' })).toEqual({})
})
