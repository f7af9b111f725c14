import {
  ACTIVITIES_MOST,
  ACTIVITIES_PAGE,
  ACTIVITY_DAYS,
  ACTIVITY_TYPES,
  type ActivityType,
  recentActivities,
} from '@em/contract/activities/recent-activities'
import { SegmentedControl } from '@mantine/core'
import { call, messageOf } from '../../lib/api.ts'
import { choiceIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { NativeSelectField } from '../../ui/form/NativeSelectField.tsx'
import { Pager } from '../../ui/grid/GridTools.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState, NothingFound, Skeletons } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import css from './Activities.module.css'
import { ActivityList } from './ActivityList.tsx'
import { activitiesReport } from './activities-report.ts'

const TYPES = Object.keys(ACTIVITY_TYPES) as ActivityType[]
const TYPE_CHOICES = TYPES.map((value) => ({ value, label: ACTIVITY_TYPES[value] }))
const DAYS = ACTIVITY_DAYS.map(String)
const DAY_CHOICES = DAYS.map((value) => ({
  value,
  label: value === '365' ? 'Last 12 months' : `Last ${value} days`,
}))
const NOTHING = 'No activities found'
const ADJUST = 'Try adjusting your filters'
/** "1,204 activities found", with Indian grouping. */
const found = (total: number) => `${total.toLocaleString('en-IN')} activities found`

/** Recent Activity: what was recorded lately, of all that the person may see. */
export default function RecentActivityScreen() {
  const address = useHashQuery()
  const type = choiceIn(address, 'type', TYPES)
  const days = choiceIn(address, 'days', DAYS)
  const page = Math.min(
    ACTIVITIES_MOST / ACTIVITIES_PAGE,
    Math.max(1, Math.trunc(Number(address.get('page') ?? 1)) || 1),
  )
  const { user } = useSession()
  const narrow = useNarrow()
  const filters = { ...(type === '' ? {} : { type }), ...(days === '' ? {} : { days: Number(days) }) }
  const query = useRoute(
    recentActivities,
    { query: { ...filters, page, limit: ACTIVITIES_PAGE } },
    { keepPrevious: true },
  )
  const { data } = query
  const refresh = () => void query.refetch()
  const report = async () => {
    const all = await call(recentActivities, { query: { ...filters, limit: ACTIVITIES_MOST } })
    const facts = [
      { label: 'Type', value: type === '' ? 'All' : ACTIVITY_TYPES[type] },
      { label: 'Time', value: DAY_CHOICES.find(({ value }) => value === days)?.label ?? 'Any time' },
    ]
    const by = `${user.first_name} ${user.last_name}`.trim()
    return activitiesReport(all.data, { facts, more: all.more, by })
  }
  const choose = (value: string) => changeHashQuery({ type: value, page: '' })
  return (
    <Page
      title="Recent Activity"
      lead="Trades, settlements, changes of portfolios and market data as they were recorded, newest first."
      actions={
        <>
          <ReportButtons report={report} pdfLabel="Export to PDF" disabled={(data?.total ?? 0) === 0} />
          <RefreshButton loading={query.isRefetching} onClick={refresh} />
        </>
      }
    >
      <div className={css.filters}>
        {narrow ? (
          <NativeSelectField
            label="Type"
            placeholder="All"
            value={type}
            onChange={choose}
            options={TYPE_CHOICES}
          />
        ) : (
          <SegmentedControl
            aria-label="Type"
            value={type}
            onChange={choose}
            data={[{ value: '', label: 'All' }, ...TYPE_CHOICES]}
          />
        )}
        <NativeSelectField
          label="Time"
          placeholder="Any time"
          value={days}
          onChange={(value) => changeHashQuery({ days: value, page: '' })}
          options={DAY_CHOICES}
        />
      </div>
      {data === undefined ? (
        query.isError ? (
          <ErrorState title={NOTHING} message={messageOf(query.error, '')} onRetry={refresh} />
        ) : (
          <Skeletons rows={10} height={28} />
        )
      ) : (
        <>
          {query.isError && (
            <Banner tone="warning">
              The activities could not be loaded again: {messageOf(query.error, '')} What you see may be out
              of date.
            </Banner>
          )}
          <p className={css.count} role="status">
            {found(data.total)}
            {data.more && `. Only the newest ${ACTIVITIES_MOST.toLocaleString('en-IN')} are listed.`}
          </p>
          {data.data.length > 0 ? (
            <ActivityList activities={data.data} />
          ) : type !== '' || days !== '' || page > 1 ? (
            <NothingFound title={NOTHING} onClear={() => changeHashQuery({ type: '', days: '', page: '' })}>
              {ADJUST}
            </NothingFound>
          ) : (
            <EmptyState title={NOTHING}>
              What is recorded from now on, a trade or a trade summary, is listed here.
            </EmptyState>
          )}
          <Pager
            page={page}
            size={ACTIVITIES_PAGE}
            total={data.total}
            noun="activities"
            onPage={(next) => changeHashQuery({ page: next === 1 ? '' : String(next) })}
          />
        </>
      )}
    </Page>
  )
}
