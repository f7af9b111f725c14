/** Start from a sheet: what the trades need is made on the way, by the registers' own commands, in the write that records them. */
import type { StartInput, StartReport } from '@em/contract/batches/batch-start'
import type { BatchRecord } from '@em/contract/batches/batches'
import type { RowWarning } from '@em/contract/batches/row-faults'
import type { Values } from '@em/contract/kit/register'
import { addMarketDays, lastMarketDay } from '@em/core/holidays/market-calendar'
import { strangePrices } from '@em/core/trades/strange-prices'
import { formatDecimal, PRICE_SCALE } from '@em/core/values/decimal'
import { requireRight, type SignedIn } from '../../../platform/authorize.ts'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import type { AuditRow, Outcome } from '../../../platform/door.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Settings } from '../../../platform/settings.ts'
import { addRecord } from '../../../registers/register-routes.ts'
import { assignMethod } from '../../costing-methods/costing-methods.commands.ts'
import { equitiesTable } from '../../equities/equities.table.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { saveBalances } from '../../openings/opening-balances.commands.ts'
import { type Portfolio, portfolioInPath } from '../../portfolios/portfolios.queries.ts'
import { portfoliosTable } from '../../portfolios/portfolios.table.ts'
import { settlementAccountsTable } from '../../settlement-accounts/settlement-accounts.table.ts'
import { recordBatch } from '../rows/batches.commands.ts'
import { lockImports } from '../rows/duplicates.queries.ts'
import { ERRORS_MAX, Faults, type NumberedRow, readRows } from '../rows/read-rows.ts'
import { recordHoldings } from './holdings.commands.ts'
import { nameRows } from './named-rows.queries.ts'

export interface Start {
  readonly input: StartInput
  readonly user: SignedIn
  readonly by: RecordedBy
  readonly dryRun: boolean
  readonly progress: Progress
}

const PORTFOLIO = statement(
  'start.portfolio',
  'SELECT p.portfolio_id, p.opening_balances_entry_id FROM portfolios p WHERE lower(p.portfolio_id) = lower(:code)',
)
const ACCOUNT = statement(
  'start.account',
  `SELECT s.id, s.account_name FROM settlement_accounts s
    WHERE lower(s.bank_name) = lower(:bank) AND lower(s.account_number) = lower(:number)`,
)
const LOCK_POSTING = statement(
  'start.lock-posting',
  `SELECT ${takeLock('what lines name', { isShared: true })}, ${takeLock('periods', { isShared: true })}`,
)
const KEEP_BALANCES = statement(
  'start.keep-balances',
  `UPDATE batches b SET balances_entry_id = (SELECT p.opening_balances_entry_id FROM portfolios p WHERE p.id = :portfolioId)
    WHERE b.id = :batchId`,
)

/**
 * Records the trades of a sheet with the equities, the portfolio, its costing method, the account and the opening cash that
 * they need, or reports what that would do; a sheet of holdings becomes opening lots. Contract numbers and brokers may be blank.
 * @throws Refusal those of `recordBatch` and of the commands that make the rest; `rights.missing` for what the person may not make.
 */
export async function startFromSheet(
  tx: Transaction,
  clock: Clock,
  edition: Settings['edition'],
  { input, user, by, dryRun, progress }: Start,
): Promise<Outcome<BatchRecord | StartReport>> {
  const made: AuditRow[] = []
  const portfolio = await portfolioFor(tx, edition, { input, user, by }, made)
  const account = await accountFor(tx, { input, user, by }, made)
  const isHeld = input.rowsAre === 'holdings'
  const calendar = await loadCalendar(tx)
  const opens = input.openingDate ?? (isHeld ? lastMarketDay(calendar, clock.today()) : null)
  // Opening holdings were bought before the first day of the books; where no row says when, on the market day before it.
  const boughtOn = opens === null ? null : addMarketDays(calendar, opens, -1)
  const batch = {
    source: 'import' as const,
    fileName: input.fileName,
    duplicates: input.duplicates,
    fields: input.fields,
    rows: input.rows,
    defaults: {
      ...input.defaults,
      portfolioId: portfolio.record.portfolioId,
      settlementAccount: String(account.id),
      ...(isHeld && { side: 'buy', tradeDate: boughtOn }),
    },
  }
  const faults = new Faults()
  const read = readRows(batch, faults, NEEDS)
  const all = [...read.rows, ...read.broken]
  const { toMake, companies, unnamed, symbolOf } = await nameRows(tx, all, input)
  if (toMake.length > 0) requireRight('registers.change', user)
  if (toMake.length > 0) {
    // An equity that has prices already locks what valuations rest on, which comes after these.
    await lockImports(tx, [portfolio.record.id])
    await tx.query(LOCK_POSTING)
  }
  for (const { symbol, name, sector } of toMake) {
    made.push(
      (await addRecord(tx, equitiesTable, { symbol, name, sector, isActive: true, ...MARKET }, by)).audit,
    )
  }
  if (isHeld) requireRight('openings.record', user)
  const { answer, audit } =
    isHeld && opens !== null && boughtOn !== null
      ? await recordHoldings(tx, clock, {
          input: batch,
          by,
          dryRun,
          progress,
          portfolio: portfolio.record.portfolioId,
          openingDate: opens,
          boughtOn,
          rows: read.rows,
          faults,
          symbolOf,
        })
      : await recordBatch(tx, clock, { ...by, input: batch, dryRun, progress, needs: NEEDS })
  const firstTrade = isHeld ? opens : firstDate(all)
  const opened = await openWithCash(
    tx,
    clock,
    { input: { ...input, openingDate: opens }, user, by, dryRun },
    portfolio,
    account.id,
    firstTrade,
  )
  const onTheWay = opened === null ? made : [...made, opened]
  if (!('dryRun' in answer)) {
    if (opened !== null) {
      await tx.query(KEEP_BALANCES, { batchId: answer.id, portfolioId: portfolio.record.id })
    }
    return { answer, audit, onTheWay }
  }
  const report: StartReport = {
    ...answer,
    portfolio: {
      portfolioId: portfolio.record.portfolioId,
      portfolioName: portfolio.record.portfolioName,
      isNew: portfolio.isNew,
    },
    account: { account_name: account.name, isNew: account.isNew },
    equities: toMake.map(({ symbol, name, isListed }) => ({ symbol, name, isListed })),
    companies,
    unnamed,
    firstTrade,
    warnings: withStrangePrices(answer.warnings, read.rows),
  }
  return { answer: report, audit }
}

const NEEDS = { contract: false }
const MARKET = { market: 'Colombo Stock Exchange', country: 'Sri Lanka', currency: 'LKR' }

interface PortfolioOfStart {
  readonly record: Portfolio
  readonly isNew: boolean
  readonly hasBalances: boolean
}

async function portfolioFor(
  tx: Transaction,
  edition: Settings['edition'],
  { input, user, by }: Pick<Start, 'input' | 'user' | 'by'>,
  made: AuditRow[],
): Promise<PortfolioOfStart> {
  const code = String(input.portfolio.portfolioId)
  const [known] = await tx.query(PORTFOLIO, { code })
  if (known === undefined) {
    requireRight('portfolios.change', user)
    made.push((await addRecord(tx, portfoliosTable, input.portfolio as Values, by)).audit)
  }
  const found = await portfolioInPath(tx, code)
  if (found.costingMethod !== input.costing_method) {
    requireRight('portfolios.change', user)
    const { audit } = await assignMethod(tx, edition, {
      portfolioId: found.portfolioId,
      costing_method: input.costing_method,
    })
    made.push(audit)
  }
  return {
    record: found,
    isNew: known === undefined,
    hasBalances: known !== undefined && known.opening_balances_entry_id !== null,
  }
}

async function accountFor(
  tx: Transaction,
  { input, user, by }: Pick<Start, 'input' | 'user' | 'by'>,
  made: AuditRow[],
) {
  const asked = { bank: String(input.account.bank_name), number: String(input.account.account_number) }
  const [known] = await tx.query(ACCOUNT, asked)
  if (known !== undefined) return { id: known.id, name: known.account_name, isNew: false }
  requireRight('registers.change', user)
  const { answer, audit } = await addRecord(tx, settlementAccountsTable, input.account as Values, by)
  made.push(audit)
  return { id: answer.id, name: String(input.account.account_name), isNew: true }
}

/** The opening cash against Capital, after the trades: their chains are locked before the portfolio. */
async function openWithCash(
  tx: Transaction,
  clock: Clock,
  { input, user, by, dryRun }: Pick<Start, 'input' | 'user' | 'by' | 'dryRun'>,
  { record, hasBalances }: PortfolioOfStart,
  accountId: number,
  firstTrade: string | null,
): Promise<AuditRow | null> {
  const { openingCash } = input
  const openingDate = input.openingDate ?? firstTrade
  if (openingCash === null || openingCash === 0n || openingDate === null) return null
  requireRight('openings.record', user)
  if (hasBalances) {
    const message = `${record.portfolioName} has opening balances already. Change them on Opening Balances.`
    throw new Refusal('request.invalid', {}, [{ field: 'openingCash', message }])
  }
  const { audit } = await saveBalances(tx, clock, {
    portfolio: record.portfolioId,
    ...by,
    dryRun,
    input: {
      openingDate,
      reference: null,
      description: null,
      lines: [
        { account: null, settlementAccount: accountId, debit: openingCash, credit: null, description: null },
      ],
      differenceToCapital: true,
      replaces: null,
    },
  })
  return audit
}

function firstDate(rows: readonly NumberedRow[]): string | null {
  let first: string | null = null
  for (const { trade } of rows) {
    if (trade.tradeDate !== null && (first === null || trade.tradeDate < first)) first = trade.tradeDate
  }
  return first
}

/** The warnings of rows, and of the others those whose price is far from that of the other rows of their security. */
function withStrangePrices(warnings: readonly RowWarning[], rows: readonly NumberedRow[]): RowWarning[] {
  const asked = warnings.filter(({ isOnlyShown }) => isOnlyShown !== true)
  const warned = new Set(asked.map(({ row }) => row))
  const priced = rows.flatMap(({ row, trade }) =>
    trade.price === null
      ? []
      : [{ row, security: (trade.symbol ?? trade.companyName ?? '').toLowerCase(), price: trade.price }],
  )
  const priceOf = new Map(priced.map(({ row, price }) => [row, price]))
  const strange = strangePrices(priced)
    .filter(({ row }) => !warned.has(row))
    .map(({ row, others }) => ({
      row,
      field: 'price',
      error: `Other rows of this security have a price of about ${shown(others)}.`,
      value: shown(priceOf.get(row) ?? 0n),
    }))
  // Of one row, what has to be confirmed goes before what is only shown.
  const isStrange = new Set(strange.map(({ row }) => row))
  const others = warnings.filter(({ row }) => !isStrange.has(row))
  return [...others, ...strange].toSorted((a, b) => a.row - b.row).slice(0, ERRORS_MAX)
}

const shown = (price: bigint) => formatDecimal(price, PRICE_SCALE, { grouping: true })
