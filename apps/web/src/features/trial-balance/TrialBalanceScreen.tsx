import { type TrialBalance, trialBalance } from '@em/contract/trial-balance/trial-balance'
import { SegmentedControl } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { useYearEnd } from '../../lib/useYearEnd.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { PeriodField } from '../../ui/form/PeriodField.tsx'
import { SwitchField } from '../../ui/form/TextFields.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { SuspenseNotice } from '../suspense/SuspenseNotice.tsx'
import { AccountModal, periodText } from './AccountModal.tsx'
import { BalancesTable } from './BalancesTable.tsx'
import { accountAsked, askedFor, booksIn, filtersOf, fromInAddress, type TrialFilters } from './filters.ts'
import { trialBalanceReport } from './report.ts'
import { differenceOf } from './rows.ts'
import { ScopeFields } from './ScopeFields.tsx'
import css from './TrialBalance.module.css'

const FAILED = 'Failed to fetch trial balance data'

/** Every account's opening balance, movement and closing balance, and whether the books balance. */
export default function TrialBalanceScreen() {
  const hash = useHashQuery()
  const yearEnd = useYearEnd(booksIn(hash))
  const filters = filtersOf(hash, today(), yearEnd ?? 12)
  const wrongOrder = filters.from > filters.to
  const query = useRoute(
    trialBalance.get,
    { query: askedFor(filters) },
    { keepPrevious: true, enabled: !wrongOrder && (yearEnd !== undefined || hash.has('from')) },
  )
  const { user } = useSession()
  const data = wrongOrder ? undefined : query.data?.data
  const usable = data !== undefined && !query.isPlaceholderData && data.totals.account_count > 0
  const report = () => {
    if (data === undefined) throw new Error(FAILED)
    return trialBalanceReport(data, filters.view, `${user.first_name} ${user.last_name}`)
  }
  return (
    <Page
      title="Trial Balance"
      lead="Every account's opening balance, movement and closing balance, and whether the books balance."
      actions={
        <>
          <ReportButtons
            report={report}
            disabled={!usable}
            failed="Failed to export to Excel. Please try again."
          />
          <PrintReportButton label="Print Report" report={report} disabled={!usable} />
        </>
      }
    >
      <SuspenseNotice />
      <Filters filters={filters} wrongOrder={wrongOrder} />
      {query.isError && data !== undefined && (
        <Banner tone="warning">{messageOf(query.error, FAILED)} What you see may be out of date.</Banner>
      )}
      {data === undefined ? (
        <Section card>
          {wrongOrder ? (
            <EmptyState title="No period chosen">The start date must not be after the end date.</EmptyState>
          ) : query.isError ? (
            <ErrorState
              title="Error Loading Trial Balance"
              message={messageOf(query.error, FAILED)}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Skeletons rows={14} />
          )}
        </Section>
      ) : (
        <Balances data={data} filters={filters} account={hash.get('account')} />
      )}
    </Page>
  )
}

function Balances({
  data,
  filters,
  account,
}: {
  data: TrialBalance
  filters: TrialFilters
  account: string | null
}) {
  if (data.totals.account_count === 0) {
    return (
      <Section card>
        <EmptyState
          title="No account has entries in this period"
          action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
        >
          Balances appear here with the first buy or journal entry up to the end date.
        </EmptyState>
      </Section>
    )
  }
  return (
    <>
      {filters.to > data.period.endDate && (
        <Banner>
          Balances are as at <DateText value={data.period.endDate} />: entries dated later are pending and not
          counted.
        </Banner>
      )}
      <Indicator data={data} />
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Trial balance">
        <BalancesTable
          data={data}
          view={filters.view}
          onDetails={(code) => changeHashQuery({ account: code })}
        />
      </div>
      <p className={css.period}>
        Calculated <DateText value={data.totals.generated_date} time />, {periodText(data.period)}. DR: debit
        balance, CR: credit balance.
      </p>
      <AccountModal
        code={account}
        asked={accountAsked(filters)}
        onClose={() => changeHashQuery({ account: '' })}
      />
    </>
  )
}

function Indicator({ data }: { data: TrialBalance }) {
  const { totals } = data
  return (
    <Stats>
      <StatCard
        label="Result"
        value={
          <span className={css.result} data-balanced={totals.is_balanced}>
            {totals.is_balanced ? <IconCircleCheck size={20} /> : <IconAlertTriangle size={20} />}
            {totals.is_balanced ? 'Balanced' : 'Out of balance'}
          </span>
        }
      />
      <StatCard
        label="Total Debits (LKR)"
        value={<Amount value={totals.total_debits} />}
        note="Debit balances"
      />
      <StatCard
        label="Total Credits (LKR)"
        value={<Amount value={totals.total_credits} />}
        note="Credit balances"
      />
      <StatCard label="Difference (LKR)" value={<Amount value={differenceOf(data)} />} />
      <StatCard label="Accounts" value={totals.account_count} note="With entries up to the end date" />
    </Stats>
  )
}

function Filters({ filters, wrongOrder }: { filters: TrialFilters; wrongOrder: boolean }) {
  return (
    <div className={css.filters} role="search" aria-label="What the trial balance covers">
      <PeriodField
        from={filters.from}
        to={filters.to}
        books={filters}
        onChange={(days) => changeHashQuery({ from: fromInAddress(days.from), to: days.to })}
      />
      <FilterDate
        plain={false}
        label="From"
        value={filters.from}
        onChange={(from) => changeHashQuery({ from: fromInAddress(from) })}
        help="Leave blank for balances as at the end date"
        {...(wrongOrder ? { error: 'The start date must not be after the end date.' } : {})}
      />
      <FilterDate
        needed
        plain={false}
        label="To"
        value={filters.to}
        onChange={(to) => changeHashQuery({ to })}
      />
      <FilterDate
        plain={false}
        label="Compare with"
        value={filters.compare}
        onChange={(compare) => changeHashQuery({ compare })}
        help="Replaces the debit and credit columns"
      />
      <ScopeFields entity={filters.entity} portfolio={filters.portfolio} onChange={changeHashQuery} />
      <div className={css.view}>
        <SegmentedControl
          aria-label="View"
          value={filters.view}
          onChange={(view) => changeHashQuery({ view: view === 'summary' ? view : '' })}
          data={[
            { value: 'detailed', label: 'Detailed' },
            { value: 'summary', label: 'Summary' },
          ]}
        />
        {filters.view === 'detailed' && (
          <SwitchField
            label="Bank accounts"
            value={filters.banks}
            onChange={(banks) => changeHashQuery({ banks: banks ? '1' : '' })}
          />
        )}
      </div>
    </div>
  )
}
