/** One of everything that a CDS account can hold, for a portfolio with free shares of JKH. */
import type { Api } from './api.ts'

async function send(api: Api, where: string, body: object): Promise<{ id: number }> {
  const answer = await api.call<{ id: number }>(where, { body })
  if (answer.status < 300) return answer.body
  throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Two accounts, a trade placed in the second one, pledges of which one is released, a comparison and a note. */
export async function fillCds(
  api: Api,
  of: {
    readonly portfolio: string
    readonly number: string
    readonly trade: number
    readonly date: string
    readonly symbol: string
  },
): Promise<void> {
  const account = async (category: string) => {
    const body = {
      participant: 'ABC',
      account_number: of.number,
      category,
      holder_name: `Holder of ${of.portfolio}`,
    }
    const { id } = await send(api, 'POST /cds-accounts', body)
    await send(api, `PUT /cds-accounts/${id}/portfolios`, { portfolios: [{ portfolio: of.portfolio }] })
    return id
  }
  const main = await account('LC')
  const other = await account('FC')
  await send(api, 'PUT /cds-events/account', { ids: [of.trade], account: other, quantity: 1 })
  const pledge = {
    account: main,
    symbol: of.symbol,
    quantity: 1,
    pledgedOn: of.date,
    pledgee: `Bank of ${of.portfolio}`,
  }
  const { id: released } = await send(api, 'POST /cds-pledges', pledge)
  await send(api, `POST /cds-pledges/${released}/release`, { releasedOn: of.date, reason: 'Repaid' })
  await send(api, 'POST /cds-pledges', pledge)
  const { id } = await send(api, 'POST /cds-comparisons', {
    fileName: `${of.portfolio}.csv`,
    data: Buffer.from(`Account,Symbol,Balance\nABC-${of.number}-LC/00,${of.symbol},1\n`).toString('base64'),
    statementDate: of.date,
  })
  await send(api, `POST /cds-comparisons/${id}/notes`, {
    account: main,
    symbol: of.symbol,
    note: 'Asked the broker',
  })
}
