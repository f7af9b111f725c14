/** The effect of changed prices: runs that become stale or current again, and locked periods that need `openPeriod`. */
import { EFFECT_MOST, effectSentences, type PriceEffect } from '@em/contract/prices/price-effect'
import type { PriceSource } from '@em/contract/prices/trade-summary'
import type { NextVersion } from '@em/core/prices/day-changes'
import type { PriceFigures } from '@em/core/prices/price-row'
import { dayInWords } from '@em/core/values/date-texts'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdResting, restedOf, settle } from '../valuation/settle.commands.ts'
import { sharePeriods } from './prices-at/locked-days.commands.ts'

const SECURITIES = statement(
  'prices.securities-of-symbols',
  `SELECT DISTINCT coalesce(m.equity_id, security_of_symbol(w.symbol, :day::date)) AS id
     FROM unnest(:symbols::text[]) AS w (symbol) LEFT JOIN market_symbols m ON m.symbol = w.symbol`,
)
// A price counts until the security's next price. A locked period is concerned where the shares were held on the day itself, so that
// prices from before the first purchase pass. Reads all portfolios, whatever the person may see.
const HOLDERS = statement(
  'prices.holders',
  `WITH k AS (
     SELECT id AS equity, id AS valued FROM unnest(:equityIds::bigint[]) AS id
     UNION
     SELECT a.equity_id, a.rights_equity_id FROM em.corporate_actions a WHERE a.equity_id = ANY (:equityIds) AND a.rights_equity_id IS NOT NULL)
   SELECT c.portfolio_id AS "portfolioId!", y.name AS entity, y.locked_through AS through, max(coalesce(n.day - 1, 'infinity'))::text AS until!,
          bool_or(coalesce(y.locked_through >= :date::date AND h.quantity > 0, false)) AS locked!
     FROM k JOIN em.chains c ON c.equity_id = k.valued
     JOIN em.portfolios p ON p.id = c.portfolio_id JOIN em.entities y ON y.id = p.entity_id
     LEFT JOIN LATERAL (SELECT trade_date AS day FROM prices WHERE equity_id = k.equity AND trade_date > :date::date ORDER BY trade_date LIMIT 1) n ON true
     LEFT JOIN LATERAL (SELECT e.quantity FROM em.chain_events e WHERE e.chain_id = c.id AND e.event_date <= :date::date
                         ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT 1) h ON true
    WHERE h.quantity > 0
       OR EXISTS (SELECT FROM em.chain_events e WHERE e.chain_id = c.id AND e.quantity > 0 AND e.event_date > :date::date
                     AND (n.day IS NULL OR e.event_date < n.day))
    GROUP BY c.portfolio_id, y.id`,
)

/** The figures that a valuation uses. */
const counts = (figures: PriceFigures | null) =>
  figures === null ? '' : [figures.lastTrade, figures.close, figures.previousClose].join(' ')

interface Known {
  readonly symbol: string
  readonly figures: PriceFigures | null
  readonly source: PriceSource
}

/** Symbols whose valuation price or its source changes: a changed volume alone changes no value. */
export function symbolsMoved(
  before: readonly Known[],
  versions: readonly NextVersion[],
  source: PriceSource,
): string[] {
  const known = new Map(before.map((one) => [one.symbol, one]))
  return versions.flatMap(({ symbol, figures }) => {
    const earlier = known.get(symbol)
    const isSame = counts(earlier?.figures ?? null) === counts(figures) && earlier?.source === source
    return isSame ? [] : [symbol]
  })
}

export interface PricesToChange {
  readonly tradeDate: string
  /** Symbols whose prices change. */
  readonly symbols: readonly string[]
  /** A dry run answers the effect and is not refused. */
  readonly dryRun: boolean
  /** The person accepted that they count in a locked period. */
  readonly openPeriod: boolean
  /** Writes them. */
  write(): Promise<void>
}

/**
 * Changes prices and answers what follows; undefined where no run and no locked period is concerned.
 * @throws Refusal `period.locked` (409) where they count in a locked period and `openPeriod` is not set: with a detail for each thing that
 *   follows; `valuation.busy` (503).
 */
export async function changePrices(
  tx: Transaction,
  prices: PricesToChange,
): Promise<PriceEffect | undefined> {
  const { tradeDate, symbols, dryRun, openPeriod, write } = prices
  const found = symbols.length === 0 ? [] : await tx.query(SECURITIES, { symbols, day: tradeDate })
  const equityIds = found.flatMap(({ id }) => (id === null ? [] : [id]))
  if (equityIds.length === 0) {
    await write()
    return undefined
  }
  await sharePeriods(tx)
  const [resting, holders] = [
    await holdResting(tx, equityIds, tradeDate),
    await tx.query(HOLDERS, { equityIds, date: tradeDate }),
  ]
  await write()
  const { stale, current } = await settle(tx, resting)
  const effect: PriceEffect = {
    locked: locksOf(tradeDate, [
      ...holders.filter(({ locked }) => locked),
      ...resting.filter(({ locked }) => locked),
    ]),
    stale: stale.slice(0, EFFECT_MOST).map(restedOf),
    staleCount: stale.length,
    current: current.slice(0, EFFECT_MOST).map(restedOf),
    currentCount: current.length,
    dailyValues: valuesOf(tradeDate, holders),
    statements: [...new Set(stale.map(({ date }) => date))].toSorted(),
  }
  if (effect.locked.length > 0 && !dryRun && !openPeriod) throw lockedPrices(tradeDate, effect)
  return effect.locked.length + stale.length + current.length === 0 ? undefined : effect
}

/** Entities whose books are locked through the day of the prices. A price of an open day may also give the close of a locked day: that does not change the locked day. */
function locksOf(
  tradeDate: string,
  found: readonly { readonly entity: string; readonly through: string | null }[],
): PriceEffect['locked'] {
  const locks = new Map(
    found.flatMap(({ entity, through }) =>
      through !== null && through >= tradeDate ? [[entity, through] as const] : [],
    ),
  )
  return [...locks]
    .map(([entity, locked_through]) => ({ entity, locked_through }))
    .toSorted((a, b) => (a.entity < b.entity ? -1 : 1))
}

function valuesOf(from: string, holders: readonly RowOf<typeof HOLDERS>[]): PriceEffect['dailyValues'] {
  if (holders.length === 0) return null
  const until = holders.reduce((latest, one) => (one.until > latest ? one.until : latest), '')
  return { from, until: until === 'infinity' ? null : until, portfolios: holders.length }
}

function lockedPrices(tradeDate: string, effect: PriceEffect): Refusal {
  const [first] = effect.locked
  const more = effect.locked.length - 1
  const sentences = effectSentences(effect)
  return new Refusal(
    'period.locked',
    {
      entity: `${first?.entity ?? ''}${more > 0 ? ` and ${more} more` : ''}`,
      through: first?.locked_through ?? '',
      remedy: `Prices of ${dayInWords(tradeDate)} count in them, and change only where the period is opened for it.`,
    },
    // By this field the person is asked about prices, not about a posting.
    (sentences.length > 0 ? sentences : ['No run that is in force becomes stale.']).map((message) => ({
      field: 'openPeriod',
      message,
    })),
  )
}

/** Its audited fields: none where nothing followed. */
export function effectForAudit(effect: PriceEffect | undefined): object {
  if (effect === undefined) return {}
  const { locked, staleCount, currentCount } = effect
  return {
    ...(locked.length > 0 && {
      opened_period: locked
        .map(({ entity, locked_through }) => `${entity} through ${locked_through}`)
        .join(', '),
    }),
    ...(staleCount > 0 && { runs_stale: staleCount }),
    ...(currentCount > 0 && { runs_current: currentCount }),
  }
}
