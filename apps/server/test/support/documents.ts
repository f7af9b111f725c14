/** A trade file of one fill, as a broker sends it, and what came of it. */
import { exampleFill } from '@em/core/documents/sample'
import { formatTradeLine } from '@em/core/documents/trade-file'
import type { Api } from './api.ts'

/** The file of one buy, in base64. */
export const tradeFile = (
  contractNumber: string,
  clientAccount: string,
  [tradeDate, settlementDate] = ['2026-06-10', '2026-06-12'],
): string =>
  Buffer.from(
    formatTradeLine({
      ...exampleFill(),
      contractNumber,
      clientAccount,
      executionId: `E${contractNumber}`,
      tradeDate,
      settlementDate,
    }),
    'latin1',
  ).toString('base64')

/** A document that is recorded in a portfolio, whose client account is remembered. */
export async function fillDocuments(
  api: Api,
  of: {
    readonly portfolio: string
    readonly account: number
    readonly broker: string
    readonly contract: string
    /** Of the trade and its settlement. */
    readonly days?: [string, string]
  },
): Promise<void> {
  const send = async (where: string, body: object) => {
    const answer = await api.call<{ id: number }>(where, { body })
    if (answer.status < 300) return answer.body
    throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  const data = tradeFile(of.contract, `ABC-${of.contract}-LI/00`, of.days)
  const { id } = await send('POST /trade-documents', { file: { fileName: `${of.portfolio}.txt`, data } })
  await send(`POST /trade-documents/${id}/record`, {
    portfolioId: of.portfolio,
    brokerName: of.broker,
    settlementAccount: of.account,
  })
}
