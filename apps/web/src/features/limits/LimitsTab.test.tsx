import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ConcentrationLimitsScreen from './ConcentrationLimitsScreen.tsx'

const ADDRESS = '/#/risk-and-limit-management/concentration-limits'
beforeEach(() => {
  followServerDay('2026-04-02')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', ADDRESS)
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const named = { code: 'ISSUER-10', name: 'Issuer at most 10 %' }
const whom = {
  scope: { type: 'portfolio', id: 'CTRL', label: 'Control Fund' },
  subject: { type: 'issuer', id: 'COMB', top: null, label: 'COMB' },
}
const head = {
  limit: named,
  kind: 'share',
  measure: 'percent-of-net-assets',
  hardness: 'hard',
  ...whom,
  bound: 10,
  warningAt: 9,
  unit: 'percent',
  operator: 'above',
  state: 'exceeded',
  headroom: { quantity: null, amount: null, cure: 60 },
  text: 'COMB is 10.1263 % of net assets; at most 10 %.',
}
const breach = {
  id: 4,
  limit: named,
  kind: 'passive',
  limitKind: 'share',
  measure: 'percent-of-net-assets',
  hardness: 'hard',
  ...whom,
  cause: 'price',
  causeText: 'The prices of 02 Apr 2026',
  opened: '2026-04-02',
  cured: null,
  value: 10.1263,
  worst: 10.1263,
  bound: 10,
  unit: 'percent',
  state: 'open',
  age: 0,
  grace: 5,
  override: null,
  steps: [
    {
      what: 'opened',
      on: '2026-04-02',
      value: 10.1263,
      by: null,
      at: '2026-04-02T10:00:00.000Z',
      note: null,
    },
  ],
}
const version = {
  version: 1,
  name: named.name,
  bound: 10,
  operator: 'above',
  hardness: 'hard',
  warning: 90,
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  source: null,
  grace: 5,
  days: null,
  collateral: null,
  side: null,
  reason: null,
  recordedBy: 'Nadeesha Perera',
  recordedAt: '2026-01-01T04:00:00.000Z',
}
const limit = {
  ...version,
  code: named.code,
  kind: 'share',
  measure: 'percent-of-net-assets',
  subject: { type: 'issuer', id: 'each', top: null, label: 'each issuer' },
  scope: whom.scope,
  unit: 'percent',
  state: 'in-force',
}
const check = {
  ...head,
  before: { value: 9.65 },
  after: { value: 10.0006 },
  waiting: { value: 10.0006, state: 'exceeded' },
  turn: 'worse',
  asks: 'refusal',
  headroom: { quantity: 173, amount: 34_816.25, cure: null },
}
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /equities': { body: [] },
  'GET /brokers': { body: [] },
  'GET /limits': { body: [limit] },
  'GET /limits/utilisation': {
    body: {
      asOf: '2026-04-02',
      hasMore: false,
      rows: [
        { ...head, value: 10.1263, numerator: 1_018_000, denominator: 10_053_000, used: 101.3, breach: 4 },
      ],
    },
  },
  'GET /limits/breaches': { body: [breach] },
  'GET /limits/rule-sets': { body: [] },
  'GET /limits/ISSUER-10': { body: { ...limit, versions: [version] } },
  'POST /limits': { status: 201, body: { ...limit, versions: [version] } },
  'POST /limits/breaches/4/override': { body: { ...breach, state: 'overridden' } },
  'POST /limits/what-if': { body: { checks: [check], asks: 'refusal' } },
}
const sent = (log: Asked[], path: string) =>
  log.find((asked) => asked.method === 'POST' && asked.path.startsWith(`/api${path}`))?.body
const cell = async (text: string) => (await screen.findAllByText(text))[0]

it('shows what is used, and opens the breach of a line', async () => {
  network(answers)
  const { user } = show(<ConcentrationLimitsScreen />)
  expect(await cell('Issuer at most 10 %')).toBeTruthy()
  expect(await cell('Exceeded')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog', { name: 'Breach of Issuer at most 10 %' })
  expect(await within(dialog).findByText('The prices of 02 Apr 2026')).toBeTruthy()
})

it('overrides a breach up to a level, with a reason of five characters', async () => {
  const log = network(answers)
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Override' }))
  const form = await screen.findByRole('dialog', { name: 'Override Issuer at most 10 %' })
  await user.type(within(form).getByLabelText(/^Level/), '10.5')
  await user.type(within(form).getByRole('textbox', { name: /^Until/ }), '2026-04-30{Tab}')
  await user.type(within(form).getByLabelText(/^Reason/), 'no')
  await user.click(within(form).getByRole('button', { name: 'Override breach' }))
  expect(await within(form).findByText('The reason must have at least 5 characters.')).toBeTruthy()
  await user.type(within(form).getByLabelText(/^Reason/), ' buyer yet')
  await user.click(within(form).getByRole('button', { name: 'Override breach' }))
  await waitFor(() =>
    expect(sent(log, '/limits/breaches/4/override')).toEqual({
      level: '10.5',
      until: '2026-04-30',
      reason: 'no buyer yet',
    }),
  )
})

it('says what a purchase would do before it is ordered', async () => {
  network(answers)
  window.history.replaceState(null, '', `${ADDRESS}?view=what-if`)
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Show the limits' }))
  // A missing value is named at its field.
  expect((await screen.findAllByText('Shares is required.')).length).toBeGreaterThan(0)
})

it('writes a limit as the contract takes it, and names a bound of zero', async () => {
  const log = network({ ...answers, 'GET /limits': { body: [] } })
  window.history.replaceState(null, '', `${ADDRESS}?view=limits`)
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click(await screen.findByRole('button', { name: 'New Limit' }))
  const form = await screen.findByRole('dialog', { name: 'New limit' })
  await user.type(within(form).getByLabelText(/^Code/), 'SEC-8')
  await user.type(within(form).getByLabelText(/^Name/), 'A security at most 8 %')
  await user.type(within(form).getByLabelText(/^At most/), '0')
  await user.click(within(form).getByRole('button', { name: 'Save limit' }))
  expect(
    (await within(form).findAllByText('The bound must be above 0. To forbid something, write a restriction.'))
      .length,
  ).toBeGreaterThan(0)
  await user.clear(within(form).getByLabelText(/^At most/))
  await user.type(within(form).getByLabelText(/^At most/), '8')
  await user.click(within(form).getByRole('button', { name: 'Save limit' }))
  await waitFor(() =>
    expect(sent(log, '/limits')).toMatchObject({
      code: 'SEC-8',
      kind: 'share',
      measure: 'percent-of-net-assets',
      subject: { type: 'security', id: 'each', top: null },
      scope: { type: 'portfolio', id: 'each' },
      bound: '8',
      unit: 'percent',
      hardness: 'soft',
      effectiveFrom: '2026-04-02',
      effectiveTo: null,
      side: null,
    }),
  )
})

it('offers who may only read neither a new limit nor an override', async () => {
  closeSession()
  openSession({ token: 't', user: withRole('Auditor'), kept: true })
  network(answers)
  window.history.replaceState(null, '', `${ADDRESS}?view=limits`)
  show(<ConcentrationLimitsScreen />)
  expect(await cell('ISSUER-10')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New Limit' })).toBeNull()
})
