import type { Consequences } from '@em/contract/trades/trade-preview'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'

interface AffectedSalesProps {
  consequences: Consequences
  /** The trade that is changed, marked where it is one of them. */
  self?: number
}

/** The sales whose cost changes, before and after; nothing where there are none. */
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
