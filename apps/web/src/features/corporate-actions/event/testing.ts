/** Corporate actions for tests. The tests' today is 20 November 2026. */
import type {
  ActionPreview,
  CorporateActionDetail,
  Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'

export function entitlement(changes: Partial<Entitlement> = {}): Entitlement {
  return {
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
    tax_rate: null,
    tax_rate_on: null,
    ex_tax_rate: null,
    subscribed: 0,
    sold: 0,
    lapse: 0,
    lapsed: 0,
    additional: 0,
    allotted: 0,
    picks_lots: false,
    allocations: [],
    received: 0,
    outstanding: 55_250,
    is_confirmed: false,
    recorded_at: '2026-11-10T04:00:00.000Z',
    ...changes,
  }
}

export function event(changes: Partial<CorporateActionDetail> = {}): CorporateActionDetail {
  return {
    taken_on: null,
    id: 5,
    kind: 'dividend',
    state: 'announced',
    version: 1,
    title: 'Dividend 3.25 a share JKH.N0000',
    equity_id: 1,
    securityCode: 'JKH.N0000',
    securityName: 'John Keells Holdings PLC',
    portfolioId: null,
    portfolioName: null,
    dates: {
      announcement: '2026-11-01',
      ex: '2026-11-10',
      record: '2026-11-11',
      payment: '2026-11-18',
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
    outstanding: 0,
    remarks: null,
    recorded_by: 'Nadeesha Perera',
    recorded_at: '2026-11-01T04:00:00.000Z',
    form: {
      kind: 'dividend',
      securityCode: 'JKH.N0000',
      securityName: 'John Keells Holdings PLC',
      dividendType: 'Cash',
      announcementDate: '2026-11-01',
      exDividendDate: '2026-11-10',
      recordDate: '2026-11-11',
      paymentDate: '2026-11-18',
      dividendRate: '3.25',
    },
    theoretical: null,
    missing: [],
    recorded_choices: 0,
    warnings: [],
    steps: [{ at: '2026-11-01T04:00:00.000Z', by: 'Nadeesha Perera', what: 'announced', detail: null }],
    ...changes,
  }
}

export function rightsIssue(changes: Partial<CorporateActionDetail> = {}): CorporateActionDetail {
  return event({
    kind: 'rights',
    state: 'entitled',
    title: 'Rights 2 for 5 at 50.00 JKH.N0000',
    entitled_shares: 401,
    gross: 0,
    tax: 0,
    net: 0,
    dates: { ...event().dates, last: '2026-12-10' },
    form: {
      kind: 'rights',
      securityCode: 'JKH.N0000',
      rightsRatioFrom: '2',
      rightsRatioTo: '5',
      offerPrice: '50',
    },
    theoretical: { cumPrice: 64, terp: 60, rightValue: 10, rightsSymbol: 'JKH.R0000' },
    ...changes,
  })
}

export function previewOf(changes: Partial<ActionPreview> = {}): ActionPreview {
  return {
    dryRun: true,
    id: 5,
    kind: 'dividend',
    state: 'entitled',
    portfolios: 1,
    entitlements: [entitlement()],
    postings: [
      {
        date: '2026-11-10',
        account_code: '1210',
        account_name: 'Dividend Receivable',
        debit: 55_250,
        credit: 0,
        transaction_type: 'Revenue',
      },
      {
        date: '2026-11-10',
        account_code: '4200',
        account_name: 'Dividend Income',
        debit: 0,
        credit: 65_000,
        transaction_type: 'Revenue',
      },
    ],
    positions: [],
    warnings: [],
    ...changes,
  }
}
