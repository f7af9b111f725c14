/** Corporate actions of the demo book, made up: paid, credited, on their way and being decided. */
import type {
  CorporateAction,
  Entitlement,
} from '../../packages/contract/src/corporate-actions/corporate-actions.ts'
import type { Call } from './call.ts'

/** Paid before the book ends: one portfolio received less. */
const PAID = {
  kind: 'dividend',
  securityCode: 'COMB.N0000',
  announcementDate: '2026-10-02',
  exDividendDate: '2026-10-15',
  recordDate: '2026-10-16',
  paymentDate: '2026-11-06',
  dividendRate: '2.50',
  remarks: 'Interim, financial year 2026',
}
/** Paid in full a year ago and in July, with their certificates. */
const PAID_BEFORE = [
  {
    kind: 'dividend',
    securityCode: 'COMB.N0000',
    announcementDate: '2025-10-03',
    exDividendDate: '2025-10-16',
    recordDate: '2025-10-17',
    paymentDate: '2025-11-07',
    dividendRate: '2.00',
    remarks: 'Interim, financial year 2025',
  },
  {
    kind: 'dividend',
    securityCode: 'HNB.N0000',
    announcementDate: '2026-05-28',
    exDividendDate: '2026-06-11',
    recordDate: '2026-06-12',
    paymentDate: '2026-07-03',
    dividendRate: '8.00',
    remarks: 'Final, financial year 2025',
  },
] as const
/** Its payment date was not notified; the bank paid it the day before the book ends, the books have not received it yet. */
const TO_RECEIVE = {
  kind: 'dividend',
  securityCode: 'CIC.N0000',
  announcementDate: '2026-10-23',
  exDividendDate: '2026-11-04',
  recordDate: '2026-11-05',
  dividendRate: '1.00',
  remarks: 'First interim, financial year 2026/27',
} as const
/** Ahead: announced, processed when its day has come. */
const AHEAD = {
  kind: 'split',
  securityCode: 'TJL.N0000',
  ratioFrom: 1,
  ratioTo: 2,
  announcementDate: '2026-11-09',
  effectiveDate: '2026-12-08',
  remarks: 'Subject to approval by the shareholders on 1 December',
} as const
/** Ex already, paid after the book ends. */
const ON_ITS_WAY = {
  kind: 'dividend',
  securityCode: 'SAMP.N0000',
  announcementDate: '2026-10-30',
  exDividendDate: '2026-11-12',
  recordDate: '2026-11-13',
  paymentDate: '2026-11-27',
  dividendRate: '1.75',
}
const BONUS = {
  kind: 'bonus',
  securityCode: 'HAYL.N0000',
  ratioFrom: 1,
  ratioTo: 40,
  announcementDate: '2026-10-12',
  exDate: '2026-11-03',
  recordDate: '2026-11-04',
  allotmentDate: '2026-11-11',
  remarks: 'Capitalisation of reserves',
}
/** As announced, with its dates notified since; its last day is still to come. */
const RIGHTS = {
  kind: 'rights',
  securityCode: 'HNB.N0000',
  rightsRatioFrom: 1,
  rightsRatioTo: 10,
  offerPrice: '320.00',
  announcementDate: '2026-10-29',
  exRightsDate: '2026-11-16',
  recordDate: '2026-11-17',
  subscriptionStart: '2026-11-18',
  subscriptionEnd: '2026-12-04',
  renunciationDate: '2026-11-30',
  remarks: 'Dates notified on 9 November',
}
const IPO = {
  kind: 'ipo',
  companyName: 'Knuckles Range Hydropower PLC',
  portfolio: 'STB',
  ipoDate: '2026-11-09',
  appliedDate: '2026-11-12',
  pricePerShare: '12.50',
  totalInvestment: '5000000.00',
  paymentMethod: 'CEFT',
}
const SHORT = 250

/**
 * Records them, posts them to the books, and decides half of the rights. Answers the id of the dividend to
 * receive.
 */
export async function act(call: Call): Promise<number> {
  const inBooks = async (form: object) => {
    const { id } = await call('POST', '/corporate-actions', form)
    await call('POST', `/corporate-actions/${id}/process`, {})
    return id
  }
  const entitled = async (id: number) =>
    (await call<Entitlement[]>('GET', `/corporate-actions/${id}/entitlements`)).filter(
      (row) => row.entitled_shares > 0 || row.net > 0,
    )
  for (const [year, form] of PAID_BEFORE.entries()) {
    const id = await inBooks(form)
    for (const [at, { portfolioId, net }] of (await entitled(id)).entries()) {
      const received = {
        portfolioId,
        date: form.paymentDate,
        amount: net.toFixed(2),
        reference: `CEFT-7${year}2${at}0`,
      }
      await call('POST', `/corporate-actions/${id}/receive`, received)
      const number = `WHT/${form.paymentDate.slice(0, 4)}/0${year}${at}7`
      const certificate = { portfolioId, number, receivedOn: form.paymentDate }
      await call('PUT', `/corporate-action-reports/tax-certificates/${id}`, certificate)
    }
  }
  const paid = await inBooks(PAID)
  for (const [at, { portfolioId, net }] of (await entitled(paid)).entries())
    await call<CorporateAction>('POST', `/corporate-actions/${paid}/receive`, {
      portfolioId,
      date: PAID.paymentDate,
      amount: (at === 0 ? net - SHORT : net).toFixed(2),
      reference: 'CEFT-77120',
    })
  await inBooks(BONUS)
  await inBooks(ON_ITS_WAY)
  const rights = await inBooks(RIGHTS)
  const [first] = await entitled(rights)
  if (first !== undefined)
    await call('PUT', `/corporate-actions/${rights}/elections`, {
      elections: [
        {
          portfolioId: first.portfolioId,
          subscribe: Math.floor(first.entitled_shares / 2),
          date: '2026-11-18',
        },
      ],
    })
  await inBooks(IPO)
  await call('POST', '/corporate-actions', AHEAD)
  return inBooks(TO_RECEIVE)
}
