import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { averageOf } from '../form/figures.ts'
import type { TradePreview } from './useAuthorization.ts'

/** The holding before and after the trade. */
export function HoldingChange({ position }: { position: TradePreview['position'] }) {
  const { before, after } = position
  const average = (held: typeof before) => averageOf(held.cost, held.quantity)
  const rows = [
    [
      'Shares held',
      <Quantity key="b" value={before.quantity} />,
      <Quantity key="a" value={after.quantity} />,
    ],
    ['Cost (LKR)', <Amount key="b" value={before.cost} />, <Amount key="a" value={after.cost} />],
    [
      'Average price (LKR)',
      <Price key="b" value={average(before)} />,
      <Price key="a" value={average(after)} />,
    ],
    [
      'Charges carried (LKR)',
      <Amount key="b" value={before.charges} />,
      <Amount key="a" value={after.charges} />,
    ],
  ] as const
  return (
    <SmallTable label="Holding">
      <thead>
        <tr>
          <th scope="col">Holding</th>
          <th scope="col" data-right>
            Before
          </th>
          <th scope="col" data-right>
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, old, next]) => (
          <tr key={label}>
            <td>{label}</td>
            <td data-right>{old}</td>
            <td data-right>{next}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
