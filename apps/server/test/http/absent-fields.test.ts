/**
 * An optional field of a body that is left out never means "undo", "all" or "none" where something else was in force: what is
 * recorded stays, and such a word is written.
 */
import { announcements } from '@em/contract/announcements/announcements'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { isRight, rightOf } from '@em/contract/identity/rights'
import { journal } from '@em/contract/journal/journal'
import { walkInput } from '@em/contract/kit/bounds'
import { registers } from '@em/contract/kit/registers'
import type { Route } from '@em/contract/kit/route'
import { openings } from '@em/contract/openings/openings'
import { orders } from '@em/contract/orders/orders'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { allRoutes } from '@em/contract/registry'
import { reportSchedules } from '@em/contract/reports/report-schedules'
import { corrections } from '@em/contract/trades/corrections'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Api, startApi } from '../support/api.ts'
import { findBody } from '../support/bodies.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

/** Fields that say something of the request itself: which version was read, why, and what was shown. */
const OF_THE_REQUEST = ['version', 'reason', 'preview']
const changing = allRoutes.filter(
  ({ needs, method }) =>
    method !== 'GET' && (needs === 'signed-in' || (isRight(needs) && rightOf(needs).changes)),
)

/** The fields of a body that may be left out, with what is read then; of each form that it may have. */
function leftOut({ body }: Route): [field: string, read: unknown][] {
  const found: [string, unknown][] = []
  walkInput(body, (schema, path) => {
    const { shape } = schema._zod.def as unknown as { shape?: Record<string, z.ZodType> }
    if (path !== '' || shape === undefined) return
    for (const [field, one] of Object.entries(shape)) {
      const absent = one.safeParse(undefined)
      if (absent.success && !OF_THE_REQUEST.includes(field)) found.push([field, absent.data])
    }
  })
  return found
}

/** Fields that a change leaves out and that do not mean "stays": each says how a new thing is asked for. */
const NEW_WITH_A_CHANGE: Readonly<Record<string, readonly string[]>> = {
  // Nothing is confirmed; without the entry to be replaced, one that is there is refused (409).
  'openings.save-balances': ['differenceToCapital', 'replaces'],
  // Nothing that was received is taken back; without the version to be replaced, one that is there is refused (409).
  'open-items.save': ['withPayments', 'replaces'],
  // Where prices and values come from, said of the rows that are sent.
  'prices.record': ['source'],
  'index-values.record': ['source'],
  // A new mapping: it begins today, from the account so far, and moves nothing.
  'gl-mappings.set': ['move_balance', 'from_account_code', 'effective_from'],
}

test('a change of what is recorded reads nothing for a field that is left out', () => {
  const wrong = allRoutes
    .filter(({ method }) => method === 'PUT')
    .flatMap((route) =>
      leftOut(route)
        .filter(([field, read]) => read !== undefined && !NEW_WITH_A_CHANGE[route.name]?.includes(field))
        .map(([field, read]) => `${route.name}: ${field} left out is read as ${String(read)}`),
    )
  expect([...new Set(wrong)]).toEqual([])
})

const SCOPE_FIELDS = [
  'portfolio',
  'portfolioId',
  'entity',
  'settlementAccount',
  'account',
  'broker',
  'tradeIds',
]
/** Writes that name no portfolio or account, and why they do not reach another one then. */
const WITHOUT_A_SCOPE: Readonly<Record<string, string>> = {
  'corporate-actions.create': 'an event covers every holder; for one portfolio it is of the form',
  'corporate-actions.allot': 'the one portfolio of the application; refused where there are several',
  'corporate-actions.receive': 'the one portfolio; refused where there are several',
  'corporate-actions.receive-many':
    'each receipt names its portfolio; an account left out is the one that was booked',
  'corporate-actions.write-off': 'the one portfolio; refused where there are several',
  'orders.create': 'the portfolio, or portfolios, one of which it must have',
  'trade-documents.record': 'the portfolios that the document names; refused where it names none',
  'journal.create': 'a line of no portfolio, of the entry that is new',
  'report-schedules.create': 'a report, which changes nothing',
  'saved-views.create': 'a view of a list, which changes nothing',
  'dividend-tax-rates.create': 'a row of a register: without an entity it is the rate of every other one',
  'cds-comparisons.record': 'the accounts that the file names',
  'reconciliation.create': 'the lines of the account, for a reconciliation that is new',
  'reconciliation.save': 'by its id, or as a new one begins',
  'reconciliation.create-entry': 'the scope of the reconciliation',
  'reconciliation.import-statement': 'the account of the reconciliation; another one in the file is refused',
}

test('a write that a place narrows is refused without one', () => {
  const wrong: string[] = []
  for (const route of changing.filter(({ method }) => method === 'POST')) {
    const narrowing = leftOut(route).filter(([field]) => SCOPE_FIELDS.includes(field))
    if (narrowing.length === 0 || route.name in WITHOUT_A_SCOPE) continue
    const least = findBody(route)
    if (least === undefined || !SCOPE_FIELDS.some((field) => field in least)) wrong.push(route.name)
  }
  expect(wrong).toEqual([])
})

/** Of a POST on a record: what is read as null where it is left out, and what that leaves as it was. */
const NULL_OF_AN_ACT: Readonly<Record<string, string>> = {
  'trade-documents.record':
    'portfolioId portfolio brokerName settlementAccount lines controlTotals controlReason costOfFunds',
  'openings.record-lots': 'fileName',
  'corporate-actions.process': 'elections unnamedLots',
  'corporate-actions.allot': 'portfolioId securityCode refundDate settlementAccount',
  'corporate-actions.receive': 'portfolioId settlementAccount reference',
  'corporate-actions.write-off': 'portfolioId amount against',
  'journal.reverse': 'date',
  'custodian-messages.explain': 'line date',
  'reconciliation.import-statement': 'fileName account currency openingBalance closingBalance mapping',
  'reconciliation.match': 'explanation adjustment',
  'reconciliation.create-entry':
    'description reference date portfolio portfolioId settlementAccount transaction_type',
}

test('an act on a record has no null that is read where nothing is written, but of what it adds', () => {
  const acts = changing.filter(({ method, path }) => method === 'POST' && path.includes(':'))
  const read = acts.flatMap((route) => {
    const nulls = [...new Set(leftOut(route).flatMap(([field, value]) => (value === null ? [field] : [])))]
    return nulls.length === 0 ? [] : [[route.name, nulls.join(' ')] as const]
  })
  expect(Object.fromEntries(read)).toEqual(NULL_OF_AN_ACT)
})

describe('fields that a change leaves out stay', () => {
  let api: Api
  const made: Record<string, number> = {}
  const make = async (name: string, path: string, body: object) => {
    const answer = await api.call<{ id?: number; data?: { id: number }; reconciliation?: { id: number } }>(
      `POST ${path}`,
      { body },
    )
    if (answer.status !== 201) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`)
    const { id, data, reconciliation: of } = answer.body
    made[name] = id ?? data?.id ?? of?.id ?? 0
  }
  const FEES = { brokerage: 131.2, cseFees: 17.22, cdsFees: 4.92, clearingFees: 4.92, sec: 14.76, stl: 61.5 }
  const buy = {
    ...rightBodies(70)['trades.save-buy'],
    description: 'As agreed by phone',
    tradeTime: '10:15:00',
    cashFlowOnSettlement: 'Own funds',
    generatePayment: 'Yes',
    feeSource: 'contract',
    ...FEES,
  }
  const { price: _, ...unpriced } = { ...buy, price: 20.5 }
  const sale = {
    ...unpriced,
    soldPrice: 22,
    quantity: 10,
    contractNumber: 'S70',
    tradeDate: '2026-06-15',
    settlementDate: '2026-06-17',
  }
  const lot = {
    quantity: 100,
    cost: 1500,
    charges: 16.8,
    fairValue: 1700,
    tradeDate: '2026-01-05',
    settlementDate: '2026-01-07',
    costOfFunds: 9.5,
    reference: 'OLD-1',
    brokerName: 'Asha Securities',
  }
  const dividend = {
    kind: 'dividend',
    securityCode: 'JKH.N0000',
    securityName: 'Keells',
    portfolio: 'GROWTH',
    settlementAccount: 1,
    remarks: 'Interim',
    draft: true,
    datesToBeNotified: true,
    announcementDate: '2026-05-01',
    exDividendDate: '2026-05-20',
    recordDate: '2026-05-22',
    paymentDate: '2026-06-05',
    dividendRate: 1.5,
    exemptRate: 0.5,
    taxRate: 14,
    taxWithheld: 10,
    recoveryOfCost: true,
  }
  const entry = {
    date: '2026-06-02',
    description: 'Charges of May',
    reference: 'BANK-5',
    transaction_type: 'Manual',
    account_code: '6300',
    debit: 10.5,
    portfolioId: 'GROWTH',
  }
  const notice = {
    title: 'Board meeting',
    category: 'Board Changes',
    company: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    date: '2026-06-10',
    time: '10:30',
    priority: 'Low',
    summary: 'A new director',
    content: 'Details follow.',
  }
  const schedule = { portfolioId: 'GROWTH', format: 'csv', every: 'month-end', time: '16:30', is_on: false }
  const order = {
    portfolioId: 'GROWTH',
    symbol: 'JKH.N0000',
    side: 'buy',
    quantity: 500,
    limitPrice: 20.5,
    broker: 'Asha Securities',
    validUntil: '2026-07-01',
    reason: 'Underweight',
  }
  const bank = {
    referenceType: 'vendor',
    referenceNumber: 'STMT-6',
    externalOpening: 12.5,
    externalClosing: 40,
    notes: 'By mail',
  }

  beforeAll(async () => {
    api = await startApi({ edition: 'premium', today: '2026-06-30' })
    await fillSmallBook(api)
    const opened = { ...rightBodies()['portfolios.create'], portfolioId: 'OPEN', portfolioName: 'Opened' }
    await api.call('POST /portfolios', { body: opened })
    await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'OPEN', costing_method: 'WAP' } })
    await make('buy', '/trade-summary/save-buy-transaction', buy)
    await make('sale', '/trade-summary/save-sell-transaction', sale)
    const lots = { openingDate: '2026-02-02', rows: [{ symbol: 'JKH.N0000', ...lot }] }
    await make('batch', '/openings/OPEN/lots', lots)
    const [opening] = await api.database.query<{ id: number }>("SELECT id FROM trades WHERE side = 'opening'")
    made['lot'] = opening?.id ?? 0
    await make('action', '/corporate-actions', dividend)
    await make('posted', '/journal-entries', entry)
    await make('draft', '/journal-entries', { ...entry, status: 'Draft' })
    await make('cancelled', '/journal-entries', { ...entry, status: 'Cancelled' })
    await make('notice', '/announcements', notice)
    await make('schedule', '/report-schedules', { report: 'trade-blotter', ...schedule })
    await make('order', '/orders', order)
    await make('bank', '/account-reconciliation', {
      accountCode: '1010',
      settlementAccount: 1,
      period: '2026-06',
      ...bank,
    })
  })

  /** The fields of a record, without those that every change of it raises. */
  const COUNTED = [
    'id',
    'version',
    'updated_at',
    'updatedAt',
    'changed_at',
    'changed_by',
    'recorded_at',
    'history',
    'steps',
    'entry_id',
    'replaces',
    'replaced_by',
    'changedAt',
    'at',
    'read_at',
    'created_at',
  ]
  const plain = (record: unknown): unknown =>
    JSON.parse(JSON.stringify(record, (key, value: unknown) => (COUNTED.includes(key) ? undefined : value)))

  const CASES: readonly (readonly [name: string, route: Route, of: string, read: string, body: object])[] = [
    ['a buy', corrections.changeBuy as unknown as Route, 'buy', '/transaction-entries/buy-all', buy],
    ['a sale', corrections.changeSell as unknown as Route, 'sale', '/transaction-entries/sell-all', sale],
    ['an opening lot', openings.changeLot as unknown as Route, 'lot', '/openings/OPEN', lot],
    [
      'a corporate action',
      corporateActions.change as unknown as Route,
      'action',
      '/corporate-actions/:id',
      dividend,
    ],
    ['a posted entry', journal.change as unknown as Route, 'posted', '/journal-entries/:id', entry],
    [
      'a draft',
      journal.change as unknown as Route,
      'draft',
      '/journal-entries/:id',
      { ...entry, status: 'Draft' },
    ],
    [
      'a cancelled draft',
      journal.change as unknown as Route,
      'cancelled',
      '/journal-entries/:id',
      { ...entry, status: 'Cancelled' },
    ],
    ['an announcement', announcements.change as unknown as Route, 'notice', '/announcements/:id', notice],
    ['an order', orders.change as unknown as Route, 'order', '/orders/:id', order],
    ['a schedule', reportSchedules.change as unknown as Route, 'schedule', '/report-schedules', schedule],
    [
      'a reconciliation',
      reconciliation.update as unknown as Route,
      'bank',
      '/account-reconciliation/:id',
      bank,
    ],
  ]

  /** A change of them is not taken without the version that was read. */
  const NEEDS_VERSION = new Set(['bank', 'order'])
  test.each(CASES)('of %s', async (_, route, of, path, body) => {
    const read = async () => plain((await api.call(`GET ${path.replace(':id', String(made[of]))}`)).body)
    const version = async () => {
      const { body: now } = await api.call<{ version?: number | null }>(
        `GET ${path.replace(':id', String(made[of]))}`,
      )
      return now.version ?? undefined
    }
    const wrong: string[] = []
    let changes = 0
    for (const field of Object.keys(body)) {
      const before = await read()
      const { [field]: __, ...rest } = {
        ...body,
        ...(NEEDS_VERSION.has(of) && { version: await version() }),
      } as Record<string, unknown>
      const answer = await api.call<{ id?: number; data?: { id: number } }>(route, {
        params: { id: made[of] },
        body: rest,
      } as never)
      if (answer.status === 400) continue
      if (answer.status >= 300) wrong.push(`${field}: ${answer.status} ${JSON.stringify(answer.body)}`)
      changes += 1
      // A posted entry is replaced by another one.
      if (of === 'posted') made[of] = answer.body.data?.id ?? 0
      try {
        expect(await read()).toEqual(before)
      } catch (error) {
        wrong.push(`${field}: ${(error as Error).message}`)
      }
    }
    expect(wrong).toEqual([])
    expect(changes).toBeGreaterThan(1)
  })

  test('of each of them, and the registers say it of theirs', () => {
    const ofRegisters = registers.map(({ routes }) => routes.update.name)
    const covered = new Set([
      ...CASES.map(([, { name }]) => name),
      ...ofRegisters,
      ...Object.keys(NEW_WITH_A_CHANGE),
    ])
    const rest = allRoutes.filter(
      (route) => route.method === 'PUT' && leftOut(route).length > 0 && !covered.has(route.name),
    )
    // Roles, portfolios and state of a person; a view of a list (saved-views.test.ts); a limit, an approval rule and an outside ledger, whose next version keeps the rest (limits.test.ts, approvals.test.ts, accounting-exports.test.ts); the certificate; month and tax of an entity; a part of an event placed in an account.
    expect(rest.map(({ name }) => name)).toEqual([
      'users.change',
      'limits.change',
      'action-reports.save-certificate',
      'cds.place',
      'periods.update',
      'accounting-targets.change',
      'saved-views.change',
      'approval-rules.change',
    ])
  })
})
