import { LIMIT_TABS, limits } from '@em/contract/limits/limits'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { SegmentedControl } from '@mantine/core'
import { today } from '../../lib/dates.ts'
import { dateIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { BreachList } from './BreachList.tsx'
import { IssuedShares } from './IssuedShares.tsx'
import { LimitList } from './LimitList.tsx'
import css from './Limits.module.css'
import { LimitsReport } from './LimitsReport.tsx'
import type { LimitTab } from './limit-texts.ts'
import { UtilisationList } from './UtilisationList.tsx'
import { WhatIf } from './WhatIf.tsx'

const VIEWS = [
  { value: 'utilisation', label: 'Utilisation' },
  { value: 'breaches', label: 'Breaches' },
  { value: 'limits', label: 'Limits' },
  { value: 'what-if', label: 'What-If' },
  { value: 'report', label: 'Report' },
] as const
const ISSUED = { value: 'issued', label: 'Issued Shares' } as const
type View = (typeof VIEWS)[number]['value'] | 'issued'

interface LimitsTabProps {
  tab: LimitTab
  title: string
  lead: string
}

/** A tab of Risk and Limit Management: utilisation, breaches, the limits themselves and what acts would do to them. */
export function LimitsTab({ tab, title, lead }: LimitsTabProps) {
  const address = useHashQuery()
  const asOf = dateIn(address, 'asOf')
  const portfolio = address.get('portfolio') ?? ''
  const views: readonly { value: View; label: string }[] = tab === 'position' ? [...VIEWS, ISSUED] : VIEWS
  const view = views.find(({ value }) => value === address.get('view'))?.value ?? 'utilisation'
  const kind = LIMIT_TABS[tab].join(',')
  const all = useAllPortfolios()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const of = portfolio === '' ? {} : { portfolio }
  const utilisation = useRoute(
    limits.utilisation,
    { query: { kind: kind as never, ...of, ...(asOf === '' ? {} : { asOf }) } },
    { keepPrevious: true },
  )
  const breaches = useRoute(
    limits.breaches,
    { query: { kind: kind as never, ...of } },
    { keepPrevious: true },
  )
  const rows = utilisation.data?.rows
  const count = (state: string) => rows?.filter((row) => row.state === state).length ?? 0
  const refresh = () => void Promise.all([utilisation.refetch(), breaches.refetch()])
  const late = breaches.data?.filter(({ state }) => state === 'late').length ?? 0
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <RefreshButton loading={utilisation.isRefetching || breaches.isRefetching} onClick={refresh} />
      }
    >
      <div className={css.above}>
        <SegmentedControl
          aria-label="View"
          data={[...views]}
          value={view}
          onChange={(value) => changeHashQuery({ view: value === 'utilisation' ? '' : value })}
        />
        {(view === 'utilisation' || view === 'breaches') && (
          <div className={css.filters}>
            <SelectField
              label="Portfolio"
              value={portfolio}
              placeholder={all}
              onChange={(value) => changeHashQuery({ portfolio: value })}
              options={(list.data ?? []).map((one) => ({
                value: one.portfolioId,
                label: one.portfolioName,
              }))}
            />
            {view === 'utilisation' && (
              <FilterDate
                label="As of"
                value={asOf}
                max={today()}
                help="Leave blank for today"
                onChange={(date) => changeHashQuery({ asOf: date })}
              />
            )}
          </div>
        )}
      </div>
      {(view === 'utilisation' || view === 'breaches') && (
        <Stats>
          <StatCard
            label="Measured"
            loading={rows === undefined && !utilisation.isError}
            value={rows?.length.toLocaleString('en-LK') ?? '\u2013'}
            note={
              utilisation.data?.hasMore === true
                ? 'The most used; there are more'
                : 'Limits in force, each subject'
            }
          />
          <StatCard
            label="Exceeded"
            loading={rows === undefined && !utilisation.isError}
            value={count('exceeded').toLocaleString('en-LK')}
            note={`${count('warning')} at warning`}
          />
          <StatCard
            label="Unknown"
            loading={rows === undefined && !utilisation.isError}
            value={count('unknown').toLocaleString('en-LK')}
            note="Cannot be computed; the line says why"
          />
          <StatCard
            label="Open Breaches"
            loading={breaches.isPending}
            value={(breaches.data?.length ?? 0).toLocaleString('en-LK')}
            note={late > 0 ? `${late} past the grace` : 'None past the grace'}
          />
        </Stats>
      )}
      {view === 'utilisation' && <UtilisationList tab={tab} query={utilisation} />}
      {view === 'breaches' && <BreachList tab={tab} portfolio={portfolio} />}
      {view === 'limits' && <LimitList tab={tab} />}
      {view === 'what-if' && <WhatIf />}
      {view === 'report' && <LimitsReport tab={tab} />}
      {view === 'issued' && <IssuedShares />}
    </Page>
  )
}
