/** Which fee tariff is in force: the one rule for a single trade, a calculation and an import. */
import { byComponent } from '@em/contract/fee-tariffs/fees'
import { NO_FEES } from '@em/core/fee-tariffs/charge'
import type { FeeComponent, Tariff } from '@em/core/fee-tariffs/tariff'
import { type SecurityClass, securityClassOf } from '@em/core/securities/symbol'
import type { FeeSource, TradeTerms } from '@em/core/trades/figures'
import { decimalOf, MONEY_SCALE, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { refuseField } from '../../platform/refusal.ts'

/** A row of the register. */
export interface TariffRow extends Record<FeeComponent | `excess_${FeeComponent}`, string> {
  effective_from: string
  security_class: string
  band_limit: string
}

/** The tariff in force for a class on a day, as SQL: its own goes before the one of ordinary shares, then the latest. */
export const tariffInForce = (securityClass: string, day: string) =>
  `SELECT f.* FROM fee_tariffs f WHERE f.security_class IN (${securityClass}, 'ordinary') AND f.effective_from <= (SELECT ${day}::date)
    ORDER BY (f.security_class = ${securityClass}) DESC, f.effective_from DESC LIMIT 1`

const IN_FORCE = statement('fee-tariffs.in-force', tariffInForce(':securityClass', ':date'))

/** The tariff of a symbol's class on a date; null where none reaches back so far. */
async function findTariff(db: Queryable, symbol: string, date: string): Promise<Tariff | null> {
  const [row] = await db.query(IN_FORCE, { securityClass: securityClassOf(symbol), date })
  return row === undefined ? null : tariffOf(row)
}

/** The fee schedule of a security's class on a date. @throws Refusal 422 where no schedule reaches back so far. */
export async function loadTariff(db: Queryable, symbol: string, date: string): Promise<Tariff> {
  const tariff = await findTariff(db, symbol, date)
  if (tariff === null) throw refuseField('tariff.missing', 'tradeDate', { date })
  return tariff
}

/**
 * The tariff that a calculation uses. Where the fees are typed as charged and no tariff reaches back to the date, there
 * is none and the calculated fees are zero. @throws Refusal 422 `tariff.missing` where the fees follow from the tariff.
 */
export async function tariffForCalculation(
  db: Queryable,
  { symbol, date, feeSource }: { symbol: string; date: string; feeSource: FeeSource | null },
): Promise<Pick<TradeTerms, 'tariff' | 'feesAsCharged'>> {
  const tariff = await findTariff(db, symbol.toUpperCase(), date)
  if (tariff !== null) return { tariff }
  if (feeSource !== 'contract' && feeSource !== 'manual')
    throw refuseField('tariff.missing', 'tradeDate', { date })
  return { tariff: null, feesAsCharged: { source: feeSource, fees: NO_FEES } }
}

const TARIFFS = statement('fee-tariffs.all', 'SELECT * FROM fee_tariffs ORDER BY effective_from DESC')

/** Every tariff, as a look-up by symbol and date by the rule of `tariffInForce`: an import asks for a tariff with each row. */
export async function loadTariffs(db: Queryable): Promise<(symbol: string, date: string) => Tariff | null> {
  const all = (await db.query(TARIFFS)).map(tariffOf)
  const byClass = Map.groupBy(all, (tariff) => tariff.securityClass)
  return (symbol, date) => {
    const inForce = (name: SecurityClass) => byClass.get(name)?.find((one) => one.effectiveFrom <= date)
    return inForce(securityClassOf(symbol)) ?? inForce('ordinary') ?? null
  }
}

/** A row as core takes it. */
export function tariffOf(row: TariffRow): Tariff {
  const rate = (text: string) => decimalOf(text, RATE_SCALE)
  return {
    effectiveFrom: row.effective_from,
    securityClass: row.security_class as SecurityClass,
    bandLimit: decimalOf(row.band_limit, MONEY_SCALE),
    first: byComponent(({ component }) => rate(row[component])),
    excess: byComponent(({ component }) => rate(row[`excess_${component}`])),
  }
}
