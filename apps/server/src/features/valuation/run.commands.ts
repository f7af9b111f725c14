/** A mark-to-market run: previewed, posted, answered with the run that is in force already, or in place of it. */
import type { ValuationPreview, ValuationRunDetail } from '@em/contract/valuation/valuation'
import { dayInWords } from '@em/core/values/date-texts'
import { rupees } from '@em/core/values/money'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Progress } from '../../platform/http/writes.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { loadAccounts } from '../ledger/posting/accounts-of-roles.queries.ts'
import { locksOfPortfolios } from '../periods/periods.queries.ts'
import type { PortfolioNamed } from '../portfolios/portfolios.queries.ts'
import { scopeOf } from '../portfolios/scope.queries.ts'
import { previewOf } from './answers.ts'
import { decideRun, type ValuedPortfolio } from './decide-run.ts'
import { readInputs } from './inputs.queries.ts'
import { lockValuations, putIntoForce } from './into-force.commands.ts'
import { keepRun } from './keep-run.commands.ts'
import { closedYears, findRun } from './runs.queries.ts'

export interface RunOrder extends RecordedBy {
  readonly date: string
  /** One portfolio, those of an entity, or all that the person may change. */
  readonly of: PortfolioNamed & { readonly entity?: string | undefined }
  readonly today: string
  readonly dryRun: boolean
  readonly progress: Progress
}

const READING = 'Reading holdings and prices'
const SAVING = 'Saving'

/**
 * Values the shares of a day inside the door's transaction.
 * @throws Refusal `valuation.future`, `valuation.nothing`, `valuation.locked` where the books that it would change are locked through
 *   the day, 404 for the portfolio, `valuation.busy`.
 */
export async function runValuation(
  tx: Transaction,
  order: RunOrder,
): Promise<Outcome<ValuationRunDetail | ValuationPreview>> {
  const { date, today, dryRun, progress } = order
  if (date > today) throw refuseField('valuation.future', 'date', { date: dayInWords(date) })
  const scope = await scopeOf(tx, order.of)
  progress(0, 0, READING)
  if (!dryRun) await lockValuations(tx)
  const inputs = await readInputs(tx, scope.portfolioIds, date)
  const decided = decideRun(inputs)
  if (decided.length === 0) {
    const name = scope.portfolio ?? scope.entity
    const whose = name === null ? 'There are' : `${name} has`
    throw refuseField('valuation.nothing', 'date', { whose, date: dayInWords(date) })
  }
  const fresh = decided.filter(({ change }) => change !== 'same')
  const locks = await locksOfPortfolios(
    tx,
    fresh.map((one) => one.portfolio.id),
  )
  const lockOf = (id: number) => {
    const lock = locks.get(id)
    return lock?.through != null && lock.through >= date ? lock : undefined
  }
  const standing = fresh.length === 0 ? theRunOf(decided) : undefined
  if (dryRun) {
    const answer = previewOf(date, decided, {
      isSame: standing !== undefined,
      postings: await postingsOf(tx, fresh),
      closedYears: await closedYears(
        tx,
        fresh.map((one) => one.portfolio.id),
        date,
      ),
      lockedThrough: (id) => lockOf(id)?.through ?? null,
    })
    return { answer, audit: auditOf(0, answer), status: 200 }
  }
  for (const { portfolio: one } of fresh) {
    const lock = lockOf(one.id)
    if (lock === undefined) continue
    const facts = { entity: lock.entity, through: dayInWords(lock.through ?? ''), date: dayInWords(date) }
    throw new Refusal('valuation.locked', facts, [
      { field: 'date', message: `Locked through ${facts.through}.` },
    ])
  }
  if (standing !== undefined) return confirm(tx, { standing, decided, inputs })
  const stored = await keepRun(tx, {
    date,
    portfolioId: scope.portfolio === null ? null : (decided[0]?.portfolio.id ?? null),
    decided,
    versions: inputs.versions,
    // A run belongs to its day: it is never posted on another one.
    by: { ...recorder(order), openPeriod: false },
    progress,
  })
  progress(1, 1, SAVING)
  await putIntoForce(tx, stored.id, inputs, stored.portfolios)
  const answer = await findRun(tx, stored.id)
  return { answer, audit: auditOf(stored.id, answer) }
}

/** The run that covers all of them already; undefined where several do. */
function theRunOf(decided: readonly ValuedPortfolio[]): number | undefined {
  const runs = new Set(decided.map(({ live }) => live?.run))
  return runs.size === 1 ? [...runs][0] : undefined
}

/** The same input again: the run stays in force, and is current again where something had seemed to change. */
async function confirm(
  tx: Transaction,
  at: {
    readonly standing: number
    readonly decided: readonly ValuedPortfolio[]
    readonly inputs: Awaited<ReturnType<typeof readInputs>>
  },
): Promise<Outcome<ValuationRunDetail>> {
  if (at.decided.some(({ live }) => live?.marked)) {
    const stored = at.decided.flatMap((of) =>
      of.live === undefined ? [] : [{ of, valuationId: of.live.id }],
    )
    await putIntoForce(tx, at.standing, at.inputs, stored)
  }
  const answer = await findRun(tx, at.standing)
  return {
    answer,
    audit: { ...auditOf(at.standing, answer), action: 'valuations.confirm' },
    status: 200,
  }
}

function auditOf(id: number, run: ValuationRunDetail | ValuationPreview) {
  const { date, holdings, exceptions, carrying, fair_value, difference } = run
  const portfolios = 'details' in run ? run.portfolios : run.portfolios.length
  const portfolio = 'details' in run ? run.portfolioName : null
  return {
    action: 'valuations.run',
    entity: 'valuation-run',
    entityId: id,
    after: { date, portfolio, portfolios, holdings, exceptions, carrying, fair_value, difference },
  }
}

const CHART = statement('valuations.chart', 'SELECT id, account_code, account_name FROM chart_of_accounts')

/** The totals of the day's entries, by account. */
async function postingsOf(
  tx: Transaction,
  fresh: readonly ValuedPortfolio[],
): Promise<ValuationPreview['postings']> {
  const [accountOf, chart] = await Promise.all([loadAccounts(tx), tx.query(CHART)])
  const sums = new Map<number, { debit: bigint; credit: bigint }>()
  for (const { portfolio, entries } of fresh) {
    for (const line of entries?.run.lines ?? []) {
      const account = accountOf(line.role, portfolio.id, null, entries?.run.entryDate ?? '')
      if (account === undefined) continue
      const sum = sums.get(account) ?? { debit: 0n, credit: 0n }
      sums.set(account, { debit: sum.debit + line.debit, credit: sum.credit + line.credit })
    }
  }
  const known = new Map(chart.map((row): [number, RowOf<typeof CHART>] => [row.id, row]))
  return [...sums]
    .map(([id, { debit, credit }]) => ({
      account_code: known.get(id)?.account_code ?? '',
      account_name: known.get(id)?.account_name ?? '',
      debit: rupees(debit),
      credit: rupees(credit),
    }))
    .toSorted((a, b) => (a.account_code < b.account_code ? -1 : 1))
}
