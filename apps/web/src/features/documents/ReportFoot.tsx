import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { formatDate } from '../../lib/dates.ts'
import { daysOf } from './document/document.tsx'
import css from './document/TradeReport.module.css'

/** The sentence under a report made from a document. */
export function ReportFoot({ document }: { document: TradeDocumentDetail }) {
  const { tradeDate } = document.header
  const day = tradeDate === null ? daysOf(document) : formatDate(tradeDate)
  return <p className={css.foot}>{`This is a computer generated report on ${day}`}</p>
}
