/** The one writer of prices: a set of rows of one day becomes versions, and the newest of them the prices. */
import type { PriceEffect } from '@em/contract/prices/price-effect'
import type { PriceSource } from '@em/contract/prices/trade-summary'
import {
  type CurrentPrice,
  changesOfDay,
  type DayChanges,
  type NextVersion,
} from '@em/core/prices/day-changes'
import type { PriceFigures, PriceRow } from '@em/core/prices/price-row'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, formatDecimal, PRICE_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changePrices, symbolsMoved } from './price-effect.commands.ts'
import { signedOff } from './sheet.queries.ts'

const HOLD_DAY = statement(
  'prices.hold-day',
  `SELECT ${takeLock('prices of a day', { key: "(:tradeDate::date - date '2000-01-01')" })}`,
)
const STANDING = statement(
  'prices.standing',
  `SELECT DISTINCT ON (v.symbol) v.symbol, v.version, v.is_removed, v.company_name, v.share_volume::text, v.trade_volume::text, v.previous_close,
          v.open, v.high, v.low, v.last_trade, v.close, v.change_rs, v.change_percent, s.source
     FROM price_versions v JOIN price_sets s ON s.id = v.set_id WHERE v.trade_date = :tradeDate::date ORDER BY v.symbol, v.version DESC`,
)
const ADD_SET = statement(
  'prices.add-set',
  `INSERT INTO price_sets (source, trade_date, file_name, sha256, reason, rows, added, changed, removed, recorded_by)
   VALUES (:source, :tradeDate::date, :fileName?, :sha256?, :reason?, :rows, :added, :changed, :removed, :recordedBy) RETURNING id`,
)
const KEEP_NEWEST = statement('prices.keep-newest', 'SELECT keep_newest_prices(:setId::bigint)')

interface VersionRow extends NextVersion {
  readonly setId: number
  readonly tradeDate: string
}

const price = (units: bigint | null | undefined) =>
  units === null || units === undefined ? null : formatDecimal(units, PRICE_SCALE)
const figure =
  (name: 'previousClose' | 'open' | 'high' | 'low' | 'lastTrade' | 'close' | 'changeRs') =>
  ({ figures }: VersionRow) =>
    price(figures?.[name])

const VERSIONS = tableOf<VersionRow>('price_versions', [
  { name: 'symbol', type: 'text', of: ({ symbol }) => symbol },
  { name: 'trade_date', type: 'date', of: ({ tradeDate }) => tradeDate },
  { name: 'version', type: 'integer', of: ({ version }) => version },
  { name: 'set_id', type: 'bigint', of: ({ setId }) => setId },
  { name: 'is_removed', type: 'boolean', of: ({ figures }) => String(figures === null) },
  { name: 'company_name', type: 'text', of: ({ figures }) => figures?.companyName ?? null },
  { name: 'share_volume', type: 'bigint', of: ({ figures }) => figures?.shareVolume ?? null },
  { name: 'trade_volume', type: 'bigint', of: ({ figures }) => figures?.tradeVolume ?? null },
  { name: 'previous_close', type: 'numeric', of: figure('previousClose') },
  { name: 'open', type: 'numeric', of: figure('open') },
  { name: 'high', type: 'numeric', of: figure('high') },
  { name: 'low', type: 'numeric', of: figure('low') },
  { name: 'last_trade', type: 'numeric', of: figure('lastTrade') },
  { name: 'close', type: 'numeric', of: figure('close') },
  { name: 'change_rs', type: 'numeric', of: figure('changeRs') },
  {
    name: 'change_percent',
    type: 'numeric',
    of: ({ figures }) =>
      figures?.changePercent == null ? null : formatDecimal(figures.changePercent, RATE_SCALE),
  },
])

export interface PricesToKeep extends RecordedBy {
  readonly source: PriceSource
  readonly tradeDate: string
  readonly rows: readonly PriceRow[]
  /** The rows are the whole day: current prices that are not among them are taken back. */
  readonly whole: boolean
  /** Prices that are taken back, by their next versions. */
  readonly takenBack?: readonly NextVersion[]
  readonly fileName: string | null
  readonly sha256: Buffer | null
  readonly reason: string | null
  /** A dry run is not refused in a locked period; its answer names the lock. */
  readonly dryRun: boolean
  /** Looks at the changes before they are kept, and may refuse them. */
  readonly check?: (changes: DayChanges<KnownPrice>) => void
}

/** The newest version of a price, and where it came from. */
export interface KnownPrice extends CurrentPrice {
  readonly source: PriceSource
}

/** Prices of one day are recorded one after the other: the second act sees what the first one kept. */
export const holdDay = (tx: Transaction, tradeDate: string) => tx.query(HOLD_DAY, { tradeDate })

/** The newest version of each price of a day, those taken back too. */
export async function standingPrices(db: Queryable, tradeDate: string): Promise<KnownPrice[]> {
  const rows = await db.query(STANDING, { tradeDate })
  return rows.map((row) => ({
    source: row.source as PriceSource,
    symbol: row.symbol,
    version: row.version,
    figures: row.is_removed ? null : figuresOf(row),
  }))
}

export interface StoredPrices {
  readonly changes: DayChanges<KnownPrice>
  /** Null where nothing changed. */
  readonly setId: number | null
  /** Undefined where no run and no locked period is concerned. */
  readonly effect: PriceEffect | undefined
}

/**
 * Keeps prices of a day. Answers what changed, the set, and what follows from it.
 * @throws Refusal `prices.signed-off` (409) where the day's sheet was signed off; `period.locked` (409) where the prices count in a locked
 *   period and the request does not say `openPeriod`.
 */
export async function keepPrices(tx: Transaction, prices: PricesToKeep): Promise<StoredPrices> {
  const { tradeDate, rows, whole, takenBack = [], check } = prices
  await holdDay(tx, tradeDate)
  const signed = await signedOff(tx, tradeDate)
  if (signed !== null) throw new Refusal('prices.signed-off', { date: dayInWords(tradeDate), by: signed.by })
  const before = await standingPrices(tx, tradeDate)
  const changes = changesOfDay(before, rows, { whole })
  check?.(changes)
  const versions = [...changes.versions, ...takenBack]
  if (versions.length === 0) return { changes, setId: null, effect: undefined }
  let setId = 0
  const effect = await changePrices(tx, {
    tradeDate,
    symbols: symbolsMoved(before, versions, prices.source),
    dryRun: prices.dryRun,
    openPeriod: prices.openPeriod,
    write: async () => {
      setId = await keepVersions(tx, prices, changes, versions)
    },
  })
  return { changes, setId, effect }
}

async function keepVersions(
  tx: Transaction,
  prices: PricesToKeep,
  changes: DayChanges,
  versions: readonly NextVersion[],
): Promise<number> {
  const { source, tradeDate, rows, takenBack = [], fileName, sha256, reason, recordedBy } = prices
  const [set] = await tx.query(ADD_SET, {
    source,
    tradeDate,
    fileName,
    sha256,
    reason,
    recordedBy,
    rows: rows.length + takenBack.length,
    added: changes.added,
    changed: changes.changed,
    removed: changes.removed + takenBack.length,
  })
  const setId = (set as { id: number }).id
  await addRows(tx, [
    new Rows(
      VERSIONS,
      versions.map((version) => ({ ...version, setId, tradeDate })),
    ),
  ])
  await tx.query(KEEP_NEWEST, { setId })
  return setId
}

type Standing = Readonly<Record<keyof PriceFigures, string | null>>

function figuresOf(row: {
  company_name: string | null
  share_volume: string | null
  trade_volume: string | null
  previous_close: string | null
  open: string | null
  high: string | null
  low: string | null
  last_trade: string | null
  close: string | null
  change_rs: string | null
  change_percent: string | null
}): PriceFigures {
  const texts: Standing = {
    companyName: row.company_name,
    shareVolume: row.share_volume,
    tradeVolume: row.trade_volume,
    previousClose: row.previous_close,
    open: row.open,
    high: row.high,
    low: row.low,
    lastTrade: row.last_trade,
    close: row.close,
    changeRs: row.change_rs,
    changePercent: row.change_percent,
  }
  const units = (name: keyof PriceFigures, scale: number) => {
    const text = texts[name]
    return text === null ? null : decimalOf(text, scale)
  }
  return {
    companyName: texts.companyName,
    shareVolume: units('shareVolume', 0),
    tradeVolume: units('tradeVolume', 0),
    previousClose: units('previousClose', PRICE_SCALE),
    open: units('open', PRICE_SCALE),
    high: units('high', PRICE_SCALE),
    low: units('low', PRICE_SCALE),
    lastTrade: units('lastTrade', PRICE_SCALE) ?? 0n,
    close: units('close', PRICE_SCALE),
    changeRs: units('changeRs', PRICE_SCALE),
    changePercent: units('changePercent', RATE_SCALE),
  }
}
