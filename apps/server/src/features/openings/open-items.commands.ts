/**
 * Open items of a portfolio's opening, as a whole list that replaces the one before. Equal items keep their action or trade, missing
 * ones are reversed, new ones are recorded: a dividend or an application as a corporate action, a purchase or a sale as a trade.
 */
import type {
  OpenItem,
  OpenItemOf,
  OpenItemsDetail,
  OpenItemsInput,
  OpenItemsReport,
} from '@em/contract/openings/open-items'
import { ACTIVE_STATUS } from '@em/core/trades/decide-buy'
import { dayInWords } from '@em/core/values/date-texts'
import type { Clock } from '../../platform/clock.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { lockChains } from '../chains/lock.queries.ts'
import { lockTakenOn, takeOn, takeOut } from '../corporate-actions/take-on.commands.ts'
import { postedLines } from '../ledger/ledger.queries.ts'
import { type Portfolio, portfolioInPath } from '../portfolios/portfolios.queries.ts'
import { formOfItem, keyOf, type NamedItem, namedItems, storedItem } from './open-item-rows.ts'
import { findOpenItems, type StandingItem, standingItems } from './open-items.queries.ts'
import { recordOpenTrades, removeOpenTrades } from './open-trades.commands.ts'
import {
  forgetOpeningDate,
  freeOpeningDate,
  hasOpenings,
  lockOpening,
  setOpeningDate,
} from './opening-date.commands.ts'

const ADD_VERSION = statement(
  'open-items.add-version',
  `INSERT INTO open_item_versions (portfolio_id, version, opening_date, recorded_by)
   VALUES (:portfolioId, :version::int, :openingDate::date, :recordedBy)`,
)
const ADD_ITEMS = statement(
  'open-items.add',
  `INSERT INTO open_items (portfolio_id, version, place, kind, equity_id, form, action_id, trade_id)
   SELECT :portfolioId, :version::int, k.place, k.kind, k.equity_id, k.form, k.action_id, k.trade_id
     FROM jsonb_to_recordset(:items::jsonb) AS k (place integer, kind text, equity_id bigint, form jsonb, action_id bigint, trade_id bigint)`,
)

export interface OpenItemsOrder extends RecordedBy {
  readonly portfolio: string
  readonly input: OpenItemsInput
  readonly dryRun: boolean
  /** Of items that other books recorded before: the numbers of their trades, by index. */
  readonly dealNumbers?: readonly (string | null)[]
}

type TradeItem = OpenItemOf<'buy'> | OpenItemOf<'sell'>
const isTrade = (item: OpenItem): item is TradeItem => item.kind === 'buy' || item.kind === 'sell'

/**
 * Records the open items of a portfolio, or replaces them, inside the door's transaction; or reports what that would post.
 * @throws Refusal `opening.items` naming item and field for what cannot be recorded, `record.stale` where the current version is not the
 *   one to be replaced, `opening.item-recorded` and `opening.item-settled` for what would be taken back with what was recorded of it,
 *   `opening.date-fixed`, `opening.sold-before`, `trade.date-in-future`, `period.locked`.
 */
export async function saveOpenItems(
  tx: Transaction,
  clock: Clock,
  order: OpenItemsOrder,
): Promise<Outcome<OpenItemsDetail | OpenItemsReport>> {
  const { input, recordedBy } = order
  const by = recorder(order)
  const { openingDate } = input
  const today = clock.today()
  if (openingDate > today)
    throw refuseField('trade.date-in-future', 'openingDate', { date: openingDate, today })
  const portfolio = await portfolioInPath(tx, order.portfolio)
  const { before, lots, balances } = await lockAll(tx, portfolio, input, today)
  const after = await named(tx, portfolio, input)
  const { kept: staying, added, removed } = differenceOf(before.items, after, before.takenOn === openingDate)
  refuseRecorded(removed, input.withPayments)
  const { status, portfolioName: name } = portfolio
  if (added.length > 0 && status !== ACTIVE_STATUS)
    throw refuseField('portfolio.not-active', 'portfolio', { name, status })

  const entryIds: number[] = []
  const isHeld = lots || balances
  const opening = { portfolio: tradePortfolio(portfolio), openingDate, ...by }
  entryIds.push(
    ...(await takeOut(
      tx,
      removed.flatMap(({ actionId }) => actionId ?? []),
      { today, ...by },
    )),
  )
  entryIds.push(
    ...(await removeOpenTrades(
      tx,
      clock,
      removed.flatMap(({ tradeId }) => tradeId ?? []),
      opening,
    )),
  )
  // Without opening lots and balances the opening date may change: then all items are recorded anew.
  if (!isHeld) await freeOpeningDate(tx, portfolio.id)
  await setOpeningDate(tx, portfolio, isHeld ? before.head.openingDate : null, openingDate)
  const ids = new Map<number, { action_id?: number; trade_id?: number }>(
    staying.map(({ at, standing }) => [
      at,
      {
        ...(standing.actionId !== null && { action_id: standing.actionId }),
        ...(standing.tradeId !== null && { trade_id: standing.tradeId }),
      },
    ]),
  )
  const dealt = added.flatMap(({ at, one }) =>
    isTrade(one.item)
      ? [{ at, named: one, item: one.item, dealNumber: order.dealNumbers?.[at] ?? undefined }]
      : [],
  )
  const recorded = await recordOpenTrades(tx, clock, dealt, opening)
  entryIds.push(...recorded.entryIds)
  for (const [index, { at }] of dealt.entries()) ids.set(at, { trade_id: recorded.ids[index] as number })
  for (const { at, one } of added) {
    const { item, equity } = one
    if (isTrade(item)) continue
    const form = formOfItem(item, { portfolioId: portfolio.portfolioId, equity })
    const security = { id: equity.id, symbol: equity.symbol, name: equity.companyName }
    const taken = await takeOn(tx, { form, portfolio, security, openingDate }, { today, ...by })
    ids.set(at, { action_id: taken.id })
    entryIds.push(...taken.entryIds)
  }

  const version = (before.head.version ?? 0) + 1
  await tx.query(ADD_VERSION, { portfolioId: portfolio.id, version, openingDate, recordedBy })
  const items = after.map(({ item, equity }, at) => ({
    place: at + 1,
    kind: item.kind,
    equity_id: equity.id,
    form: storedItem(item, equity.symbol),
    ...ids.get(at),
  }))
  await tx.query(ADD_ITEMS, { portfolioId: portfolio.id, version, items: JSON.stringify(items) })
  await forgetOpeningDate(tx, [portfolio.id])

  const audit = {
    action: 'openings.open-items',
    entity: 'portfolios',
    entityId: portfolio.id,
    ...(before.head.version !== null && {
      before: { items: before.items.length, version: before.head.version },
    }),
    after: { items: items.length, openingDate, version, added: added.length, removed: removed.length },
  }
  if (!order.dryRun) return { answer: await findOpenItems(tx, portfolio.id, today), audit }
  const report = {
    dryRun: true as const,
    kept: staying.length,
    added: added.length,
    removed: removed.length,
    warnings: warningsOf(after),
    postings: await postedLines(tx, entryIds),
  }
  return { answer: report, audit }
}

/** Everything that the write touches under lock, in the order that other writers take: events, chains, the portfolio. */
async function lockAll(tx: Transaction, portfolio: Portfolio, input: OpenItemsInput, today: string) {
  const seen = await standingItems(tx, portfolio.id, today)
  await lockTakenOn(
    tx,
    seen.items.flatMap(({ actionId }) => actionId ?? []),
  )
  const { named: some } = await namedItems(tx, input.items.filter(isTrade), {
    portfolio: tradePortfolio(portfolio),
    openingDate: input.openingDate,
  })
  const equityIds = new Set([
    ...seen.items.flatMap(({ tradeId, equityId }) => (tradeId === null ? [] : [equityId])),
    ...some.map(({ equity }) => equity.id),
  ])
  if (equityIds.size > 0)
    await lockChains(
      tx,
      [...equityIds].map((equityId) => ({ portfolioId: portfolio.id, equityId })),
    )
  const locked = await lockOpening(tx, portfolio.id)
  const before = await standingItems(tx, portfolio.id, today)
  if (before.head.version !== input.replaces || before.head.version !== seen.head.version)
    throw new Refusal('record.stale', { what: `The list of open items of ${portfolio.portfolioName}` })
  const { lots } = await hasOpenings(tx, portfolio.id)
  return { before, lots, balances: locked.balancesEntryId !== null }
}

const tradePortfolio = (portfolio: Portfolio) => ({
  id: portfolio.id,
  code: portfolio.portfolioId,
  name: portfolio.portfolioName,
  status: portfolio.status,
  accountingTreatment: portfolio.accountingTreatment,
})

async function named(tx: Transaction, portfolio: Portfolio, input: OpenItemsInput): Promise<NamedItem[]> {
  const world = { portfolio: tradePortfolio(portfolio), openingDate: input.openingDate }
  const found = await namedItems(tx, input.items, world)
  if (found.failed > 0)
    throw new Refusal('opening.items', { failed: found.failed, items: input.items.length }, found.faults)
  return found.named
}

interface Difference {
  readonly kept: { readonly at: number; readonly standing: StandingItem }[]
  readonly added: { readonly at: number; readonly one: NamedItem }[]
  readonly removed: StandingItem[]
}

/** The items to keep, to record and to reverse. Equal items are matched one to one; with another opening date none is kept. */
function differenceOf(
  before: readonly StandingItem[],
  after: readonly NamedItem[],
  isSameDate: boolean,
): Difference {
  const left = new Map<string, StandingItem[]>()
  for (const standing of before) {
    const key = keyOf(standing.item, standing.equityId)
    left.set(key, [...(left.get(key) ?? []), standing])
  }
  const staying: Difference['kept'] = []
  const added: Difference['added'] = []
  for (const [at, one] of after.entries()) {
    const standing = isSameDate ? left.get(one.key)?.shift() : undefined
    if (standing === undefined) added.push({ at, one })
    else staying.push({ at, standing })
  }
  return { kept: staying, added, removed: [...left.values()].flat() }
}

/** What was received, certified, allotted or settled is not taken back in silence; a settlement that was confirmed is a fact. */
function refuseRecorded(removed: readonly StandingItem[], withPayments: boolean): void {
  for (const { answer, tradeId } of removed) {
    const { recorded } = answer.standing
    if (recorded === null) continue
    const item = itemInWords(answer)
    if (tradeId !== null) throw new Refusal('opening.item-settled', { item, recorded })
    if (!withPayments) throw new Refusal('opening.item-recorded', { item, recorded })
  }
}

const NOUNS = { dividend: 'Dividend', buy: 'Purchase', sell: 'Sale', application: 'Application' } as const
const itemInWords = ({ kind, symbol, standing }: StandingItem['answer']) =>
  `${NOUNS[kind]} ${symbol} of ${dayInWords(standing.since)}`

/** Items that equal an earlier one: probably a row that was pasted twice. */
function warningsOf(items: readonly NamedItem[]): OpenItemsReport['warnings'] {
  const first = new Map<string, number>()
  return items.flatMap(({ key }, at) => {
    const earlier = first.get(key)
    first.set(key, earlier ?? at + 1)
    return earlier === undefined ? [] : [{ row: at + 1, message: `Is the same as item ${earlier}.` }]
  })
}
