import { ledger } from '@em/contract/ledger/ledger'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'

const SHOWN = 10

/** The newest ledger lines of a security, with a link to all of them. */
export function LatestLines({ symbol }: { symbol: string }) {
  const may = useMay()(ledger.list)
  const query = useRoute(ledger.list, { query: { search: symbol, limit: SHOWN } }, { enabled: may })
  if (!may) return null
  const all = (
    <TabButton
      variant="default"
      size="compact-sm"
      to={['Accounting Entries', 'General Ledger']}
      query={{ search: symbol }}
    >
      All ledger lines
    </TabButton>
  )
  return (
    <Section title="Latest ledger lines" actions={all}>
      <Loaded query={query} failed="Failed to load the ledger lines">
        {(lines) =>
          lines.length === 0 ? (
            <EmptyState title="No ledger lines yet" />
          ) : (
            <SmallTable label={`Latest ledger lines of ${symbol}`}>
              <thead>
                <tr>
                  <th>Date</th>
                  <th>Account</th>
                  <th data-optional>Description</th>
                  <th data-optional>Portfolio</th>
                  <th data-right>Debit (LKR)</th>
                  <th data-right>Credit (LKR)</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.id}>
                    <td>
                      <DateText value={line.date} />
                    </td>
                    <td data-wrap>
                      {line.account_code} {line.account_name}
                    </td>
                    <td data-optional data-wrap>
                      {line.description}
                    </td>
                    <td data-optional>{line.portfolio}</td>
                    <td data-right>
                      <Amount value={line.debit === 0 ? null : line.debit} />
                    </td>
                    <td data-right>
                      <Amount value={line.credit === 0 ? null : line.credit} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </SmallTable>
          )
        }
      </Loaded>
    </Section>
  )
}
