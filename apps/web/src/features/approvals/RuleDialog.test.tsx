import { type ApprovalRule, approvalRules } from '@em/contract/approvals/approvals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ApprovalsScreen from './ApprovalsScreen.tsx'

const held: ApprovalRule = {
  id: 4,
  version: 2,
  name: 'Payments',
  acts: ['payments.export'],
  atLeast: null,
  changeOver: null,
  approvals: 1,
  portfolios: 'all',
  expiresAfter: 5,
  isOn: true,
  canBeDecided: true,
  recordedBy: 'Nadeesha Perera',
  recordedAt: '2026-11-20T04:00:00.000Z',
}
const grow = { id: 1, portfolioId: 'GROW', portfolioName: 'Growth Fund' }
const world = {
  ...usual,
  'GET /approval-rules': { body: [held] },
  'GET /portfolios': { body: [grow] },
}
const path = approvalRules.create.path

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: false })
  window.history.replaceState(null, '', '/#/administration/approvals?view=rules')
})
afterEach(closeSession)

it('a rule is written: its name and acts are needed, and what is left out means always and all', async () => {
  const asked = network({ ...world, [`POST ${path}`]: { status: 201, body: { ...held, id: 5 } } })
  const { user } = show(<ApprovalsScreen />)
  await user.click(await screen.findByRole('button', { name: 'New Rule' }))
  const dialog = await screen.findByRole('dialog', { name: 'New approval rule' })
  const save = () => user.click(within(dialog).getByRole('button', { name: 'Save Rule' }))
  await save()
  expect((await within(dialog).findAllByText('The name is required.')).length).toBeGreaterThan(0)
  expect(within(dialog).getAllByText('Please choose at least one act.').length).toBeGreaterThan(0)
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Large buys' } })
  const [acts] = within(dialog).getAllByLabelText(/^Acts/)
  await user.click(acts as HTMLElement)
  // Of two hundred acts only those that are searched for.
  fireEvent.change(acts as HTMLElement, { target: { value: 'record a buy' } })
  await user.click((await screen.findAllByText(/^Record a buy/))[0] as HTMLElement)
  fireEvent.change(within(dialog).getByLabelText(/^From Amount/), { target: { value: '5000000' } })
  await user.click(within(dialog).getByRole('radio', { name: /^Two people/ }))
  await user.click(within(dialog).getByRole('radio', { name: 'Some portfolios' }))
  await save()
  expect(
    (await within(dialog).findAllByText('Please choose at least one portfolio.')).length,
  ).toBeGreaterThan(0)
  await user.click(within(dialog).getAllByLabelText(/^Which portfolios/)[0] as HTMLElement)
  await user.click(await screen.findByText('GROW · Growth Fund'))
  await save()
  expect(await screen.findByText('The rule Large buys was saved.')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Large buys',
    acts: ['trades.save-buy'],
    atLeast: '5000000',
    changeOver: null,
    approvals: 2,
    portfolios: ['GROW'],
    expiresAfter: 5,
  })
})

it('a rule is switched off as its next version; a refusal is shown, and the dialog stays', async () => {
  const message = 'Nobody could decide what the rule asks for.'
  let isRefused = true
  const asked = network({
    ...world,
    'PUT /approval-rules/4': () => {
      if (!isRefused) return { body: { ...held, version: 3, isOn: false } }
      isRefused = false
      return { status: 422, body: { error: 'Unprocessable', message, code: 'approval.nobody', details: [] } }
    },
  })
  const { user } = show(<ApprovalsScreen />)
  await user.click(await screen.findByText('Payments'))
  const dialog = await screen.findByRole('dialog', { name: 'Payments' })
  await user.click(within(dialog).getByRole('switch', { name: /The rule is on/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save Rule' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Save Rule' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Payments' })).toBeNull())
  expect(asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
    isOn: false,
    version: 2,
    portfolios: 'all',
  })
})
