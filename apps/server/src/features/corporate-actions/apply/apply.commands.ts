/**
 * Applies the plans of corporate actions: writes the difference between a plan and the stored chains, ledger and entitlements. All
 * effects of an action are written here: it is announced, processed, elected, allotted, paid, reversed, or a trade came late. Only the difference is
 * written; applied again, a plan changes nothing.
 *
 * A plan may need the results of its own events (the cost that left, the lots that gave): so it is made again after its events are written.
 *
 * All of it is done for the books, also in portfolios that the person does not see: shares in one account are entitled together. He is
 * answered what is of his own.
 */

import { DIVIDENDS } from '@em/contract/corporate-actions/kinds'
import { BEGINNING } from '@em/core/values/dates'
import { decimalOf, formatDecimal, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { addRows, Rows, tableOf } from '../../../platform/database/rows.ts'
import { concernsPerson, forTheBooks } from '../../../platform/database/scope.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { recostSales } from '../../trades/keep/recost-sales.ts'
import {
  actionsAfter,
  type ChangedFrom,
  isTaxedByRegister,
  lockActions,
  type StoredAction,
} from '../facts/action-rows.queries.ts'
import { actionPortfolioKey, applyEntries } from './apply-entries.commands.ts'
import { applyEvents, type MovedChain, refuseWithoutMethod } from './apply-events.commands.ts'
import { accountPeers } from './held-accounts.queries.ts'
import { isInBooks, type PlannedAction, planAll, readPlanWorld, type TaxRatesFrom } from './plans.queries.ts'

export interface ApplyOrder extends RecordedBy {
  /** Null: every portfolio. */
  readonly portfolioIds: readonly number[] | null
  readonly today: string
  /** Refuses money that has nowhere to go; what follows a late trade is never refused for it. */
  readonly needsAccount?: boolean
  /** Counts these actions with the tax rates in force; else with those that their entitlements were counted with. */
  readonly taxRates?: TaxRatesFrom
}

export interface Effects {
  readonly plans: readonly PlannedAction[]
  readonly entryIds: readonly number[]
  /** Plans whose entitlement has a new version, with what stood before it; of later actions too. */
  readonly entitlements: readonly PlannedAction[]
  /** Every chain that moved, in order; one may have moved several times. */
  readonly moved: readonly MovedChain[]
}

/** A plan is made again at most so often: events, what rests on their outcomes, and once more to see that nothing is left. */
const ROUNDS_MOST = 8
/** Actions that follow each other on changed chains, at most. */
const DEPTH_MOST = 50

const LAST_ACCOUNTS = statement(
  'actions.last-accounts',
  `SELECT p.id AS portfolio_id!, coalesce(
            (SELECT v.settlement_account_id FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
              WHERE t.portfolio_id = p.id AND v.settlement_account_id IS NOT NULL AND NOT t.is_deleted ORDER BY t.id DESC LIMIT 1),
            (SELECT min(s.id) FROM settlement_accounts s HAVING count(*) = 1)) AS account_id
     FROM unnest(:portfolioIds::bigint[]) AS p (id)`,
)
// Excludes the opening of new chains of these securities, so that every holder is locked.
const HOLD = statement(
  'actions.hold-securities',
  `SELECT ${takeLock('events of a security', { key: 'e::int' })} FROM unnest(:equityIds::bigint[]) AS e ORDER BY e`,
)
const HOLD_CHAINS = statement(
  'actions.hold-chains',
  `SELECT c.id FROM chains c WHERE c.equity_id = ANY (:equityIds::bigint[]) AND (:portfolioIds?::bigint[] IS NULL OR c.portfolio_id = ANY (:portfolioIds))
    ORDER BY c.portfolio_id, c.equity_id FOR UPDATE OF c`,
)

/** Locks the chains that actions rest on, so that no trade is saved at the same time. To be called before anything of them is read. */
export function holdHolders(
  tx: Transaction,
  actions: readonly StoredAction[],
  portfolioIds: readonly number[] | null,
): Promise<void> {
  return forTheBooks(tx, () => hold(tx, actions, portfolioIds))
}

async function hold(
  tx: Transaction,
  actions: readonly StoredAction[],
  portfolioIds: readonly number[] | null,
): Promise<void> {
  const equityIds = [
    ...new Set(
      actions.flatMap(({ held, rights, new: next }) =>
        [held, rights, next].flatMap((one) => (one === null ? [] : [one.id])),
      ),
    ),
  ].toSorted((a, b) => a - b)
  if (equityIds.length === 0) return
  await tx.query(HOLD, { equityIds })
  await tx.query(HOLD_CHAINS, { equityIds, portfolioIds })
}

/**
 * Applies the plans of some actions, which are locked, and of actions that rest on the chains that move.
 * @throws Refusal `rights.outside` where what follows in a portfolio that the person does not see cannot be.
 */
export async function applyActions(
  tx: Transaction,
  actions: readonly StoredAction[],
  asked: ApplyOrder,
): Promise<Effects> {
  return ofPerson(await forTheBooks(tx, () => applyAll(tx, actions, asked, 0)))
}

/** The part of it that the answer shows: portfolios that the person sees. Entries are filtered where they are read. */
function ofPerson({ plans, entryIds, entitlements, moved }: Effects): Effects {
  const isHis = ({ portfolio }: PlannedAction) => concernsPerson(portfolio.id)
  return {
    plans: plans.filter(isHis),
    entryIds,
    entitlements: entitlements.filter(isHis),
    moved: moved.filter(({ chain }) => concernsPerson(chain.position.portfolioId)),
  }
}

async function applyAll(
  tx: Transaction,
  actions: readonly StoredAction[],
  asked: ApplyOrder,
  depth: number,
): Promise<Effects> {
  if (depth > DEPTH_MOST) throw new Error('corporate actions follow each other without an end')
  const entryIds: number[] = []
  const moved: MovedChain[] = []
  let plans: PlannedAction[] = []
  const portfolioIds = await withPeers(tx, actions, asked.portfolioIds)
  const order = { ...asked, portfolioIds }
  const stood = new Set<string>()
  for (let round = 0; ; round += 1) {
    if (round === ROUNDS_MOST)
      throw new Error(`actions ${actions.map(({ id }) => id).join(', ')} do not come to rest`)
    const world = await readPlanWorld(tx, actions, order.portfolioIds)
    plans = planAll(actions, world, order.today, order.taxRates)
    if (round === 0) refuseWithoutMethod(plans)
    for (const { action, known } of plans)
      for (const row of known.events) stood.add(actionPortfolioKey(action.id, row.portfolio_id))
    const now = await applyEvents(tx, plans, order)
    if (now.length === 0) break
    moved.push(...now)
  }
  const accountOf = await accountsOf(tx, plans, order)
  entryIds.push(...(await applyEntries(tx, plans, accountOf, order, stood)))
  const entitlements = await writeStandings(tx, plans, ({ action, portfolio }) =>
    isInBooks(action) ? accountOf(action, portfolio.id) : null,
  )
  const later = await followMoved(tx, actions, moved, order, depth)
  entryIds.push(...later.entryIds)
  return {
    plans,
    entryIds,
    entitlements: [...entitlements, ...later.entitlements],
    moved: [...moved, ...later.moved],
  }
}

/** An account is entitled as a whole: what one portfolio holds in it moves what another gets, one save at a time. */
async function withPeers(
  tx: Transaction,
  actions: readonly StoredAction[],
  portfolioIds: readonly number[] | null,
): Promise<readonly number[] | null> {
  const equityIds = actions.flatMap(({ portfolioId, held }) =>
    portfolioId !== null || held === null ? [] : [held.id],
  )
  if (portfolioIds === null || equityIds.length === 0) return portfolioIds
  const peers = await accountPeers(tx, portfolioIds)
  if (peers.length > portfolioIds.length)
    await tx.query(HOLD, { equityIds: [...new Set(equityIds)].toSorted((a, b) => a - b) })
  return peers
}

/** Sales whose cost moved, and actions of later days on the chains that moved. */
async function followMoved(
  tx: Transaction,
  actions: readonly StoredAction[],
  moved: readonly MovedChain[],
  order: ApplyOrder,
  depth: number,
): Promise<Pick<Effects, 'entryIds' | 'entitlements' | 'moved'>> {
  const ids: number[] = []
  const [first] = actions
  if (first === undefined) return { entryIds: ids, entitlements: [], moved: [] }
  const changed: ChangedFrom[] = []
  for (const { chain, change } of moved) {
    const { position } = chain
    const mover = { cause: { kind: 'action', id: first.id } as const, what: first.title }
    ids.push(
      ...(await recostSales(tx, {
        change,
        position,
        accountingTreatment: chain.portfolio.accountingTreatment,
        mover,
        ...recorder(order),
      })),
    )
    const from = change.from ?? change.rows[0]?.tradeDate
    if (from !== undefined) changed.push({ ...position, from })
  }
  const later = await actionsAfter(
    tx,
    changed,
    actions.map(({ id }) => id),
  )
  if (later.actions.length === 0) return { entryIds: ids, entitlements: [], moved: [] }
  const some = { ...order, portfolioIds: later.portfolioIds, needsAccount: false, taxRates: 'kept' } as const
  const done = await applyAll(tx, later.actions, some, depth + 1)
  return { entryIds: [...ids, ...done.entryIds], entitlements: done.entitlements, moved: done.moved }
}

async function accountsOf(
  tx: Transaction,
  plans: readonly PlannedAction[],
  { needsAccount = false }: ApplyOrder,
): Promise<(action: StoredAction, portfolioId: number) => number | null> {
  const needing = plans.filter(({ plan }) =>
    plan.entries.some(({ postings }) => postings.some(({ role }) => role === 'cash')),
  )
  const portfolioIds = [
    ...new Set(
      needing.flatMap(({ portfolio, plan }) => [
        portfolio.id,
        ...plan.entries.flatMap((entry) =>
          entry.portfolioId === undefined ? [] : [Number(entry.portfolioId)],
        ),
      ]),
    ),
  ]
  const rows = portfolioIds.length === 0 ? [] : await tx.query(LAST_ACCOUNTS, { portfolioIds })
  const last = new Map(rows.map((row) => [row.portfolio_id, row.account_id]))
  // Once it is in the books its money stays where it goes.
  const staying = new Map(
    plans.map(({ action, portfolio, known }) => [
      `${action.id} ${portfolio.id}`,
      known.standing?.settlement_account_id,
    ]),
  )
  // The account that the form names is that of the portfolio which receives, not of one that takes shares over.
  const accountOf = (action: StoredAction, portfolioId: number) =>
    (portfolioId === action.toPortfolioId ? null : action.form.settlementAccount) ??
    staying.get(`${action.id} ${portfolioId}`) ??
    last.get(portfolioId) ??
    null
  if (needsAccount) {
    for (const { action, portfolio, plan } of needing) {
      const unnamed = plan.entries.some(
        ({ postings, settlementAccountId }) =>
          settlementAccountId == null && postings.some(({ role }) => role === 'cash'),
      )
      if (unnamed && accountOf(action, portfolio.id) === null)
        throw concernsPerson(portfolio.id)
          ? new Refusal('action.account-needed', { portfolio: portfolio.name, title: action.title })
          : new Refusal('rights.outside')
    }
  }
  return accountOf
}

/** Applies the actions that rest on a chain that a trade has changed; answers the entries that were posted, and the entitlements that moved. */
export async function applyAfter(
  tx: Transaction,
  changed: ChangedFrom,
  order: Omit<ApplyOrder, 'portfolioIds'>,
): Promise<Pick<Effects, 'entryIds' | 'entitlements'>> {
  return forTheBooks(tx, async () => {
    const { actions, portfolioIds } = await actionsAfter(tx, [changed])
    if (actions.length === 0) return { entryIds: [], entitlements: [] }
    return applyActions(tx, actions, { ...order, portfolioIds })
  })
}

const OF_PORTFOLIOS = statement(
  'actions.chains-of-portfolios',
  `SELECT c.portfolio_id, c.equity_id FROM chains c
    WHERE c.portfolio_id = ANY (:portfolioIds::bigint[])
      AND EXISTS (SELECT FROM corporate_actions a WHERE a.equity_id = c.equity_id AND a.portfolio_id IS NULL) ORDER BY 1, 2`,
)

/** Applies the actions that rest on the accounts at the depository with shares of some portfolios, and on accounts of portfolios that share these. */
export function applyAfterAccounts(
  tx: Transaction,
  portfolioIds: readonly number[],
  order: Omit<ApplyOrder, 'portfolioIds'>,
): Promise<void> {
  return forTheBooks(tx, async () => {
    const peers = portfolioIds.length === 0 ? [] : await accountPeers(tx, portfolioIds)
    const chains = peers.length === 0 ? [] : await tx.query(OF_PORTFOLIOS, { portfolioIds: peers })
    const changed = chains.map((row) => ({
      portfolioId: row.portfolio_id,
      equityId: row.equity_id,
      from: BEGINNING,
    }))
    const { actions, portfolioIds: takers } = await actionsAfter(tx, changed)
    if (actions.length === 0) return
    // Entries of a locked day are posted on the first open one.
    await applyActions(tx, actions, { ...order, openPeriod: true, portfolioIds: takers })
  })
}

// Recomputes announced actions at the tax rates in force; actions in the books keep the rates that they were computed with.

const ANNOUNCED = statement(
  'actions.announced-with-tax',
  `SELECT a.id FROM corporate_actions a WHERE a.state = 'announced' AND a.ex_date IS NOT NULL AND a.kind IN ${sqlList(DIVIDENDS)}
    ORDER BY a.id`,
)

/** To be called when the register of tax rates has changed. */
export async function applyAnnounced(
  tx: Transaction,
  order: RecordedBy & Pick<ApplyOrder, 'today'>,
): Promise<void> {
  const ids = (await tx.query(ANNOUNCED)).map(({ id }) => id)
  const actions = (await lockActions(tx, ids)).filter(
    (action) => action.state === 'announced' && isTaxedByRegister(action),
  )
  if (actions.length > 0)
    await applyActions(tx, actions, { ...order, portfolioIds: null, taxRates: 'in force' })
}

// Writes entitlements and states by the plans: an entitlement that differs is the next version.

const FRACTION_SCALE = 4
const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)
const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

interface VersionRow {
  readonly of: PlannedAction
  readonly version: number
}

const ENTITLEMENTS = tableOf<VersionRow>('action_entitlements', [
  { name: 'action_id', type: 'bigint', of: ({ of }) => of.action.id },
  { name: 'portfolio_id', type: 'bigint', of: ({ of }) => of.portfolio.id },
  { name: 'version', type: 'integer', of: ({ version }) => version },
  { name: 'held', type: 'bigint', of: ({ of }) => of.plan.entitlement.held },
  { name: 'entitled', type: 'bigint', of: ({ of }) => of.plan.entitlement.entitled },
  { name: 'gross', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.gross) },
  { name: 'tax', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.tax) },
  { name: 'net', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.net) },
  {
    name: 'fraction',
    type: 'numeric',
    of: ({ of }) => formatDecimal(of.plan.entitlement.fraction, FRACTION_SCALE),
  },
  { name: 'memo_tax', type: 'numeric', of: ({ of }) => money(of.plan.entitlement.memoTax) },
  {
    name: 'tax_rate',
    type: 'numeric',
    of: ({ of: { plan } }) =>
      plan.entitlement.taxRate === undefined ? null : formatDecimal(plan.entitlement.taxRate, RATE_SCALE),
  },
  { name: 'tax_rate_on', type: 'date', of: ({ of }) => of.plan.entitlement.taxRateOn ?? null },
  {
    name: 'ex_tax_rate',
    type: 'numeric',
    of: ({ of: { plan } }) =>
      plan.entitlement.exTaxRate === undefined ? null : formatDecimal(plan.entitlement.exTaxRate, RATE_SCALE),
  },
  {
    name: 'ex_tax',
    type: 'numeric',
    of: ({ of: { plan } }) => (plan.entitlement.exTax === undefined ? null : money(plan.entitlement.exTax)),
  },
])
const KEEP = statement(
  'actions.keep-standings',
  `INSERT INTO em.action_standings AS s (action_id, portfolio_id, version, expected_role, expected, due, received, written_off, is_confirmed, is_open, settlement_account_id)
   SELECT * FROM unnest((SELECT :actionIds::bigint[]), (SELECT :portfolioIds::bigint[]), (SELECT :versions::int[]), (SELECT :roles?::text[]), (SELECT :expected::numeric[]),
                        (SELECT :dues?::date[]), (SELECT :received::numeric[]), (SELECT :writtenOff::numeric[]), (SELECT :confirmed::boolean[]), (SELECT :open::boolean[]), (SELECT :accounts?::bigint[]))
   ON CONFLICT (action_id, portfolio_id) DO UPDATE
     SET version = excluded.version, expected_role = excluded.expected_role, expected = excluded.expected, due = excluded.due,
         received = excluded.received, written_off = excluded.written_off, is_confirmed = excluded.is_confirmed, is_open = excluded.is_open,
         settlement_account_id = excluded.settlement_account_id`,
)

/** Writes what differs; answers the plans whose entitlement has a new version. */
export async function writeStandings(
  tx: Transaction,
  plans: readonly PlannedAction[],
  accountOf: (of: PlannedAction) => number | null,
): Promise<PlannedAction[]> {
  const fresh: VersionRow[] = []
  const standings: (VersionRow & { readonly said: Said })[] = []
  for (const of of plans) {
    const { standing } = of.known
    const differs = standing === null || !sameEntitlement(of)
    if (standing === null && isNothing(of)) continue
    const version = (standing?.version ?? 0) + (differs ? 1 : 0)
    if (differs) fresh.push({ of, version })
    const said = saidOf(of, accountOf(of))
    if (differs || !sameStanding(said, of)) standings.push({ of, version, said })
  }
  if (fresh.length > 0) await addRows(tx, [new Rows(ENTITLEMENTS, fresh)])
  if (standings.length > 0) {
    await tx.query(KEEP, {
      actionIds: standings.map(({ of }) => of.action.id),
      portfolioIds: standings.map(({ of }) => of.portfolio.id),
      versions: standings.map(({ version }) => version),
      roles: standings.map(({ said }) => said.role),
      expected: standings.map(({ said }) => money(said.expected)),
      dues: standings.map(({ said }) => said.due),
      received: standings.map(({ said }) => money(said.received)),
      writtenOff: standings.map(({ said }) => money(said.writtenOff)),
      confirmed: standings.map(({ said }) => said.isConfirmed),
      open: standings.map(({ said }) => said.isOpen),
      accounts: standings.map(({ said }) => said.accountId),
    })
  }
  return fresh.map(({ of }) => of)
}

/** The money that is expected, and the part of it that came. */
interface Said {
  readonly role: string | null
  readonly expected: bigint
  readonly due: string | null
  readonly received: bigint
  readonly writtenOff: bigint
  readonly isConfirmed: boolean
  readonly isOpen: boolean
  readonly accountId: number | null
}

function saidOf({ plan, known }: PlannedAction, accountId: number | null): Said {
  const sum = (kind: string) =>
    known.money.reduce((all, one) => (one.kind === kind ? all + one.amount : all), 0n)
  return {
    role: plan.expected?.role ?? null,
    expected: plan.expected?.amount ?? 0n,
    due: plan.expected?.due ?? null,
    received: plan.expected === null ? 0n : sum('received'),
    writtenOff: plan.expected === null ? 0n : sum('written-off'),
    isConfirmed: plan.expected !== null && known.money.length > 0,
    isOpen: plan.isOpen,
    accountId,
  }
}

function sameStanding(said: Said, { known: { standing } }: PlannedAction): boolean {
  return (
    standing !== null &&
    standing.expected_role === said.role &&
    cents(standing.expected) === said.expected &&
    standing.due === said.due &&
    cents(standing.received) === said.received &&
    cents(standing.written_off) === said.writtenOff &&
    standing.is_confirmed === said.isConfirmed &&
    standing.is_open === said.isOpen &&
    standing.settlement_account_id === said.accountId
  )
}

const rateOf = (text: string | null) => (text === null ? null : decimalOf(text, RATE_SCALE))

/** Whether the entitlement in force is the one that is planned. */
export function sameEntitlement({ plan: { entitlement }, known: { standing } }: PlannedAction): boolean {
  return (
    standing !== null &&
    BigInt(standing.held) === entitlement.held &&
    BigInt(standing.entitled) === entitlement.entitled &&
    cents(standing.gross) === entitlement.gross &&
    cents(standing.tax) === entitlement.tax &&
    cents(standing.net) === entitlement.net &&
    decimalOf(standing.fraction, FRACTION_SCALE) === entitlement.fraction &&
    cents(standing.memo_tax) === entitlement.memoTax &&
    rateOf(standing.tax_rate) === (entitlement.taxRate ?? null) &&
    standing.tax_rate_on === (entitlement.taxRateOn ?? null) &&
    rateOf(standing.ex_tax_rate) === (entitlement.exTaxRate ?? null) &&
    (standing.ex_tax === null ? null : cents(standing.ex_tax)) === (entitlement.exTax ?? null)
  )
}

const isNothing = ({ plan: { entitlement } }: PlannedAction) =>
  entitlement.held === 0n && entitlement.entitled === 0n && entitlement.gross === 0n
