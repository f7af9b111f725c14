import type { Exposure } from '@em/contract/holdings/holdings'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { Amount, Percent, Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'

/** The ten largest securities of what is held. */
export function Largest({ rows }: { rows: Exposure['largest'] }) {
  return (
    <Section title="Largest holdings">
      <SmallTable label="Largest holdings">
        <thead>
          <tr>
            <th>Security</th>
            <th data-optional>Company</th>
            <th data-optional>Sector</th>
            <th data-right data-optional>
              Portfolios
            </th>
            <th data-right>Market Value (LKR)</th>
            <th data-right>Share</th>
            <th data-right data-optional>
              Gain
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.symbol}>
              <td title={row.companyName}>
                <SecurityLink symbol={row.symbol} />
              </td>
              <td data-optional>{row.companyName}</td>
              <td data-optional>{row.sector}</td>
              <td data-right data-optional>
                <Quantity value={row.portfolios} />
              </td>
              <td data-right>
                <Amount value={row.value} />
              </td>
              <td data-right>
                <Percent value={row.weight} />
              </td>
              <td data-right data-optional>
                <Percent value={row.gainPercent} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Section>
  )
}
