/** What the server answers of corporate actions, for tests of their screens. */
import type {
  ActionPreview,
  ActionReceivable,
  CalendarEntry,
  CorporateActionDetail,
  Entitlement,
  TaxCertificate,
} from '@em/contract/books/corporate-actions'
import type { Asked } from '../../../testing/network.ts'

export const event = (changes: Partial<CorporateActionDetail> = {}): CorporateActionDetail => ({
  id: 12,
  kind: 'dividend',
  state: 'processed',
  version: 1,
  title: 'Dividend 3.25 a share',
  equity_id: 5,
  securityCode: 'JKH.N0000',
  securityName: 'John Keells Holdings PLC',
  portfolioId: null,
  portfolioName: null,
  dates: {
    announcement: '2026-10-20',
    ex: '2026-11-02',
    record: '2026-11-03',
    payment: '2026-11-16',
    allotment: null,
    subscription_start: null,
    renunciation: null,
    last: null,
  },
  is_due: true,
  portfolios: 1,
  shares_held: 20_000,
  entitled_shares: 0,
  gross: 65_000,
  tax: 9_750,
  net: 55_250,
  outstanding: 55_250,
  remarks: null,
  recorded_by: 'N. Perera',
  recorded_at: '2026-10-20T04:00:00.000Z',
  form: {},
  theoretical: null,
  missing: [],
  warnings: [],
  steps: [],
  ...changes,
})

export const entitlement = (changes: Partial<Entitlement> = {}): Entitlement => ({
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  version: 1,
  is_current: true,
  shares_held: 20_000,
  shares_typed: null,
  entitled_shares: 0,
  gross: 65_000,
  tax: 9_750,
  net: 55_250,
  fraction: 0,
  memo_tax: 0,
  subscribed: 0,
  sold: 0,
  lapsed: 0,
  additional: 0,
  allotted: 0,
  received: 0,
  outstanding: 55_250,
  recorded_at: '2026-10-20T04:00:00.000Z',
  ...changes,
})

export const preview = (changes: Partial<ActionPreview> = {}): ActionPreview => ({
  dryRun: true,
  id: 12,
  kind: 'dividend',
  state: 'processed',
  portfolios: 1,
  entitlements: [],
  postings: [],
  positions: [],
  warnings: [],
  ...changes,
})

export const receivable = (changes: Partial<ActionReceivable> = {}): ActionReceivable => ({
  action: 12,
  kind: 'dividend',
  title: 'Dividend 3.25 a share',
  securityCode: 'JKH.N0000',
  securityName: 'John Keells Holdings PLC',
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  role: 'dividend-receivable',
  due: '2026-11-16',
  days: 4,
  band: '0-30',
  expected: 55_250,
  received: 0,
  written_off: 0,
  outstanding: 55_250,
  ...changes,
})

export const certificate = (changes: Partial<TaxCertificate> = {}): TaxCertificate => ({
  action: 12,
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  payer: 'John Keells Holdings PLC',
  securityCode: 'JKH.N0000',
  date: '2026-11-02',
  gross: 65_000,
  rate: 15,
  tax: 9_750,
  number: null,
  received_on: null,
  is_memo: false,
  ...changes,
})

export const calendarEntry = (changes: Partial<CalendarEntry> = {}): CalendarEntry => ({
  date: '2026-11-30',
  what: 'payment',
  action: 12,
  kind: 'dividend',
  title: 'Dividend 3.25 a share',
  securityCode: 'JKH.N0000',
  portfolios: 2,
  amount: 55_250,
  ...changes,
})

export const portfolioRecord = (portfolioId: string, portfolioName: string, entity = 'Finance') => ({
  id: portfolioId.length,
  portfolioId,
  portfolioName,
  entity,
  status: 'Active',
  version: 1,
})

/** An act with a preview: what is sent with `dryRun` is previewed, what is sent without is done. */
export const acted =
  (looked: ActionPreview, done: CorporateActionDetail, status = 201) =>
  ({ path }: Asked) =>
    path.includes('dryRun') ? { body: looked } : { status, body: done }

export const isSave = ({ method, path }: Asked): boolean => method !== 'GET' && !path.includes('dryRun')
