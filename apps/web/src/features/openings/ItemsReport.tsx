import { Stack } from '@mantine/core'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/Page.tsx'
import { PostingLines } from '../../ui/PostingLines.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { faultSentences } from '../batches/rows/faults.ts'
import { FaultLine, type GoToRow, RowLink } from '../batches/rows/RowLinks.tsx'
import rowsCss from '../batches/rows/Rows.module.css'
import type { Check } from '../batches/rows/useCheck.ts'
import { ITEM_COLUMNS, type ItemsCheck } from './open-items.ts'

const LISTED = 200
const LABELS = new Map(ITEM_COLUMNS.map(({ field, label }) => [field, label]))

interface ItemsReportProps {
  check: Check<ItemsCheck>
  /** How many rows hold anything. */
  rows: number
  onGo: GoToRow
}

/** The preview of open items: faults by row, or the items kept, recorded and reversed, with their postings. */
export function ItemsReport({ check: { last, open }, rows, onGo }: ItemsReportProps) {
  if (last === null) return null
  const { report, checked, fresh } = last
  if (report.report === null) {
    const failed = new Set(report.errors.map(({ row }) => row)).size
    return (
      <Banner tone={open.length === 0 ? 'info' : 'error'}>
        {failed} of {counted(rows, 'row')} {fresh ? 'cannot' : 'could not'} be recorded.
        {!fresh && ' Rows were changed since: check them again.'}
        <ul className={rowsCss.list}>
          {faultSentences(open, LABELS)
            .slice(0, LISTED)
            .map((fault) => (
              <li key={fault.sentence}>
                <FaultLine fault={fault} checked={checked} onGo={onGo} />
              </li>
            ))}
        </ul>
      </Banner>
    )
  }
  if (!fresh) return null
  const { added, kept, removed, warnings, postings } = report.report
  const parts = [
    ...(added > 0 ? [`${counted(added, 'item')} ${added === 1 ? 'is' : 'are'} recorded`] : []),
    ...(kept > 0 ? [`${counted(kept, 'item')} ${kept === 1 ? 'stays' : 'stay'} as recorded`] : []),
    ...(removed > 0 ? [`${counted(removed, 'item')} ${removed === 1 ? 'is' : 'are'} taken back`] : []),
  ]
  return (
    <Stack gap="md">
      <WillWait preview={report.report} />
      {warnings.length > 0 && (
        <Banner tone="warning">
          Identical rows are recorded as separate items. Check that none was pasted twice.
          <ul className={rowsCss.list}>
            {warnings.slice(0, LISTED).map(({ row, message }) => (
              <li key={row}>
                <RowLink row={row} field="symbol" checked={checked} onGo={onGo} word />: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Banner tone={removed > 0 ? 'warning' : 'success'}>{parts.join(', ') || 'Nothing changes'}.</Banner>
      {postings.length > 0 && (
        <Section title="Ledger">
          <SmallTable label="Ledger lines" tall>
            <PostingLines lines={postings} />
          </SmallTable>
        </Section>
      )}
    </Stack>
  )
}
