import { Tabs } from '@mantine/core'
import { today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useYearEnd } from '../../lib/useYearEnd.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState, Skeletons } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { booksIn } from '../trial-balance/filters.ts'
import { filtersOf, isByTrade, isWrong, type RealizedFilters, type RealizedTab, TABS } from './filters.ts'
import { PerformanceActions } from './PerformanceActions.tsx'
import { PerformanceTab } from './PerformanceTab.tsx'
import { RealizedFilterBar } from './RealizedFilterBar.tsx'
import { ScheduleTab } from './ScheduleTab.tsx'
import { TaxTab } from './TaxTab.tsx'
import { TradesTab } from './TradesTab.tsx'

/** Realized Gain/Loss Tracking: what sales came to, before and after costs, by trade date, by posting date and by tax year. */
export default function RealizedScreen() {
  const hash = useHashQuery()
  const yearEnd = useYearEnd(booksIn(hash))
  const filters = filtersOf(hash, today(), yearEnd ?? 12)
  const wrong = isWrong(filters)
  const byTrade = isByTrade(filters.tab)
  return (
    <Page
      title="Realized Gain/Loss Tracking"
      lead="What sales came to: the capital gain, and what is left of it after fees and cost of funds."
      actions={byTrade && <PerformanceActions filters={filters} disabled={wrong || yearEnd === undefined} />}
    >
      <RealizedFilterBar filters={filters} yearEnd={yearEnd ?? 12} wrong={wrong} />
      <TabChoice tab={filters.tab} />
      {wrong ? (
        <Section card>
          <EmptyState title="No period chosen">The start date must not be after the end date.</EmptyState>
        </Section>
      ) : yearEnd === undefined ? (
        <Skeletons rows={12} />
      ) : (
        <Shown filters={filters} />
      )}
    </Page>
  )
}

function TabChoice({ tab }: { tab: RealizedTab }) {
  const choose = (to: string | null) => changeHashQuery({ tab: to === 'trades' ? '' : to })
  const names = Object.keys(TABS) as RealizedTab[]
  if (useNarrow()) {
    return (
      <SelectField
        label="View"
        clearable={false}
        value={tab}
        onChange={choose}
        options={names.map((value) => ({ value, label: TABS[value] }))}
      />
    )
  }
  return (
    <Tabs value={tab} onChange={choose}>
      <Tabs.List>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {TABS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

function Shown({ filters }: { filters: RealizedFilters }) {
  switch (filters.tab) {
    case 'performance':
      return <PerformanceTab filters={filters} />
    case 'schedule':
      return <ScheduleTab filters={filters} />
    case 'tax':
      return <TaxTab filters={filters} />
    default:
      return <TradesTab filters={filters} />
  }
}
