import type { Consequences } from '@em/contract/books/sells'
import { monthInWords } from '@em/core/values/date-words'
import { Stack } from '@mantine/core'
import { Banner } from '../../../ui/Banner.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'

/** Whether a trade changes anything that was recorded before it. */
export function changesOthers(consequences: Consequences | undefined): consequences is Consequences {
  return consequences !== undefined && (consequences.affectedSales > 0 || consequences.lotsRematched > 0)
}

/** What a trade dated before others would change beyond itself: their cost and gain, month by month. Nothing else shows nothing. */
export function WhatWouldChange({ consequences }: { consequences: Consequences | undefined }) {
  if (!changesOthers(consequences)) return null
  const { affectedSales, gainsByMonth } = consequences
  const one = affectedSales === 1
  return (
    <Section title="What would change">
      <Stack gap="sm">
        <Banner tone={affectedSales === 0 ? 'info' : 'warning'}>
          {affectedSales === 0 ? (
            'This trade is dated before others. It does not change the cost of any recorded sale.'
          ) : (
            <>
              This trade is dated before others. Authorizing it changes the cost of{' '}
              <Quantity value={affectedSales} /> recorded {one ? 'sale' : 'sales'}, posted as one linked
              difference entry{one ? '' : ' each'}.
            </>
          )}
        </Banner>
        <AffectedSales consequences={consequences} />
        <GainsByMonth months={gainsByMonth} />
      </Stack>
    </Section>
  )
}

interface AffectedSalesProps {
  consequences: Consequences
  /** The trade that is changed, marked where it is one of them. */
  self?: number
}

/** The sales that get another cost, as they stand and as they would; nothing where there are none. */
export function AffectedSales({ consequences: { sales, affectedSales }, self }: AffectedSalesProps) {
  if (sales.length === 0) return null
  const count = (value: number) => value.toLocaleString('en-LK')
  return (
    <SmallTable label="Affected sales" tall>
      <thead>
        <tr>
          <th scope="col">Sale</th>
          <th scope="col" data-optional>
            Trade Date
          </th>
          <th scope="col" data-right>
            Cost now (LKR)
          </th>
          <th scope="col" data-right>
            Cost after (LKR)
          </th>
          <th scope="col" data-right data-optional>
            Gain now (LKR)
          </th>
          <th scope="col" data-right data-optional>
            Gain after (LKR)
          </th>
          <th scope="col" data-right>
            Gain changes by (LKR)
          </th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.id}>
            <td>
              {sale.deal_number}
              {sale.id === self && ' (this sale)'}
            </td>
            <td data-optional>
              <DateText value={sale.trade_date} />
            </td>
            <td data-right>
              <Amount value={sale.costBefore} />
            </td>
            <td data-right>
              <Amount value={sale.costAfter} />
            </td>
            <td data-right data-optional>
              <Amount value={sale.gainBefore} />
            </td>
            <td data-right data-optional>
              <Amount value={sale.gainAfter} />
            </td>
            <td data-right>
              <Amount value={sumOf([sale.gainAfter, -sale.gainBefore])} signed />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>
            {sales.length < affectedSales
              ? `Total of the first ${count(sales.length)} of ${count(affectedSales)} sales`
              : `Total of ${sales.length === 1 ? '1 sale' : `${count(sales.length)} sales`}`}
          </td>
          <td data-optional />
          <td data-right>
            <Amount value={sumOf(sales.map((sale) => sale.costBefore))} />
          </td>
          <td data-right>
            <Amount value={sumOf(sales.map((sale) => sale.costAfter))} />
          </td>
          <td data-right data-optional>
            <Amount value={sumOf(sales.map((sale) => sale.gainBefore))} />
          </td>
          <td data-right data-optional>
            <Amount value={sumOf(sales.map((sale) => sale.gainAfter))} />
          </td>
          <td data-right>
            <Amount value={sumOf(sales.flatMap((sale) => [sale.gainAfter, -sale.gainBefore]))} signed />
          </td>
        </tr>
      </tfoot>
    </SmallTable>
  )
}

/** Realized gains by the month of the sale, as they stand and as they would; nothing where none changes. */
export function GainsByMonth({ months }: { months: Consequences['gainsByMonth'] }) {
  if (months.length === 0) return null
  return (
    <SmallTable label="Realized gains by month" tall>
      <thead>
        <tr>
          <th scope="col">Realized gain of</th>
          <th scope="col" data-right>
            Now (LKR)
          </th>
          <th scope="col" data-right>
            After (LKR)
          </th>
          <th scope="col" data-right>
            Changes by (LKR)
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, before, after, difference }) => (
          <tr key={month}>
            <td>{monthInWords(month)}</td>
            <td data-right>
              <Amount value={before} />
            </td>
            <td data-right>
              <Amount value={after} />
            </td>
            <td data-right>
              <Amount value={difference} signed />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>Total</td>
          <td data-right>
            <Amount value={sumOf(months.map((one) => one.before))} />
          </td>
          <td data-right>
            <Amount value={sumOf(months.map((one) => one.after))} />
          </td>
          <td data-right>
            <Amount value={sumOf(months.map((one) => one.difference))} signed />
          </td>
        </tr>
      </tfoot>
    </SmallTable>
  )
}
