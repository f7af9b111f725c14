/** The answer of POST /trade-summary/extract-pdf-text, as the specification describes it. */
import type { ExtractedPdf } from '@em/contract/documents/extracted-pdf'
import type { DocumentRead } from '@em/core/documents/line'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees, sumOf } from '@em/core/values/money'

/** The text of a document and what it says; of a file that is no PDF only what it says. */
export function extractedFrom({ header, lines, text }: DocumentRead): ExtractedPdf {
  const { brokerName, address, tel, fax, email } = header
  return {
    success: true,
    text: text ?? '',
    parsedData: {
      header: { brokerName, address, tel, fax, email },
      clientInfo: { accountNo: header.clientAccount, clientName: header.clientName },
      metadata: { tradeDate: header.tradeDate, settlementDate: header.settlementDate },
      transactions: lines.map((line) => ({
        tradeDate: line.tradeDate,
        side: line.side,
        symbol: line.symbol,
        contractNo: line.contractNumber ?? '',
        shares: Number(line.quantity),
        price: toJsonNumber(line.price, PRICE_SCALE),
        grossAmount: rupees(line.gross),
        netAmount: rupees(line.net),
        settlementDate: line.settlementDate ?? '',
      })),
      summary: {
        totalShares: Number(sumOf(lines.map(({ quantity }) => quantity))),
        totalGrossAmount: rupees(sumOf(lines.map(({ gross }) => gross))),
        totalNetAmount: rupees(sumOf(lines.map(({ net }) => net))),
        salesTotal: rupees(sumOf(lines.filter(({ side }) => side === 'sell').map(({ net }) => net))),
      },
    },
  }
}
