import type { Consequences } from '@em/contract/trades/trade-preview'
import { monthInWords } from '@em/core/values/date-texts'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'

/** Realized gains by the month of the sale, before and after; nothing where none changes. */
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
