import { eventReports } from '@em/contract/corporate-actions/event-reports'
import { ACTION_KINDS, KINDS } from '@em/contract/corporate-actions/kinds'
import { SegmentedControl } from '@mantine/core'
import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { useRoute } from '../../../lib/query.ts'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { FilterSpan, withChosen } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useSecurities } from '../form/choices.tsx'
import { STATE_WORDS } from '../form/kinds.ts'
import { EventInAddress } from '../shared/EventInAddress.tsx'
import { Claims } from './Claims.tsx'
import { EventLines } from './EventLines.tsx'
import {
  type EventFilters,
  filtersOf,
  LISTED_STATES,
  NO_FILTERS,
  ONLY,
  ONLY_WORDS,
  viewOf,
} from './event-lines.ts'

const change = (changes: Partial<EventFilters>) => changeHashQuery({ ...changes })
const clear = () => change(NO_FILTERS)

/** Events: the expected, booked and received amounts of each; and claims of trades that settled late. */
export default function EventsScreen() {
  const query = useHashQuery()
  const view = viewOf(query)
  const filters = filtersOf(query)
  const securities = useSecurities()
  // The switch shows how many claims are open, whichever side is shown.
  const open = useRoute(eventReports.claims, { query: { state: 'open' } }, { keepPrevious: true })
  const claims =
    open.data === undefined || open.data.length === 0 ? 'Claims' : `Claims (${open.data.length} open)`
  return (
    <Page
      title="Events Report"
      lead="What each event was expected to bring each portfolio, what the ledger has booked, and what came in."
    >
      <SegmentedControl
        aria-label="What is shown"
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'events', label: 'Expected, booked, received' },
          { value: 'claims', label: claims },
        ]}
        value={view}
        onChange={(value) => changeHashQuery({ view: value === 'claims' ? value : '' })}
      />
      <FilterFrame folded label="Filter the events" count={filtersSet(filters)} onClear={clear}>
        <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
        <SelectField
          label="Kind"
          placeholder="All kinds"
          value={filters.kind}
          onChange={(kind) => change({ kind: kind as EventFilters['kind'] })}
          options={ACTION_KINDS.map((value) => ({ value, label: KINDS[value].word }))}
        />
        <SelectField
          label="Security"
          placeholder="All securities"
          searchable
          value={filters.securityCode}
          onChange={(securityCode) => change({ securityCode })}
          options={withChosen(
            securities.items.map(({ key, name }) => ({ value: key, label: `${key} ${name}` })),
            filters.securityCode,
          )}
        />
        {view === 'events' && (
          <SelectField
            label="State"
            placeholder="All states"
            value={filters.state}
            onChange={(state) => change({ state: state as EventFilters['state'] })}
            options={LISTED_STATES.map((value) => ({ value, label: STATE_WORDS[value].word }))}
          />
        )}
        <SelectField
          label="Show"
          placeholder="All"
          value={filters.only}
          onChange={(only) => change({ only: only as EventFilters['only'] })}
          options={ONLY.filter((value) => view === 'events' || value === 'open').map((value) => ({
            value,
            label: ONLY_WORDS[value],
          }))}
        />
        <FilterSpan labels={['XD from', 'XD to']} from={filters.from} to={filters.to} onChange={change} />
      </FilterFrame>
      {view === 'claims' ? (
        <Claims filters={filters} onClear={clear} />
      ) : (
        <EventLines filters={filters} onClear={clear} />
      )}
      <EventInAddress />
    </Page>
  )
}
