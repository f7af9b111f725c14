/** The contents of a new installation: chart of accounts, posting map, fee tariffs, dividend tax, market holidays, and records by its settings. */

import { FIRST_TAX_RATE } from '@em/core/corporate-actions/plans/dividend'
import { DEFAULT_TARIFFS, FEE_COMPONENTS, type FeeRates } from '@em/core/fee-tariffs/tariff'
import { CSE_HOLIDAYS } from '@em/core/holidays/cse-holidays'
import { DEFAULT_CHART } from '@em/core/ledger/roles'
import { formatDecimal } from '@em/core/values/decimal'
import { sendAudits } from './platform/acts.ts'
import { type Database, statement, type Transaction } from './platform/database/database.ts'
import { takeLock } from './platform/database/locks.ts'

/** The exchange's own indices first, then the regional ones that Market Summary shows. */
const MARKET_INDICES = [
  ['ASPI', 'All Share Price Index', 'Market'],
  ['S&P SL20', 'S&P Sri Lanka 20', 'Market'],
  ['NIFTY 50', 'NIFTY 50', 'Regional'],
  ['SENSEX', 'S&P BSE SENSEX', 'Regional'],
  ['BANK NIFTY', 'NIFTY Bank', 'Regional'],
  ['VIX', 'India VIX', 'Regional'],
].map(([code, name, kind], at) => ({ code, name, kind, place: at + 1 }))

/** The economic indicators that Market Summary shows: typed like values of indices. */
const ECONOMIC_INDICATORS = [
  ['GOLD', 'Gold (per 10 g)'],
  ['CRUDE OIL', 'Crude oil (USD per barrel)'],
  ['USD/INR', 'USD/INR'],
  ['10Y BOND', '10Y bond yield (%)'],
].map(([code, name], at) => ({ code, name, place: 51 + at }))

/** The records that the settings of the installation create. */
export interface FirstSettings {
  /** Percent a year. */
  readonly riskFreeRate?: number | undefined
}

/** A rate of the settings was the rate of every day: it begins before the exchange did. */
const OF_EVERY_DAY = '1985-01-01'

/** The setting of the risk-free rate becomes the first row of its register, where none was entered before. */
const riskFreeSeed = ({ riskFreeRate }: FirstSettings): Seed[] =>
  riskFreeRate === undefined
    ? []
    : [
        {
          name: 'risk-free rate of the settings',
          rows: [{ effective_from: OF_EVERY_DAY, rate: riskFreeRate }],
          insert: `INSERT INTO risk_free_rates (effective_from, rate, source)
            SELECT effective_from, rate, 'RISK_FREE_RATE of the settings'
              FROM jsonb_to_recordset($1::jsonb) AS r (effective_from date, rate numeric)
             WHERE NOT EXISTS (SELECT FROM risk_free_rates)`,
        },
      ]

interface Seed {
  /** Remembered in the table `seeds`; a list that is there already is never put in place again. */
  readonly name: string
  readonly rows: readonly object[]
  /** Takes the rows as JSON in $1. Leaves alone what a user entered before. */
  readonly insert: string
}

const LOCK = statement('seed.lock', `SELECT ${takeLock('first start')}`)
const DONE = statement('seed.done', 'SELECT name FROM seeds')
const REMEMBER = statement('seed.remember', 'INSERT INTO seeds (name) VALUES (:name)')

const RATE_SCALE = 4
const rates = (prefix: string, of: FeeRates) =>
  Object.fromEntries(FEE_COMPONENTS.map((name) => [prefix + name, formatDecimal(of[name], RATE_SCALE)]))
const rateColumns = [...FEE_COMPONENTS, ...FEE_COMPONENTS.map((name) => `excess_${name}`)]

const seeds: readonly Seed[] = [
  {
    name: 'chart of accounts',
    rows: DEFAULT_CHART,
    insert: `INSERT INTO chart_of_accounts (account_code, account_name, description, is_system)
      SELECT code, name, name, true FROM jsonb_to_recordset($1::jsonb) AS r (code text, name text)
      ON CONFLICT DO NOTHING`,
  },
  {
    name: 'posting roles',
    rows: DEFAULT_CHART,
    insert: `INSERT INTO gl_mappings (role, account_id)
      SELECT r.role, a.id FROM jsonb_to_recordset($1::jsonb) AS r (code text, role text)
        JOIN chart_of_accounts a ON a.account_code = r.code
       WHERE NOT EXISTS (SELECT FROM gl_mappings m
                          WHERE m.role = r.role AND m.portfolio_id = 0 AND m.settlement_account_id = 0)`,
  },
  {
    name: 'fee tariffs',
    rows: DEFAULT_TARIFFS.map((tariff) => ({
      effective_from: tariff.effectiveFrom,
      security_class: tariff.securityClass,
      band_limit: formatDecimal(tariff.bandLimit, 2),
      ...rates('', tariff.first),
      ...rates('excess_', tariff.excess),
    })),
    insert: `INSERT INTO fee_tariffs (effective_from, security_class, band_limit, ${rateColumns.join(', ')}, source)
      SELECT effective_from, security_class, band_limit, ${rateColumns.join(', ')}, 'Delivered with the product'
        FROM jsonb_to_recordset($1::jsonb) AS r (effective_from date, security_class text, band_limit numeric,
          ${rateColumns.map((column) => `${column} numeric`).join(', ')})
      ON CONFLICT DO NOTHING`,
  },
  {
    name: 'dividend tax rates',
    rows: [{ effective_from: FIRST_TAX_RATE.effectiveFrom, rate: formatDecimal(FIRST_TAX_RATE.rate, 4) }],
    insert: `INSERT INTO dividend_tax_rates (effective_from, rate, source)
      SELECT effective_from, rate, 'Delivered with the product: Act 45 of 2022'
        FROM jsonb_to_recordset($1::jsonb) AS r (effective_from date, rate numeric)
      ON CONFLICT DO NOTHING`,
  },
  {
    name: 'holidays 2024 to 2026',
    rows: CSE_HOLIDAYS,
    insert: `INSERT INTO holidays (date, name, type, is_recurring)
      SELECT date, name, type, "isRecurring"
        FROM jsonb_to_recordset($1::jsonb) AS r (date date, name text, type text, "isRecurring" boolean)
      ON CONFLICT DO NOTHING`,
  },
  {
    name: 'market indices',
    rows: MARKET_INDICES,
    insert: `INSERT INTO market_indices (code, name, kind, place)
      SELECT code, name, kind, place FROM jsonb_to_recordset($1::jsonb) AS r (code text, name text, kind text, place integer)
      ON CONFLICT DO NOTHING`,
  },
  {
    name: 'economic indicators',
    rows: ECONOMIC_INDICATORS,
    insert: `INSERT INTO market_indices (code, name, kind, place)
      SELECT code, name, 'Indicator', place FROM jsonb_to_recordset($1::jsonb) AS r (code text, name text, place integer)
      ON CONFLICT DO NOTHING`,
  },
]

/**
 * Puts each list in place that this installation has never had, and answers their names. Safe at every start and
 * from several servers at once.
 */
export async function seed(database: Database, settings: FirstSettings = {}): Promise<string[]> {
  const wanted = [...seeds, ...riskFreeSeed(settings)]
  const known = new Set((await database.query(DONE)).map((row) => row.name))
  if (wanted.every(({ name }) => known.has(name))) return []
  return database.transaction((tx) => insertSeeds(tx, wanted), 'first start', [null])
}

async function insertSeeds(tx: Transaction, wanted: readonly Seed[]): Promise<string[]> {
  await tx.query(LOCK)
  const known = new Set((await tx.query(DONE)).map((row) => row.name))
  const missing = wanted.filter(({ name }) => !known.has(name))
  for (const { name, rows, insert } of missing) {
    await tx.query(insert, [JSON.stringify(rows)])
    await tx.query(REMEMBER, { name })
  }
  const names = missing.map(({ name }) => name)
  sendAudits(tx, [{ action: 'books.seed', entity: 'books', entityId: 0, after: { lists: names } }])
  return names
}
