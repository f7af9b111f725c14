/** One record of each kind that custodian messages lead to, for a portfolio with a trade that is not settled. */
import { custodianReference } from '@em/core/custodian/reference'
import { finBlocks, mt54x, mt535 } from '@em/core/testing/custodian-samples'
import type { Api } from './api.ts'

export interface OfCustodian {
  readonly account: string
  /** Its settlement is open. */
  readonly trade: number
  readonly symbol: string
  readonly quantity: number
  readonly date: string
}

/** An ISIN that no security has, different for each account: the security chosen for an ISIN is kept for all accounts. */
export const unknownIsin = (account: string) => `LK${account.padEnd(9, '0').slice(0, 9)}5`

/** A confirmation of part of the trade's amount in lines 1 and 2 each, and a holding of a security that is not known in line 3. */
export function custodianFile({ account, trade, symbol, quantity, date }: OfCustodian): string {
  const confirmed = (reference: string) =>
    mt54x({
      account,
      reference,
      ours: custodianReference(trade, 1) ?? '',
      isin: 'LK0999N00003',
      text: symbol,
      quantity,
      amount: '1,',
      date,
    })
  const held = mt535({
    account,
    date,
    holdings: [{ isin: unknownIsin(account), text: 'UNKNOWN', aggregate: 5 }],
  })
  return Buffer.from(
    [
      finBlocks('545', confirmed(`C-${account}`)),
      finBlocks('545', confirmed(`D-${account}`)),
      finBlocks('535', held),
    ].join('\r\n'),
  ).toString('base64')
}

/** An account, a file, a line that was accepted, a note and a security that was chosen. */
export async function fillCustodian(
  api: Api,
  of: OfCustodian & { readonly portfolio: string },
): Promise<void> {
  const send = async (where: string, body: object): Promise<{ id: number }> => {
    const answer = await api.call<{ id: number }>(where, { body })
    if (answer.status < 300) return answer.body
    throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  const { id: account } = await send('POST /safekeeping-accounts', {
    account: of.account,
    custodian: `Bank of ${of.portfolio}`,
    portfolios: [of.portfolio],
  })
  const file = { fileName: `${of.portfolio}.fin`, data: custodianFile(of) }
  const { id } = await send('POST /custodian-messages', { file })
  await send(`POST /custodian-messages/${id}/accept`, { lines: [1] })
  await send(`POST /custodian-messages/${id}/notes`, {
    account,
    symbol: unknownIsin(of.account),
    note: 'Asked the bank',
  })
  await send(`PUT /custodian-messages/${id}/securities`, { line: 3, symbol: of.symbol })
}
