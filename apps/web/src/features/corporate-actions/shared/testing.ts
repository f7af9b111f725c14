/** The server's answers on corporate actions, for tests of their screens. */
import type {
  ActionReceivable,
  CalendarEntry,
  TaxCertificate,
} from '@em/contract/corporate-actions/action-reports'
import type {
  ActionPreview,
  CorporateActionDetail,
  ReceiptsDone,
  ReceiptsPreview,
} from '@em/contract/corporate-actions/corporate-actions'
import type { Asked } from '../../../testing/network.ts'
import { event as announced, previewOf } from '../event/testing.ts'

export { entitlement } from '../event/testing.ts'

/** A dividend in the books whose money has not come yet. */
export const event = (changes: Partial<CorporateActionDetail> = {}): CorporateActionDetail =>
  announced({
    id: 12,
    state: 'processed',
    title: 'Dividend 3.25 a share',
    outstanding: 55_250,
    dates: { ...announced().dates, ex: '2026-11-02', record: '2026-11-03', payment: '2026-11-16' },
    ...changes,
  })

/** The preview of a write: without effects, except for the given ones. */
export const preview = (changes: Partial<ActionPreview> = {}): ActionPreview =>
  previewOf({ id: 12, state: 'processed', entitlements: [], postings: [], ...changes })

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
  is_confirmed: false,
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
  is_taken_on: false,
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
  (previewed: ActionPreview | ReceiptsPreview, done: CorporateActionDetail | ReceiptsDone, status = 201) =>
  ({ path }: Asked) =>
    path.includes('dryRun') ? { body: previewed } : { status, body: done }

export const isSave = ({ method, path }: Asked): boolean => method !== 'GET' && !path.includes('dryRun')
