import { holdings } from '@em/contract/holdings/holdings'
import { realized } from '@em/contract/realized/realized'
import { useMay } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { TabButton } from '../../../links/TabButton.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText, Quantity } from '../../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'

/** Capital gains by holding period: realized in the financial year to date, and unrealized on the date. */
export function TaxSummary({ portfolioId, asOf }: { portfolioId: string; asOf: string }) {
  const query = useRoute(holdings.ages, {
    params: { id: portfolioId },
    query: asOf === '' ? {} : { asOf },
  })
  return (
    <>
      <RealizedGains portfolioId={portfolioId} />
      <Loaded query={query} failed="Failed to load the holding periods">
        {(rows) => (
          <>
            <Stats>
              <StatCard
                label="Unrealized, Short Term (LKR)"
                value={<Amount value={sumOf(rows.map((row) => row.shortGain))} signed />}
                note="Shares held for 365 days or less"
              />
              <StatCard
                label="Unrealized, Long Term (LKR)"
                value={<Amount value={sumOf(rows.map((row) => row.longGain))} signed />}
                note="Shares held for more than 365 days"
              />
            </Stats>
            <Section title="Unrealized capital gains by holding period">
              {rows.length === 0 ? (
                <EmptyState title="Nothing is held" />
              ) : (
                <SmallTable label="Unrealized capital gains by holding period" tall>
                  <thead>
                    <tr>
                      <th>Security</th>
                      <th data-right data-optional>
                        Shares, short term
                      </th>
                      <th data-right>Gain, short term (LKR)</th>
                      <th data-right data-optional>
                        Shares, long term
                      </th>
                      <th data-right>Gain, long term (LKR)</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.symbol}>
                        <td title={row.companyName}>
                          <SecurityLink symbol={row.symbol} />
                        </td>
                        <td data-right data-optional>
                          <Quantity value={row.shortQuantity} />
                        </td>
                        <td data-right>
                          <Amount value={row.shortQuantity === 0 ? null : row.shortGain} signed />
                        </td>
                        <td data-right data-optional>
                          <Quantity value={row.longQuantity} />
                        </td>
                        <td data-right>
                          <Amount value={row.longQuantity === 0 ? null : row.longGain} signed />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </SmallTable>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

/** The realized gains of the financial year to date. */
function RealizedGains({ portfolioId }: { portfolioId: string }) {
  const may = useMay()(realized.data)
  const query = useRoute(
    realized.data,
    { query: { portfolioId, timeRange: 'YTD', history: '0', startDate: null, endDate: null } },
    { enabled: may },
  )
  if (!may) return null
  return (
    <Section
      title="Realized in the financial year to date"
      actions={
        <TabButton
          variant="default"
          size="compact-sm"
          to={['Valuation and MTM', 'Realized Gain/Loss Tracking']}
          query={{ portfolio: portfolioId }}
        >
          Realized gains
        </TabButton>
      }
    >
      <Loaded query={query} failed="Failed to load the realized gains">
        {({ taxSummary: tax, period }) => (
          <Stats>
            <StatCard
              label="Short-term Gains (LKR)"
              value={<Amount value={tax.shortTermGains} signed />}
              note={
                period.startDate === null ? (
                  'Since the beginning'
                ) : (
                  <>
                    Since <DateText value={period.startDate} />
                  </>
                )
              }
            />
            <StatCard label="Short-term Losses (LKR)" value={<Amount value={tax.shortTermLosses} signed />} />
            <StatCard label="Long-term Gains (LKR)" value={<Amount value={tax.longTermGains} signed />} />
            <StatCard label="Long-term Losses (LKR)" value={<Amount value={tax.longTermLosses} signed />} />
          </Stats>
        )}
      </Loaded>
    </Section>
  )
}
