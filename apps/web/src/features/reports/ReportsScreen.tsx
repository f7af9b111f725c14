import { Tabs } from '@mantine/core'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Page } from '../../ui/Page.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { booksIn } from '../trial-balance/filters.ts'
import { ScopeFields } from '../trial-balance/ScopeFields.tsx'
import css from './Reports.module.css'
import { StatementTab } from './StatementTab.tsx'
import { type DateFilters, dateOf, type ReportTab, TABS, tabIn } from './tabs.ts'

/** The reports that an accountant closes a period with, each tied to the ledger. */
export default function ReportsScreen() {
  const hash = useHashQuery()
  const tab = tabIn(hash)
  const filters: DateFilters = { ...booksIn(hash), date: dateOf(hash) }
  return (
    <Page
      title="Accounting Reports"
      lead="Investments, their movements and what they are worth, tied to the ledger."
    >
      <div className={css.filters} role="search" aria-label="Which books and days are reported">
        <ScopeFields entity={filters.entity} portfolio={filters.portfolio} onChange={changeHashQuery} />
        <FilterDate label="As of" value={filters.date} onChange={(date) => changeHashQuery({ date })} />
      </div>
      <TabChoice tab={tab} />
      <StatementTab filters={filters} />
    </Page>
  )
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
