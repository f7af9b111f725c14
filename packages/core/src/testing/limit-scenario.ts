/** Golden scenarios of limits: what is held, owed and bound, and what acts do to it. */
import { chargeFees } from '../fee-tariffs/charge.ts'
import { DEFAULT_TARIFFS } from '../fee-tariffs/tariff.ts'
import { shownValue, stateOf, usedPercent, warningAt } from '../limits/compare.ts'
import type { LimitAct, LimitFacts, LimitSecurity } from '../limits/facts.ts'
import { passedInOrder } from '../limits/in-order.ts'
import type {
  Hardness,
  LimitMeasure,
  LimitOperator,
  LimitUnit,
  RestrictedSide,
  SubjectType,
} from '../limits/limit-codes.ts'
import { type LimitTerms, type Measurement, measurementsOf } from '../limits/measure.ts'
import { judge } from '../limits/what-if.ts'
import { holdingValue } from '../valuation/holding-value.ts'
import { decimalOf, formatDecimal } from '../values/decimal.ts'
import type { Row, ScenarioText, Table } from './scenario-text.ts'

const plain = (cell: string) => cell.replaceAll(',', '')
const numeral = (cell: string | undefined, scale: number) => decimalOf(plain(cell ?? '0'), scale)
const isGiven = (cell: string | undefined): cell is string => cell !== undefined && cell !== '-'
const money = (cents: bigint | null) => (cents === null ? '-' : formatDecimal(cents, 2, { grouping: true }))
const whole = (shares: bigint | null) =>
  shares === null ? '-' : formatDecimal(shares, 0, { grouping: true })
const inUnit = (value: bigint | null, unit: LimitUnit) =>
  value === null
    ? '-'
    : unit === 'percent'
      ? formatDecimal(value, 4, { grouping: true })
      : unit === 'LKR'
        ? money(value / 100n)
        : whole(value / 10_000n)

const PORTFOLIO = 1
const tariff = DEFAULT_TARIFFS[0]
const feesOf = (gross: bigint) => (tariff === undefined ? 0n : chargeFees(tariff, gross).total)

interface World {
  readonly facts: LimitFacts
  readonly limits: readonly (LimitTerms & { readonly code: string; readonly hardness: Hardness })[]
  readonly acts: readonly { readonly name: string; readonly act: LimitAct }[]
  /** The trades, judged in the order of dealing. */
  readonly inOrder: readonly { readonly name: string; readonly act: LimitAct }[]
}

/** The `then` tables of a scenario. */
export function runLimits(scenario: ScenarioText): Table[] {
  const world = worldOf(scenario)
  return [
    utilisation(world),
    ...(world.acts.length === 0 ? [] : [whatIf(world)]),
    ...(world.inOrder.length === 0 ? [] : [passed(world)]),
  ]
}

function worldOf(scenario: ScenarioText): World {
  const rows = (name: string): readonly Row[] =>
    scenario.tables.find((table) => table.name === name)?.rows ?? []
  const [portfolio] = rows('portfolio')
  const day = portfolio?.['day'] ?? ''
  const given = rows('securities').map((row, index) => ({ row, security: securityOf(row, index + 1) }))
  const bySymbol = new Map(given.map((one) => [one.security.symbol, one]))
  const holdings = rows('holdings').map((row) => {
    const found = bySymbol.get(row['symbol'] ?? '')
    const price = isGiven(found?.row['price']) ? numeral(found?.row['price'], 4) : null
    const [quantity, carried] = [numeral(row['shares'], 0), numeral(row['cost'], 2)]
    const value = holdingValue(quantity, price, carried)
    return { portfolioId: PORTFOLIO, securityId: found?.security.id ?? 0, quantity, price, carried, value }
  })
  const cash = numeral(portfolio?.['cash'], 2)
  const netAssets =
    holdings.reduce((sum, { value }) => sum + value, 0n) + cash + numeral(portfolio?.['other net assets'], 2)
  const days = rows('cash')
  const facts: LimitFacts = {
    day,
    securities: new Map(given.map(({ security }) => [security.id, security])),
    portfolios: new Map([
      [
        PORTFOLIO,
        {
          id: PORTFOLIO,
          code: portfolio?.['portfolio'] ?? '',
          netAssets,
          cash,
          ladder: days.length === 0 ? [cash] : days.map((row) => numeral(row['expected'], 2)),
        },
      ],
    ]),
    holdings,
    settlements: rows('settlements').map((row) => ({
      portfolioId: PORTFOLIO,
      broker: row['broker'] ?? '',
      due: row['due'] ?? null,
      isLate: row['state'] === 'overdue',
      pays: row['side'] === 'pay',
      amount: numeral(row['amount'], 2),
    })),
    ladderDays: days.length === 0 ? [day] : days.map((row) => row['day'] ?? ''),
    dealt: [],
    acts: [],
  }
  const actOf = (row: Row) => {
    const found = bySymbol.get(row['symbol'] ?? '')
    const act: LimitAct = {
      kind: row['side'] === 'sell' ? 'sell' : 'buy',
      portfolioId: PORTFOLIO,
      securityId: found?.security.id ?? 0,
      quantity: numeral(row['shares'], 0),
      price: numeral(row['at'], 4),
      marketPrice: isGiven(found?.row['price']) ? numeral(found?.row['price'], 4) : null,
      settlementDate: isGiven(row['settles']) ? row['settles'] : day,
      broker: isGiven(row['broker']) ? row['broker'] : null,
      feesOf,
    }
    return { name: row['act'] ?? '', act }
  }
  return {
    facts,
    limits: rows('limits').map(limitOf),
    acts: rows('acts').map(actOf),
    inOrder: rows('rows in order').map(actOf),
  }
}

const securityOf = (row: Row, id: number): LimitSecurity => {
  const symbol = row['symbol'] ?? ''
  return {
    id,
    symbol,
    issuer: symbol.split('.')[0] ?? '',
    issuerGroup: isGiven(row['group']) ? row['group'] : null,
    sector: isGiven(row['sector']) ? row['sector'] : null,
    board: null,
    securityClass: symbol.split('.')[1]?.charAt(0) ?? '',
    votes: isGiven(row['votes']) ? numeral(row['votes'], 0) : 1n,
    issued: isGiven(row['issued']) ? numeral(row['issued'], 0) : null,
  }
}

const limitOf = (row: Row) => ({
  code: row['limit'] ?? '',
  hardness: (row['hardness'] ?? 'inform') as Hardness,
  measure: row['measure'] as LimitMeasure,
  subject: {
    type: row['of'] as SubjectType,
    id: row['subject'] ?? 'each',
    top: isGiven(row['top']) ? Number(row['top']) : null,
  },
  bound: isGiven(row['bound']) ? numeral(row['bound'], 4) : null,
  unit: row['unit'] as LimitUnit,
  operator: (row['operator'] ?? 'above') as LimitOperator,
  warning: Number(row['warning'] ?? 90),
  days: 10,
  collateral: isGiven(row['collateral']) ? numeral(row['collateral'], 2) : 0n,
  side: isGiven(row['side']) ? (row['side'] as RestrictedSide) : null,
})

function passed({ facts, limits, inOrder }: World): Table {
  const acts = inOrder.map(({ act }) => act)
  return {
    section: 'then',
    name: 'rows that pass a limit',
    columns: ['act', 'limit', 'subject', 'value', 'bound'],
    rows: limits.flatMap((terms) =>
      passedInOrder({ terms, portfolioIds: new Set([PORTFOLIO]) }, facts, acts).map(
        ({ at, subject, measurement }) => ({
          act: inOrder[at]?.name ?? '',
          limit: terms.code,
          subject,
          value: inUnit(shownValue(terms, measurement), terms.unit),
          bound: inUnit(terms.bound, terms.unit),
        }),
      ),
    ),
  }
}

function utilisation({ facts, limits }: World): Table {
  return {
    section: 'then',
    name: 'utilisation',
    columns: ['limit', 'subject', 'measured', 'of', 'value', 'warns at', 'bound', 'used %', 'state'],
    rows: limits.flatMap((terms) =>
      [...measurementsOf(terms, facts)].map(([subject, measurement]) => ({
        limit: terms.code,
        subject,
        measured: measured(terms, measurement.numerator),
        of: measured(terms, measurement.denominator),
        value: inUnit(shownValue(terms, measurement), terms.unit),
        'warns at': inUnit(warningAt(terms), terms.unit),
        bound: inUnit(terms.bound, terms.unit),
        'used %': money(usedPercent(terms, measurement)),
        state: stateWords(terms, measurement),
      })),
    ),
  }
}

const stateWords = (terms: LimitTerms, measurement: Measurement) =>
  measurement.unknown === null ? stateOf(terms, measurement) : `unknown: ${measurement.unknown}`
const IN_SHARES: readonly LimitMeasure[] = ['shares', 'percent-of-issued', 'voting-percent', 'restricted']
const measured = ({ measure }: LimitTerms, amount: bigint | null) =>
  IN_SHARES.includes(measure) ? whole(amount) : money(amount)

function whatIf({ facts, limits, acts }: World): Table {
  return {
    section: 'then',
    name: 'what acts would do',
    columns: [
      'act',
      'limit',
      'subject',
      'before',
      'after',
      'measured after',
      'of',
      'state',
      'turn',
      'asks',
      'at most',
      'cure',
    ],
    rows: acts.flatMap(({ name, act }) =>
      limits.flatMap((terms) =>
        judge({ terms, hardness: terms.hardness, portfolioIds: new Set([PORTFOLIO]) }, facts, [act], []).map(
          (one) => ({
            act: name,
            limit: terms.code,
            subject: one.subject,
            before: inUnit(shownValue(terms, one.before), terms.unit),
            after: inUnit(shownValue(terms, one.after), terms.unit),
            'measured after': measured(terms, one.after.numerator),
            of: measured(terms, one.after.denominator),
            state: one.states.after,
            turn: one.effect,
            asks: one.asks,
            'at most': whole(one.headroom.quantity),
            cure: whole(one.headroom.cure),
          }),
        ),
      ),
    ),
  }
}
