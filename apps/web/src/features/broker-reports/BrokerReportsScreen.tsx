import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { Tabs } from '@mantine/core'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { BrokerFilter, PortfolioFilter } from '../../registers/FilterChoices.tsx'
import { FilterSpan } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { CommissionTab } from './CommissionTab.tsx'
import { FeeProofTab } from './FeeProofTab.tsx'
import { type BrokerTab, filtersOf, TABS, tabOf } from './filters.ts'
import { NotesTab } from './NotesTab.tsx'
import { StatementTab } from './StatementTab.tsx'

const PARTS = {
  commission: CommissionTab,
  notes: NotesTab,
  proof: FeeProofTab,
  statement: StatementTab,
} as const
const CALLS = {
  commission: brokerReports.commission,
  notes: brokerReports.notes,
  proof: brokerReports.feeProof,
  statement: brokerReports.statement,
} as const

/** Broker Reports: what brokers charged, their contract notes, the proof of their fees, and their accounts. */
export default function BrokerReportsScreen() {
  const query = useHashQuery()
  const may = useMay()
  const names = (Object.keys(TABS) as BrokerTab[]).filter((name) => may(CALLS[name]))
  const filters = filtersOf(query)
  const asked = tabOf(query)
  const tab = names.includes(asked) ? asked : 'commission'
  const Part = PARTS[tab]
  // A document has no portfolio: its clients have.
  const hasPortfolio = tab !== 'proof'
  const set = { portfolio: hasPortfolio ? filters.portfolio : '', broker: filters.broker }
  return (
    <Page
      title="Broker Reports"
      lead="What brokers charged, their contract notes, the proof of their fees, and what is open with them."
    >
      <FilterFrame
        label="Which books, broker and days are reported"
        count={filtersSet(set)}
        onClear={() => changeHashQuery({ portfolio: '', broker: '', from: '', to: '' })}
      >
        {hasPortfolio && (
          <PortfolioFilter
            value={filters.portfolio}
            onChange={(portfolio) => changeHashQuery({ portfolio })}
          />
        )}
        <BrokerFilter
          none={tab === 'statement'}
          value={filters.broker}
          onChange={(broker) => changeHashQuery({ broker })}
        />
        <FilterSpan
          labels={['From', 'To']}
          from={filters.from}
          to={filters.to}
          onChange={(days) => changeHashQuery({ ...days })}
        />
      </FilterFrame>
      <Tabs
        value={tab}
        onChange={(to) => changeHashQuery({ tab: to === 'commission' ? '' : to, status: '' })}
      >
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TABS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {filters.from > filters.to ? (
        <Section card>
          <EmptyState title="No period chosen">The start date must not be after the end date.</EmptyState>
        </Section>
      ) : (
        <Part filters={filters} />
      )}
    </Page>
  )
}
