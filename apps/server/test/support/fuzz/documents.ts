/** Documents of brokers: trade files, monthly lists, confirmations, drop copies. */
import { isDeepStrictEqual } from 'node:util'
import type { DocumentRead } from '@em/core/documents/line'
import { SAMPLE_DEFECTS, sampleDocuments } from '@em/core/documents/sample'
import { parseSymbol } from '@em/core/securities/symbol'
import { isPlainDate } from '@em/core/values/dates'
import { MONEY_MAX } from '@em/core/values/decimal'
import { writeXlsx } from 'hucre'
import { documentFromJson, documentJson } from '../../../src/features/documents/facts/line-fields.ts'
import { documentOf } from '../../../src/features/documents/files/document-reader.ts'
import { confirmationPdf } from '../confirmation-pdf.ts'
import { CHANGES, TEXT_CHANGES } from './changes.ts'
import type { FuzzedKind } from './kind.ts'

const OF_TEXTS = [...CHANGES, ...CHANGES, ...TEXT_CHANGES]

function kindOf(
  whole: (made: ReturnType<typeof sampleDocuments>) => Promise<Buffer>,
  changes = OF_TEXTS,
): FuzzedKind {
  return {
    whole: () => whole(sampleDocuments({ lines: 5, clients: 2, defects: SAMPLE_DEFECTS })),
    changes,
    judge: async (bytes, next) =>
      wrongIn(await documentOf(bytes, { fileName: 'x', password: null, anyPdf: next(4) === 0 })),
  }
}

export const DOCUMENTS = {
  'trade-file': kindOf(async ({ tradeFile }) => Buffer.from(tradeFile)),
  monthly: kindOf(async ({ monthly }) => Buffer.from(monthly)),
  'drop-copy': kindOf(async ({ dropCopy }) => Buffer.from(dropCopy)),
  confirmation: kindOf(async ({ confirmations }) => Buffer.from(confirmations.flat().join('\r\n'))),
  workbook: kindOf(
    async ({ monthly }) => {
      const rows = monthly
        .trimEnd()
        .split('\r\n')
        .map((line) =>
          line.replaceAll(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(',', '')).split(','),
        )
      return Buffer.from(await writeXlsx({ sheets: [{ name: 'Trades', rows }] }))
    },
    [...CHANGES],
  ),
  pdf: kindOf(async ({ confirmations }) => Buffer.from(confirmationPdf(confirmations)), [...CHANGES]),
} as const satisfies Readonly<Record<string, FuzzedKind>>

/** The first fault of a document as it was read; null for a good one. */
async function wrongIn(document: DocumentRead): Promise<string | null> {
  for (const line of document.lines) {
    const { tradeDate, symbol, quantity, price, gross, fees, foreignBrokerage, settlementDate } = line
    if (!isPlainDate(tradeDate)) return `date ${tradeDate}`
    if (settlementDate !== null && !isPlainDate(settlementDate)) return `date ${settlementDate}`
    // A message may name its security by ISIN, and a cancel leave its shares to its fill.
    if (parseSymbol(symbol) === null && symbol !== line.isin) return `symbol ${symbol}`
    if (!line.cancelled && (quantity <= 0n || price <= 0n)) return `${quantity} at ${price}`
    const amounts = [gross, foreignBrokerage, ...Object.values(fees)]
    if (amounts.some((amount) => amount < 0n || amount > MONEY_MAX)) return `amounts ${amounts.join(' ')}`
    const texts = [line.contractNumber, line.clientName, line.orderId, ...Object.values(line.rest)]
    if (texts.some((text) => text !== null && (text === '' || text.length > 200 || !text.isWellFormed()))) {
      return `texts ${JSON.stringify(texts)}`
    }
  }
  const again = await documentFromJson(JSON.parse(JSON.stringify(documentJson(document))) as never)
  return isDeepStrictEqual(again, document) ? null : 'it is another on the other side of its process'
}
