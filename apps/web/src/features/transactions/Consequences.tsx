import type { TradeDryRun } from '@em/contract/books/sells'
import { Banner } from '../../ui/Banner.tsx'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { PositionChange, PostingsTable } from '../trades/BooksPreview.tsx'
import { summaryOf } from './preview.ts'
import css from './Transactions.module.css'
import type { Difference } from './versions.ts'

/** Before and after, fact by fact. */
export function DifferenceTable({ rows, label }: { rows: readonly Difference[]; label: string }) {
  return (
    <div className={css.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">Now</th>
            <th scope="col">After saving</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <td>{row.label}</td>
              <td className={css.wrap}>{row.before === '' ? '\u2013' : row.before}</td>
              <td className={css.wrap}>
                <span className={css.strong}>{row.after === '' ? '\u2013' : row.after}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
            ` Lots are matched anew for ${consequences.lotsRematched === 1 ? '1 sale' : `${consequences.lotsRematched.toLocaleString('en-LK')} sales`}.`}
        </p>
        {consequences.sales.length > 0 && <Sales consequences={consequences} self={self} />}
      </Section>
      {consequences.gainsByMonth.length > 0 && (
        <Section title="Realized gains by month">
          <Months months={consequences.gainsByMonth} />
        </Section>
      )}
      <Section title="Position">
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

type Of = TradeDryRun['consequences']

function Sales({ consequences: { sales, affectedSales }, self }: { consequences: Of; self: number }) {
  const all = sales.length >= affectedSales
  return (
    <div className={css.frame} tabIndex={0} role="region" aria-label="Affected sales">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Sale</th>
            <th scope="col">Trade date</th>
            <th scope="col" className={css.right}>
              Cost now (LKR)
            </th>
            <th scope="col" className={css.right}>
              Cost after (LKR)
            </th>
            <th scope="col" className={css.right}>
              Gain now (LKR)
            </th>
            <th scope="col" className={css.right}>
              Gain after (LKR)
            </th>
            <th scope="col" className={css.right}>
              Gain changes by (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => (
            <tr key={sale.id}>
              <td>
                {sale.deal_number}
                {sale.id === self && <span className={css.quiet}> (this sale)</span>}
              </td>
              <td>
                <DateText value={sale.trade_date} />
              </td>
              <td className={css.right}>
                <Amount value={sale.costBefore} />
              </td>
              <td className={css.right}>
                <Amount value={sale.costAfter} />
              </td>
              <td className={css.right}>
                <Amount value={sale.gainBefore} />
              </td>
              <td className={css.right}>
                <Amount value={sale.gainAfter} />
              </td>
              <td className={css.right}>
                <Amount value={sumOf([sale.gainAfter, -sale.gainBefore])} signed />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={6}>
              {all
                ? `Total of ${sales.length === 1 ? '1 sale' : `${sales.length} sales`}`
                : `Total of the first ${sales.length} of ${affectedSales.toLocaleString('en-LK')} sales`}
            </td>
            <td className={css.right}>
              <Amount value={sumOf(sales.flatMap((sale) => [sale.gainAfter, -sale.gainBefore]))} signed />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function Months({ months }: { months: Of['gainsByMonth'] }) {
  return (
    <div className={css.frame} tabIndex={0} role="region" aria-label="Realized gains by month">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className={css.right}>
              Now (LKR)
            </th>
            <th scope="col" className={css.right}>
              After (LKR)
            </th>
            <th scope="col" className={css.right}>
              Changes by (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <td>{month.format(new Date(`${one.month}-01T00:00:00Z`))}</td>
              <td className={css.right}>
                <Amount value={one.before} />
              </td>
              <td className={css.right}>
                <Amount value={one.after} />
              </td>
              <td className={css.right}>
                <Amount value={one.difference} signed />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Total</td>
            <td className={css.right}>
              <Amount value={sumOf(months.map((one) => one.difference))} signed />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
