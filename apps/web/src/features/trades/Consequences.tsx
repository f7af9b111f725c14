import type { Consequences } from '@em/contract/books/sells'
import { Banner } from '../../ui/Banner.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './trades.module.css'

/** Whether a trade changes anything that was recorded before it. */
export function changesOthers(consequences: Consequences | undefined): consequences is Consequences {
  return consequences !== undefined && (consequences.affectedSales > 0 || consequences.lotsRematched > 0)
}

/** What a trade dated before others would change beyond itself: their cost and gain, month by month. Nothing else shows nothing. */
export function WhatWouldChange({ consequences }: { consequences: Consequences | undefined }) {
  if (!changesOthers(consequences)) return null
  const { affectedSales, sales, gainsByMonth } = consequences
  const one = affectedSales === 1
  return (
    <Section title="What would change">
      <Banner tone={affectedSales === 0 ? 'info' : 'warning'}>
        {affectedSales === 0 ? (
          'This trade is dated before others. No recorded sale gets another cost by it.'
        ) : (
          <>
            This trade is dated before others. Authorizing it changes the cost of{' '}
            <Quantity value={affectedSales} /> recorded {one ? 'sale' : 'sales'}, posted as one linked
            difference entry {one ? '' : 'each'}.
          </>
        )}
      </Banner>
      {sales.length > 0 && <SalesTable sales={sales} of={affectedSales} />}
      {gainsByMonth.length > 0 && <MonthsTable months={gainsByMonth} />}
    </Section>
  )
}

function SalesTable({ sales, of }: { sales: Consequences['sales']; of: number }) {
  const shortened = sales.length < of
  return (
    <div className={`${css.tableFrame} ${css.spaced}`} tabIndex={0} role="region" aria-label="Affected sales">
      <table className={css.table}>
        {shortened && (
          <caption className={css.caption}>
            The first <Quantity value={sales.length} /> of <Quantity value={of} /> are listed.
          </caption>
        )}
        <thead>
          <tr>
            <th scope="col">Sale</th>
            <th scope="col" className={css.optional}>
              Trade Date
            </th>
            <th scope="col" className={css.right}>
              Cost before (LKR)
            </th>
            <th scope="col" className={css.right}>
              Cost after (LKR)
            </th>
            <th scope="col" className={css.right}>
              Gain before (LKR)
            </th>
            <th scope="col" className={css.right}>
              Gain after (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => (
            <tr key={sale.id}>
              <td>{sale.deal_number}</td>
              <td className={css.optional}>
                <DateText value={sale.trade_date} />
              </td>
              <td className={css.right}>
                <Amount value={sale.costBefore} />
              </td>
              <td className={css.right}>
                <Amount value={sale.costAfter} />
              </td>
              <td className={css.right}>
                <Amount value={sale.gainBefore} signed />
              </td>
              <td className={css.right}>
                <Amount value={sale.gainAfter} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MonthsTable({ months }: { months: Consequences['gainsByMonth'] }) {
  return (
    <div
      className={`${css.tableFrame} ${css.spaced}`}
      tabIndex={0}
      role="region"
      aria-label="Realized gains by month"
    >
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Realized gain of</th>
            <th scope="col" className={css.right}>
              Before (LKR)
            </th>
            <th scope="col" className={css.right}>
              After (LKR)
            </th>
            <th scope="col" className={css.right}>
              Difference (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, before, after, difference }) => (
            <tr key={month}>
              <td>{monthName(month)}</td>
              <td className={css.right}>
                <Amount value={before} signed />
              </td>
              <td className={css.right}>
                <Amount value={after} signed />
              </td>
              <td className={css.right}>
                <Amount value={difference} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MONTHS = new Intl.DateTimeFormat('en-LK', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-06` -> `June 2026` */
export function monthName(month: string): string {
  const [year, number] = month.split('-').map(Number)
  if (year === undefined || number === undefined || Number.isNaN(year + number)) return month
  return MONTHS.format(Date.UTC(year, number - 1, 1))
}
