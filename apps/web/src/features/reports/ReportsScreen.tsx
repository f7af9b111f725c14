import { Tabs } from '@mantine/core'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useYearEnd } from '../../lib/useYearEnd.ts'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState, Skeletons } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { isWrong, type RealizedFilters } from '../realized/filters.ts'
import { RealizedFilterBar } from '../realized/RealizedFilterBar.tsx'
import { ScheduleTab } from '../realized/ScheduleTab.tsx'
import { TaxTab } from '../realized/TaxTab.tsx'
import { booksIn } from '../trial-balance/filters.ts'
import { ScopeFields } from '../trial-balance/ScopeFields.tsx'
import { CostAndMarketTab } from './CostAndMarketTab.tsx'
import { FeesTab } from './FeesTab.tsx'
import { FilterMonth } from './FilterMonth.tsx'
import { MovementsTab } from './MovementsTab.tsx'
import { NetAssetsTab } from './NetAssetsTab.tsx'
import css from './Reports.module.css'
import { StatementTab } from './StatementTab.tsx'
import { type DateFilters, dateOf, periodIn, type ReportTab, TABS, tabIn } from './tabs.ts'

/** The reports that an accountant closes a period with, each tied to the ledger. */
export default function ReportsScreen() {
  const tab = tabIn(useHashQuery())
  return (
    <Page
      title="Accounting Reports"
      lead="Investments, their movements and what they are worth, tied to the ledger."
    >
      {TABS[tab].of === 'period' ? <InPeriod tab={tab} /> : <AtDate tab={tab} />}
    </Page>
  )
}

/** A report at a date: its filters, the choice of reports, the report. */
function AtDate({ tab }: { tab: ReportTab }) {
  const hash = useHashQuery()
  const filters: DateFilters = { ...booksIn(hash), date: dateOf(hash) }
  return (
    <>
      <div className={css.filters} role="search" aria-label="Which books and date are reported">
        <ScopeFields entity={filters.entity} portfolio={filters.portfolio} onChange={changeHashQuery} />
        {TABS[tab].of === 'month' ? (
          <FilterMonth date={filters.date} onChange={(date) => changeHashQuery({ date })} />
        ) : (
          <FilterDate label="As of" value={filters.date} onChange={(date) => changeHashQuery({ date })} />
        )}
      </div>
      <TabChoice tab={tab} />
      <DateReport tab={tab} filters={filters} />
    </>
  )
}

function DateReport({ tab, filters }: { tab: ReportTab; filters: DateFilters }) {
  switch (tab) {
    case 'net-assets':
      return <NetAssetsTab filters={filters} />
    case 'fees':
      return <FeesTab filters={filters} />
    case 'exceptions':
      return <CostAndMarketTab filters={filters} />
    default:
      return <StatementTab filters={filters} />
  }
}

/** The same of a period. */
function InPeriod({ tab }: { tab: ReportTab }) {
  const hash = useHashQuery()
  const yearEnd = useYearEnd(booksIn(hash))
  const filters = periodIn(hash, yearEnd ?? 12)
  const wrong = isWrong(filters)
  return (
    <>
      <RealizedFilterBar filters={filters} yearEnd={yearEnd ?? 12} wrong={wrong} />
      <TabChoice tab={tab} />
      {wrong ? (
        <Section card>
          <EmptyState title="No period chosen">The start date must not be after the end date.</EmptyState>
        </Section>
      ) : yearEnd === undefined ? (
        <Skeletons rows={12} />
      ) : (
        <PeriodReport tab={tab} filters={filters} />
      )}
    </>
  )
}

function PeriodReport({ tab, filters }: { tab: ReportTab; filters: RealizedFilters }) {
  switch (tab) {
    case 'realized':
      return <ScheduleTab filters={filters} />
    case 'tax':
      return <TaxTab filters={filters} />
    default:
      return <MovementsTab filters={filters} />
  }
}

const NAMES = Object.keys(TABS) as ReportTab[]

function TabChoice({ tab }: { tab: ReportTab }) {
  const choose = (to: string | null) => changeHashQuery({ tab: to === 'statement' ? '' : to })
  if (useNarrow()) {
    return (
      <SelectField
        label="Report"
        clearable={false}
        value={tab}
        onChange={choose}
        options={NAMES.map((value) => ({ value, label: TABS[value].name }))}
      />
    )
  }
  return (
    <Tabs value={tab} onChange={choose}>
      <Tabs.List>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {TABS[name].name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
