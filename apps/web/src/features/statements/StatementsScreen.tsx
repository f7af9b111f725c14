import { statements } from '@em/contract/statements/statements'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { ApiFailure, messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { useYearEnd } from '../../lib/useYearEnd.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { AccountModal } from '../trial-balance/AccountModal.tsx'
import { booksIn, partIn } from '../trial-balance/filters.ts'
import { RunLink, ValuationBanner } from '../valuation/note/ValuationBanner.tsx'
import {
  comparedSpan,
  type StatementFilters as Filters,
  filtersOf,
  periodAsked,
  positionAsked,
  profitLossAsked,
  scopeAsked,
} from './filters.ts'
import type { StatementRow } from './rows.ts'
import { StatementFilters } from './StatementFilters.tsx'
import css from './Statements.module.css'
import { BankTable, StatementTable } from './StatementTable.tsx'
import { reportOf, type Shown, shownCash, shownPosition, shownProfitLoss } from './shown.ts'

const FAILED = 'Failed to load the statement'

/** Profit and loss, financial position and cash movements, made of the same balances as the trial balance. */
export default function StatementsScreen() {
  const hash = useHashQuery()
  const yearEnd = useYearEnd(booksIn(hash))
  const filters = filtersOf(hash, today(), yearEnd ?? 12)
  const wrongOrder = isWrong(filters)
  const statement = useStatement(filters, !wrongOrder && (yearEnd !== undefined || hash.has('from')))
  const { user } = useSession()
  const { shown } = statement
  const report = () => {
    if (shown === undefined) throw new Error(FAILED)
    return reportOf(shown, `${user.first_name} ${user.last_name}`)
  }
  const usable = shown !== undefined && !statement.old && !shown.empty
  return (
    <Page
      title="Financial Statements"
      lead="Profit and loss, financial position and cash movements, from the balances of the ledger."
      actions={
        <>
          <ReportButtons report={report} disabled={!usable} />
          <PrintReportButton label="Print Report" report={report} disabled={!usable} />
        </>
      }
    >
      <StatementFilters filters={filters} wrongOrder={wrongOrder} />
      {statement.error !== null && shown !== undefined && (
        <Banner tone="warning">{messageOf(statement.error, FAILED)} What you see may be out of date.</Banner>
      )}
      {shown === undefined ? (
        <Section card>
          {wrongOrder ? (
            <EmptyState title="No period chosen">The start date must not be after the end date.</EmptyState>
          ) : isNotFinal(statement.error) ? (
            <EmptyState
              title="Not final: investments are not valued"
              action={<RunLink date={filters.to} books={filters} />}
            >
              {messageOf(statement.error, FAILED)}
            </EmptyState>
          ) : statement.error !== null ? (
            <ErrorState
              title="Error Loading Statement"
              message={messageOf(statement.error, FAILED)}
              onRetry={statement.retry}
            />
          ) : (
            <Skeletons rows={14} />
          )}
        </Section>
      ) : (
        <StatementBody shown={shown} to={filters.to} filters={filters} />
      )}
      {shown !== undefined && (
        <AccountModal
          code={hash.get('account')}
          asked={{ ...shown.asked, ...partIn(hash) }}
          bank={bankOf(shown, hash)}
          onClose={() => changeHashQuery({ account: '', bank: '', entries: '', treatment: '' })}
        />
      )}
    </Page>
  )
}

const isNotFinal = (error: Error | null): error is ApiFailure =>
  error instanceof ApiFailure && error.code === 'statement.not-final'

/** The settlement account that an opened line of cash is shown of. */
function bankOf({ rows }: Shown, hash: URLSearchParams): string | undefined {
  const { settlementAccount } = partIn(hash)
  return rows.find(
    ({ code, part }) => code === hash.get('account') && part?.settlementAccount === settlementAccount,
  )?.label
}

/** Opens what a line of the statement shows of its account. */
function openAccount({ code, part }: StatementRow): void {
  changeHashQuery({
    account: code ?? '',
    bank: part?.settlementAccount ?? '',
    entries: part?.entries ?? '',
    treatment: part?.treatment ?? '',
  })
}

function isWrong(filters: Filters): boolean {
  if (filters.statement === 'position') return false
  const compared = filters.statement === 'cash' ? null : comparedSpan(filters)
  return filters.from > filters.to || (compared !== null && compared.from > compared.to)
}

interface Statement {
  /** Undefined until there is an answer. */
  shown: Shown | undefined
  /** The answer is that of earlier filters. */
  old: boolean
  error: Error | null
  retry: () => void
}

/** The statement that is asked for; the others are not asked. */
function useStatement(filters: Filters, wanted: boolean): Statement {
  const options = (name: Filters['statement']) => ({
    keepPrevious: true,
    enabled: wanted && filters.statement === name,
  })
  const profitLoss = useRoute(
    statements.profitLoss,
    { query: profitLossAsked(filters) },
    options('profit-loss'),
  )
  const position = useRoute(
    statements.financialPosition,
    { query: positionAsked(filters) },
    options('position'),
  )
  const cash = useRoute(statements.cashFlow, { query: periodAsked(filters) }, options('cash'))
  const asked = scopeAsked(filters)
  const query = { 'profit-loss': profitLoss, position, cash }[filters.statement]
  const shown = {
    'profit-loss': () => profitLoss.data && shownProfitLoss(profitLoss.data.data, asked, filters.final),
    position: () => position.data && shownPosition(position.data.data, asked, filters.final),
    cash: () => cash.data && shownCash(cash.data.data, asked),
  }[filters.statement]
  return {
    shown: wanted ? shown() : undefined,
    old: query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
  }
}

function StatementBody({ shown, to, filters }: { shown: Shown; to: string; filters: Filters }) {
  if (shown.empty) {
    return (
      <Section card>
        <EmptyState
          title="No figures for this period"
          action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
        >
          The statement appears here with the first buy, sale or journal entry of the books chosen.
        </EmptyState>
      </Section>
    )
  }
  return (
    <>
      {to > shown.through && (
        <Banner>
          The statement goes up to <DateText value={shown.through} />: entries dated later are pending and not
          counted.
        </Banner>
      )}
      {shown.valuation !== null && <ValuationBanner note={shown.valuation} books={filters} />}
      <Stats>
        {shown.cards.map((card) => (
          <StatCard
            key={card.label}
            label={card.label}
            value={<Amount value={card.value} signed={card.signed ?? false} />}
            {...(card.note === undefined ? {} : { note: card.note })}
          />
        ))}
      </Stats>
      <article className={css.paper}>
        <header className={css.head}>
          <h2>{shown.title}</h2>
          <p>{shown.scope}</p>
          <p>{shown.when}</p>
          {shown.status !== null && <p>{shown.status}</p>}
          {shown.check !== null && (
            <p className={css.check} data-ok={shown.check.ok}>
              {shown.check.ok ? <IconCircleCheck size={16} /> : <IconAlertTriangle size={16} />}
              {shown.check.text}
            </p>
          )}
        </header>
        <div className={css.scroll} tabIndex={0} role="region" aria-label={shown.title}>
          <StatementTable shown={shown} onAccount={openAccount} />
        </div>
        {shown.banks !== null && (
          <>
            <h3 className={css.second}>By bank account</h3>
            <div className={css.scroll} tabIndex={0} role="region" aria-label="By bank account">
              <BankTable banks={shown.banks} />
            </div>
          </>
        )}
        <footer className={css.notes}>
          {shown.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <p>
            Calculated <DateText value={shown.generated} time />. Select an account to see its entries.
          </p>
        </footer>
      </article>
    </>
  )
}
