import type { TradeDryRun } from '@em/contract/books/sells'
import { Banner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { PositionChange, PostingsTable } from '../trades/BooksPreview.tsx'
import { AffectedSales, GainsByMonth } from '../trades/Consequences.tsx'
import { summaryOf } from './preview.ts'
import css from './Transactions.module.css'
import type { Difference } from './versions.ts'

/** Before and after, fact by fact. */
export function DifferenceTable({ rows, label }: { rows: readonly Difference[]; label: string }) {
  return (
    <SmallTable label={label} tall>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          <th scope="col" data-right>
            Now
          </th>
          <th scope="col" data-right>
            After saving
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <td>{row.label}</td>
            <td data-wrap data-right>
              {row.before === '' ? '\u2013' : row.before}
            </td>
            <td data-wrap data-right>
              <span className={css.strong}>{row.after === '' ? '\u2013' : row.after}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** What a write does to the books beyond the trade itself; `self` is the trade's id. */
export function Consequences({ dryRun, self }: { dryRun: TradeDryRun; self: number }) {
  const { consequences, warnings } = dryRun
  return (
    <>
      {warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      <Section title="Affected sales">
        <p className={css.quiet} style={{ margin: 0 }}>
          {summaryOf(dryRun, self)}
          {consequences.lotsRematched > 0 &&
            ` Lots are matched again for ${consequences.lotsRematched === 1 ? '1 sale' : `${consequences.lotsRematched.toLocaleString('en-LK')} sales`}.`}
        </p>
        <AffectedSales consequences={consequences} self={self} />
      </Section>
      {consequences.gainsByMonth.length > 0 && (
        <Section title="Realized gains by month">
          <GainsByMonth months={consequences.gainsByMonth} />
        </Section>
      )}
      <Section title="Holding">
        <PositionChange position={dryRun.position} />
      </Section>
      <Section title="Ledger lines">
        {dryRun.postings.length === 0 ? (
          <p className={css.quiet} style={{ margin: 0 }}>
            Nothing is posted.
          </p>
        ) : (
          <PostingsTable postings={dryRun.postings} />
        )}
      </Section>
    </>
  )
}
