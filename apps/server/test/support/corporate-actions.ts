/** One of everything that corporate actions keep, of one portfolio that holds a security: for tests that look at all tables. */
import type { Api } from './api.ts'

interface Filled {
  readonly portfolio: string
  readonly symbol: string
  /** A day on which it is held already, and two market days after it. */
  readonly ex: string
  readonly paid: string
  readonly last: string
}

/** Records a dividend with its money and certificate, and a rights issue that is elected and allotted. Answers the dividend's id. */
export async function fillActions(api: Api, of: Filled): Promise<number> {
  const send = async (where: string, body: object): Promise<{ id: number }> => {
    const answer = await api.call<{ id: number }>(where, { body })
    if (answer.status < 300) return answer.body
    throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  const named = { securityCode: of.symbol, portfolioId: of.portfolio }
  const dividend = await send('POST /corporate-actions', {
    ...named,
    kind: 'dividend',
    announcementDate: of.ex,
    exDividendDate: of.ex,
    recordDate: of.ex,
    paymentDate: of.paid,
    dividendRate: 0.5,
    remarks: `Dividend of ${of.portfolio}`,
  })
  await send(`POST /corporate-actions/${dividend.id}/process`, {})
  await send(`POST /corporate-actions/${dividend.id}/receive`, {
    date: of.paid,
    amount: 10,
    reference: `D-${of.portfolio}`,
  })
  await send(`PUT /corporate-action-reports/tax-certificates/${dividend.id}`, {
    portfolioId: of.portfolio,
    number: `T-${of.portfolio}`,
    receivedOn: of.paid,
  })
  const rights = await send('POST /corporate-actions', {
    ...named,
    kind: 'rights',
    rightsRatioFrom: 1,
    rightsRatioTo: 5,
    offerPrice: 15,
    announcementDate: of.ex,
    recordDate: of.ex,
    exRightsDate: of.ex,
    subscriptionStart: of.ex,
    subscriptionEnd: of.last,
  })
  await send(`POST /corporate-actions/${rights.id}/process`, {
    elections: [{ portfolioId: of.portfolio, subscribe: 10, date: of.paid }],
  })
  await send(`POST /corporate-actions/${rights.id}/allot`, {
    portfolioId: of.portfolio,
    allotted: 10,
    date: of.paid,
  })
  return dividend.id
}
