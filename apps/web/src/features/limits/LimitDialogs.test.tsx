/** The dialogs of limits: a breach with its history, a limit with its versions, rule sets, issued shares. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followServerDay } from '../../lib/dates.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ConcentrationLimitsScreen from './ConcentrationLimitsScreen.tsx'
import PositionLimitsScreen from './PositionLimitsScreen.tsx'

const GROUP = '/#/risk-and-limit-management'
const at = (address: string) => window.history.replaceState(null, '', `${GROUP}/${address}`)
beforeEach(() => {
  followServerDay('2026-04-02')
  openSession({ token: 't', user: nadeesha, kept: true })
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
const step = {
  what: 'opened',
  on: '2026-04-01',
  value: 10.1263,
  before: null,
  level: null,
  until: null,
  by: null,
  at: '2026-04-01T10:00:00.000Z',
  note: null,
}
const breach = {
  id: 4,
  limit: named,
  kind: 'passive',
  limitKind: 'share',
  measure: 'percent-of-net-assets',
  hardness: 'hard',
  ...whom,
  cause: 'issued-shares',
  causeText: 'Issued shares of COMB.N0000 from 01 Apr 2026: 1,000,000.',
  opened: '2026-04-01',
  cured: null,
  value: 11.2,
  worst: 11.2,
  bound: 10,
  unit: 'percent',
  state: 'overridden',
  age: 1,
  grace: 5,
  override: { level: 12, until: '2026-04-30', by: 'Kamal Silva', reason: 'No buyer yet' },
  steps: [
    step,
    {
      ...step,
      what: 'worsened',
      value: 11.2,
      before: 10.1263,
      by: 'Ruwan Dias',
      note: 'Buy BUY-1 of 500 shares.',
    },
    {
      ...step,
      what: 'overridden',
      level: 12,
      until: '2026-04-30',
      by: 'Kamal Silva',
      note: 'No buyer yet',
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
  changeReason: null,
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
const versions = [{ ...version, version: 2, changeReason: 'The mandate says 10' }, version]
const line = {
  code: 'LK-TAKEOVER-30',
  name: 'Take-over threshold',
  kind: 'position',
  measure: 'voting-percent',
  subject: { type: 'issuer', id: 'each', top: null },
  asks: null,
  bound: 30,
  unit: 'percent',
  operator: 'at-or-above',
  hardness: 'hard',
  warning: 90,
  source: 'Code',
  note: 'To be checked against the law in force.',
}
const creep = {
  ...line,
  code: 'LK-TAKEOVER-CREEP',
  name: 'Creep',
  measure: null,
  subject: null,
  asks: 'The share of votes less its lowest of the last 365 days.',
  bound: 2,
}
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /equities': { body: [] },
  'GET /brokers': { body: [] },
  'GET /limits': { body: [limit] },
  'GET /limits/utilisation': { body: { asOf: '2026-04-02', hasMore: false, rows: [] } },
  'GET /limits/breaches': { body: [breach] },
  'GET /limits/rule-sets': { body: [{ code: 'LK-TAKEOVER', name: 'Take-overs', lines: [line, creep] }] },
  'GET /limits/issued-shares': { body: [] },
  'GET /limits/ISSUER-10': { body: { ...limit, version: 2, versions } },
  'PUT /limits/ISSUER-10': { body: { ...limit, versions } },
  'POST /limits/issued-shares': { status: 201, body: {} },
  'POST /limits/breaches/4/notes': { body: breach },
}
const sent = (log: Asked[], method: string, path: string) =>
  log.find((asked) => asked.method === method && asked.path.startsWith(`/api${path}`))?.body

it('opens the breach that the bell leads to: what worsened it, by whom, from which value, and the override', async () => {
  network(answers)
  at('concentration-limits?view=breaches&breach=4')
  show(<ConcentrationLimitsScreen />)
  const dialog = await screen.findByRole('dialog', { name: 'Breach of Issuer at most 10 %' })
  await within(dialog).findByText('Worsened')
  const rows = within(dialog)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows[2]).toMatch(/^Worsened.*10\.1263%.*11\.2000%.*Ruwan Dias.*Buy BUY-1 of 500 shares\.$/)
  expect(rows[3]).toMatch(/Up to 12\.0000 % until 30 Apr 2026: No buyer yet$/)
  expect(within(dialog).getByText('Issued shares of COMB.N0000 from 01 Apr 2026: 1,000,000.')).toBeTruthy()
})

it('lists the level up to which a breach is overridden', async () => {
  network({ ...answers, 'GET /limits/breaches': { body: [breach, { ...breach, id: 5, override: null }] } })
  at('concentration-limits?view=breaches')
  show(<ConcentrationLimitsScreen />)
  expect(await screen.findByText('Override Level')).toBeTruthy()
  expect(await screen.findAllByText('12.0000', { exact: false })).toHaveLength(1)
})

it('takes the note of an approver, which must say something', async () => {
  closeSession()
  openSession({ token: 't', user: withRole('Approver'), kept: true })
  const log = network(answers)
  at('concentration-limits?view=breaches&breach=4')
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Add Note' }))
  const form = await screen.findByRole('dialog', { name: 'Add note' })
  await user.click(within(form).getByRole('button', { name: 'Save note' }))
  expect((await within(form).findAllByText('Note is required.')).length).toBeGreaterThan(0)
  await user.type(within(form).getByLabelText(/^Note/), 'Seen')
  await user.click(within(form).getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(sent(log, 'POST', '/limits/breaches/4/notes')).toEqual({ note: 'Seen' }))
})

it('offers who may only read neither a note nor an override of a breach, nor a version', async () => {
  closeSession()
  openSession({ token: 't', user: withRole('Auditor'), kept: true })
  network(answers)
  at('concentration-limits?view=breaches&breach=4')
  show(<ConcentrationLimitsScreen />)
  await screen.findByText('Worsened')
  for (const name of ['Add Note', 'Override']) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('asks for the reason of a version from a day that is over, and shows those of earlier ones', async () => {
  const log = network(answers)
  at('concentration-limits?view=limits')
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click((await screen.findAllByText('ISSUER-10'))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'ISSUER-10: Issuer at most 10 %' })
  expect(await within(dialog).findByText('The mandate says 10')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'New Version' }))
  const form = await screen.findByRole('dialog', { name: 'New version of ISSUER-10' })
  expect(within(form).queryByLabelText(/^Reason of the change/)).toBeNull()
  const from = within(form).getByRole('textbox', { name: /^From/ })
  await user.clear(from)
  await user.type(from, '2026-03-01{Tab}')
  await user.click(within(form).getByRole('button', { name: 'Save version' }))
  expect(
    (await within(form).findAllByText('The reason of the change must have at least 5 characters.')).length,
  ).toBeGreaterThan(0)
  await user.type(within(form).getByLabelText(/^Reason of the change/), 'As the mandate says')
  await user.click(within(form).getByRole('button', { name: 'Save version' }))
  await waitFor(() =>
    expect(sent(log, 'PUT', '/limits/ISSUER-10')).toMatchObject({
      version: 2,
      bound: '10',
      effectiveFrom: '2026-03-01',
      changeReason: 'As the mandate says',
    }),
  )
})

it('says before a version is saved that it replaces one that is to come, and shows later which one was', async () => {
  const comes = { ...version, version: 2, bound: 8, effectiveFrom: '2026-05-01' }
  const coming = { ...limit, versions: [comes, version] }
  const log = network({ ...answers, 'GET /limits/ISSUER-10': { body: coming } })
  at('concentration-limits?view=limits')
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click((await screen.findAllByText('ISSUER-10'))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'New Version' }))
  const form = await screen.findByRole('dialog', { name: 'New version of ISSUER-10' })
  const said = 'Replaces the version coming on 01 May 2026, at most 8.0000 %. It stays listed under Versions.'
  expect(await within(form).findByText(said)).toBeTruthy()
  const from = within(form).getByRole('textbox', { name: /^From/ })
  await user.clear(from)
  await user.type(from, '2026-05-02{Tab}')
  expect(within(form).queryByText(said)).toBeNull()
  await user.clear(from)
  await user.type(from, '2026-05-01{Tab}')
  expect(within(form).getByText(said)).toBeTruthy()
  await user.click(within(form).getByRole('button', { name: 'Save version' }))
  await waitFor(() =>
    expect(sent(log, 'PUT', '/limits/ISSUER-10')).toMatchObject({ version: 2, effectiveFrom: '2026-05-01' }),
  )
})

it('marks the version that another one replaced before it came', async () => {
  const comes = { ...version, version: 2, bound: 8, effectiveFrom: '2026-05-01' }
  const next = { ...version, version: 3, bound: 9, effectiveFrom: '2026-04-02' }
  const body = { ...limit, versions: [next, comes, version] }
  network({ ...answers, 'GET /limits/ISSUER-10': { body } })
  at('concentration-limits?view=limits')
  const { user } = show(<ConcentrationLimitsScreen />)
  await user.click((await screen.findAllByText('ISSUER-10'))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'ISSUER-10: Issuer at most 10 %' })
  const mark = await within(dialog).findByText('Replaced by version 3')
  expect(mark.closest('tr')?.textContent).toMatch(/^2At most 8\.0000 %/)
  expect(within(dialog).getAllByText(/^Replaced by/)).toHaveLength(1)
})

it('records issued shares from a day on, with where the number is from', async () => {
  const jkh = { id: 1, symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', isActive: true }
  const log = network({
    ...answers,
    'GET /equities': { body: [jkh] },
    'POST /limits/issued-shares': { status: 201, body: { id: 1, symbol: jkh.symbol } },
  })
  at('position-limits?view=issued')
  const { user } = show(<PositionLimitsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Add Issued Shares' }))
  const form = await screen.findByRole('dialog', { name: 'Add issued shares' })
  await user.click(within(form).getByRole('button', { name: 'Save issued shares' }))
  for (const what of ['Security', 'Issued shares', 'Source'])
    expect((await within(form).findAllByText(`${what} is required.`)).length).toBeGreaterThan(0)
  expect(sent(log, 'POST', '/limits/issued-shares')).toBeUndefined()
  await user.click(within(form).getByRole('textbox', { name: /^Security/ }))
  await user.keyboard('JKH')
  await user.click(await screen.findByRole('option', { name: /JKH\.N0000/ }))
  await user.type(within(form).getByLabelText(/^Issued shares/), '1,661,034,000')
  await user.type(within(form).getByLabelText(/^Source/), 'Annual report 2025/26')
  await user.click(within(form).getByRole('button', { name: 'Save issued shares' }))
  await waitFor(() =>
    expect(sent(log, 'POST', '/limits/issued-shares')).toEqual({
      symbol: 'JKH.N0000',
      from: '2026-04-02',
      quantity: '1661034000',
      source: 'Annual report 2025/26',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add issued shares' })).toBeNull())
})

it('an auditor reads issued shares and records none', async () => {
  closeSession()
  openSession({ token: 't', user: withRole('Auditor'), kept: true })
  network(answers)
  at('position-limits?view=issued')
  show(<PositionLimitsScreen />)
  await screen.findByText('No issued shares yet')
  expect(screen.queryByRole('button', { name: 'Add Issued Shares' })).toBeNull()
})

it('starts a limit from a line of a rule set; of one that is not measured it says what is asked', async () => {
  network(answers)
  at('position-limits?view=limits')
  const { user } = show(<PositionLimitsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Rule Sets' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rule sets' })
  expect(await within(dialog).findByText(creep.asks)).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Use Creep' })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Use Take-over threshold' }))
  const form = await screen.findByRole('dialog', { name: 'New limit' })
  expect(within(form).getByLabelText<HTMLInputElement>(/^Code/).value).toBe('LK-TAKEOVER-30')
  expect(within(form).getByLabelText<HTMLInputElement>(/^At most/).value).toBe('30')
})
