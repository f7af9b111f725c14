/** Trade files of fills, as a broker sends them, and what came of them. */
import { type DocumentLine, netOf } from '@em/core/documents/line'
import { csvOf, formatMonthly } from '@em/core/documents/monthly'
import { exampleFill } from '@em/core/documents/sample'
import { formatTradeLine } from '@em/core/documents/trade-file'
import { chargeFees } from '@em/core/fee-tariffs/charge'
import { DEFAULT_TARIFFS, type Tariff } from '@em/core/fee-tariffs/tariff'
import { grossOf } from '@em/core/values/money'
import type { Api } from './api.ts'

/** A fill with the fees of the schedule: 1,000 JKH at 20.00, bought on 2026-06-15 under contract 70001. */
export function fill(of: Partial<DocumentLine> = {}): DocumentLine {
  const quantity = of.quantity ?? 1_000n
  const price = of.price ?? 200_000n
  const gross = of.gross ?? grossOf(quantity, price)
  const { fees } = chargeFees(DEFAULT_TARIFFS[0] as Tariff, gross)
  const line = {
    ...exampleFill(),
    tradeDate: '2026-06-15',
    settlementDate: '2026-06-17',
    quantity,
    price,
    gross,
    fees,
    ...of,
  }
  return {
    ...line,
    executionId: of.executionId ?? `E${line.line}${line.contractNumber ?? ''}`,
    net: netOf(line),
  }
}

/** A trade file of them. */
export const tradeFileOf = (fills: readonly DocumentLine[]) => fills.map(formatTradeLine).join('\r\n')

/** A monthly list of one buy that may be of 6 March or of 3 June 2026, as an upload sends it. */
export function openList(): { fileName: string; data: string } {
  const [names = [], cells = []] = formatMonthly([fill({ contractNumber: '70095' })])
  const written = cells
    .with(names.indexOf('Trade Date'), '06/03/2026')
    .with(names.indexOf('Settlement Date'), '')
  return { fileName: 'march.csv', data: Buffer.from(csvOf([names, written])).toString('base64') }
}

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
