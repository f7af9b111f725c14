import type { CustodianLine, CustodianMessageDetail } from '@em/contract/custodian/custodian'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CustodianScreen from './CustodianScreen.tsx'

const at = (query: string) =>
  window.history.replaceState(null, '', `/#/integration-and-automation/custodian-integration${query}`)
beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

const line = (symbol: string, more: Partial<CustodianLine> = {}): CustodianLine => ({
  line: 1,
  of: 'holding',
  type: 'MT535',
  reference: 'H1',
  account_id: 1,
  account: 'ABC12345LC00',
  date: '2026-11-18',
  basis: 'settled',
  equity_id: 3,
  symbol,
  company_name: 'A company',
  isin: 'LK0092N00003',
  description: null,
  side: null,
  stated: 1_000,
  ours: 1_000,
  difference: 0,
  stated_pledged: null,
  pledged: 0,
  stated_amount: null,
  our_amount: null,
  cause: null,
  awaited: null,
  fault: null,
  trades: [],
  proposal: null,
  accepted: null,
  linked: null,
  note: null,
  ...more,
})
const proposal = {
  trade_id: 50,
  deal_number: 'BUY-50',
  portfolio: 'Growth Fund',
  date: '2026-11-18',
  amount: 12_134.4,
  outstanding: 20_224,
  is_part: true,
  by: 'reference' as const,
}
const lines = [
  line('JKH.N0000', { stated: 900, difference: -100, cause: 'fails-at-custodian' }),
  line('COMB.N0000', { line: 2, of: 'confirmation', type: 'MT545', side: 'buy', cause: 'part', proposal }),
  line('SAMP.N0000', { line: 3 }),
]
const file: CustodianMessageDetail = {
  id: 4,
  kind: 'mixed',
  file_name: 'custodian.fin',
  sha256: 'ab'.repeat(32),
  uploaded_by: 'N. Perera',
  uploaded_at: '2026-11-18T10:00:00.000Z',
  types: ['MT535', 'MT545'],
  accounts: ['ABC12345LC00'],
  custodians: ['A bank'],
  first_date: '2026-11-18',
  last_date: '2026-11-18',
  messages: 2,
  line_count: 3,
  faulty: 0,
  accepted: 0,
  left_out: [{ type: 'MT548', count: 2 }],
  incomplete: [{ account: 'ABC12345LC00', date: '2026-11-18', missing: 'page 2' }],
  changed_accounts: ['ABC12345LC00'],
  cancelled: [
    {
      account: 'ABC12345LC00',
      date: '2026-03-30',
      reference: 'H0',
      file_id: 6,
      by_file: 7,
      by_reference: 'X1',
    },
  ],
  lines,
}
const { lines: _, incomplete: __, changed_accounts: ___, cancelled: ____, ...summary } = file
const books = {
  ...usual,
  'GET /custodian-messages?': { body: [summary] },
  'GET /custodian-messages/4': { body: file },
  'GET /safekeeping-accounts': { body: [] },
}

it('shows what differs with its likely cause, and what of the file is missing or not read', async () => {
  at('?message=4')
  network(books)
  const { user } = show(<CustodianScreen />)
  expect(await screen.findByText('Fails at the custodian')).toBeTruthy()
  expect(screen.getByText(/is incomplete: page 2 of it are missing/)).toBeTruthy()
  expect(screen.getByText('Not read: 2 × MT548.')).toBeTruthy()
  expect(screen.getByText(/has other portfolios now/)).toBeTruthy()
  expect(screen.getByText(/cancels the statement H0 of ABC12345LC00 on/)).toBeTruthy()
  // Before anything was dropped there is nothing wrong.
  expect(document.querySelector('[data-wrong]')).toBeNull()
  await user.click(screen.getByText('JKH.N0000'))
  const dialog = await screen.findByRole('dialog', { name: 'JKH.N0000 in ABC12345LC00' })
  expect(within(dialog).getByText(/still pending at the custodian/)).toBeTruthy()
})

it('accepts a proposal as it was seen, after the ledger lines were shown', async () => {
  at('?message=4')
  const asked = network({
    ...books,
    'POST /custodian-messages/4/accept': ({ path }) => ({
      status: path.includes('dryRun') ? 200 : 201,
      body: {
        dryRun: path.includes('dryRun'),
        postings: [],
        results: [
          {
            trade_id: 50,
            deal_number: 'BUY-50',
            kind: 'part',
            date: '2026-11-18',
            amount: 12_134.4,
            paid: 12_134.4,
            outstanding: 8_089.6,
            due_date: '2026-11-20',
            entries: [],
          },
        ],
      },
    }),
  })
  const { user } = show(<CustodianScreen />)
  await user.click(await screen.findByRole('button', { name: 'Accept 1 proposal' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept confirmations' })
  expect(await within(dialog).findByText(/nothing is posted/)).toBeTruthy()
  const tick = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Accept line 2, BUY-50' })
  await user.click(tick)
  expect(
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Confirm 0 settlements' }).disabled,
  ).toBe(true)
  await user.click(tick)
  await user.click(within(dialog).getByRole('button', { name: 'Confirm 1 settlement' }))
  expect(await screen.findByText('1 settlement confirmed.')).toBeTruthy()
  const saved = asked.find(({ path, body }) => path.endsWith('/accept') && body !== undefined)
  expect(saved?.body).toEqual({ lines: [2], seen: [{ line: 2, trade: 50, amount: 12_134.4 }] })
})
