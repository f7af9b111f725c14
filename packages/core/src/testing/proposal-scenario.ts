/** Runs the golden scenarios of proposals: sales by goal, break-even prices, averages, rebalancing. */
import type { Lot } from '../chains/chain-event.ts'
import { DEFAULT_TARIFFS } from '../fee-tariffs/tariff.ts'
import { breakEvenPrice, sharesForAverage } from '../proposals/break-even.ts'
import { rebalance } from '../proposals/rebalance.ts'
import { type ProposedSale, proposeSale, type SaleTarget } from '../proposals/sale-proposal.ts'
import { isRejection } from '../rejections.ts'
import { securityClassOf } from '../securities/symbol.ts'
import { formatDecimal, parseTyped, RATE_SCALE } from '../values/decimal.ts'
import { grossOf, percentageOf, perShare, sumOf } from '../values/money.ts'
import type { Row, ScenarioText, Table } from './scenario-text.ts'

const money = (cents: bigint) => formatDecimal(cents, 2, { grouping: true })
const whole = (shares: bigint) => formatDecimal(shares, 0, { grouping: true })
const price = (units: bigint) => formatDecimal(units, 4, { grouping: true }).replace(/(\.\d\d)00$/, '$1')
const percent = (units: bigint) => formatDecimal(units, 4)

function typed(row: Row, column: string, scale: number): bigint {
  const parsed = parseTyped(row[column] ?? '', scale)
  if (!parsed.ok) throw new Error(`${column} "${row[column]}" is ${parsed.problem}`)
  return parsed.units
}

const rowsOf = (scenario: ScenarioText, name: string) =>
  scenario.tables.find((table) => table.name === name)?.rows ?? []
const then = (name: string, rows: readonly Row[]): Table => ({
  section: 'then',
  name,
  columns: Object.keys(rows[0] ?? {}),
  rows,
})

function tariffOf(symbol: string) {
  const tariff = DEFAULT_TARIFFS.find((one) => one.securityClass === securityClassOf(symbol))
  if (tariff === undefined) throw new Error(`no tariff of ${symbol}`)
  return tariff
}

function lotOf(row: Row, at: number): Lot {
  const quantity = typed(row, 'quantity', 0)
  const bought = typed(row, 'price', 4)
  const [cost, charges] = [grossOf(quantity, bought), typed(row, 'charges', 2)]
  return {
    id: row['lot'] ?? '',
    tradeDate: row['trade date'] ?? '',
    openedOn: null,
    sequence: at + 1,
    settlementDate: row['settlement'] ?? '',
    costOfFundsRate: typed(row, 'cost of funds %', RATE_SCALE),
    price: bought,
    quantity,
    cost,
    charges,
    remainingQuantity: quantity,
    remainingCost: cost,
    remainingCharges: charges,
  }
}

function saleRow(goal: string, { quantity, figures, result, allocations, left }: ProposedSale): Row {
  return {
    goal,
    shares: whole(quantity),
    lots: allocations.map((one) => `${one.lotId} ${whole(one.quantity)}`).join(', '),
    gross: money(figures.gross),
    fees: money(figures.totalFees),
    net: money(figures.net),
    'cost out': money(result.costOut),
    'charges out': money(result.chargesOut),
    gain: money(result.capitalGain),
    days: String(result.holdingDays),
    financing: money(result.moneyGenerationCost),
    'profit or loss': money(result.profitLoss),
    'after cost': money(result.afterCostResult),
    left: whole(left.quantity),
    'cost left': money(left.cost),
  }
}

function salesOf(scenario: ScenarioText): Table[] {
  const [terms] = rowsOf(scenario, 'terms')
  if (terms === undefined) return []
  const lots = rowsOf(scenario, 'lots').map(lotOf)
  const quantity = sumOf(lots.map((lot) => lot.remainingQuantity))
  const holding = {
    quantity,
    cost: sumOf(lots.map((lot) => lot.remainingCost)),
    charges: sumOf(lots.map((lot) => lot.remainingCharges)),
  }
  const symbol = terms['symbol'] ?? ''
  return rowsOf(scenario, 'asked').map((asked) => {
    const kind = asked['target'] as SaleTarget['kind']
    const target: SaleTarget =
      kind === 'shares'
        ? { kind, quantity: typed(asked, 'amount', 0) }
        : { kind, amount: typed(asked, 'amount', 2) }
    const proposal = proposeSale(
      { method: 'CHERRY', holding, last: null, lots, sellable: quantity },
      {
        price: typed(terms, 'price', 4),
        tradeDate: terms['trade date'] ?? '',
        settlementDate: terms['settlement'] ?? '',
        costOfFundsRate: typed(terms, 'cost of funds %', RATE_SCALE),
        tariff: tariffOf(symbol),
      },
      target,
    )
    if (isRejection(proposal)) throw new Error(proposal.code)
    return then(`${kind} of ${asked['amount']}`, [
      ...proposal.goals.map(({ goal, sale }) => saleRow(goal, sale)),
      saleRow('WAP', proposal.wap),
      saleRow('FIFO', proposal.fifo),
    ])
  })
}

function breakEvens(scenario: ScenarioText): Table[] {
  const prices = rowsOf(scenario, 'holdings').map((row) => {
    const quantity = typed(row, 'quantity', 0)
    const spent = sumOf(['cost', 'charges', 'cost of funds'].map((column) => typed(row, column, 2)))
    const found = breakEvenPrice({ quantity, spent, tariff: tariffOf(row['symbol'] ?? '') })
    if (found === null) throw new Error('no price breaks even')
    return {
      quantity: whole(quantity),
      spent: money(spent),
      'break-even': price(found.price),
      over: money(found.over),
      'step below': found.below === null ? '-' : price(found.below.price),
      short: found.below === null ? '-' : money(found.below.short),
    }
  })
  const averages = rowsOf(scenario, 'averages').map((row) => {
    const held = { quantity: typed(row, 'quantity', 0), cost: typed(row, 'cost', 2) }
    const at = typed(row, 'price', 4)
    const bought = sharesForAverage(held, typed(row, 'wanted', 4), at)
    const after = bought === null ? null : held.cost + grossOf(bought, at)
    return {
      wanted: row['wanted'] ?? '',
      'at price': row['price'] ?? '',
      buy: bought === null ? '-' : whole(bought),
      average: bought === null || after === null ? '-' : price(perShare(after, held.quantity + bought)),
    }
  })
  return [then('break-even', prices), then('buys', averages)].filter(({ rows }) => rows.length > 0)
}

function rebalanced(scenario: ScenarioText): Table[] {
  const [portfolio] = rowsOf(scenario, 'portfolio')
  if (portfolio === undefined) return []
  const targets = rowsOf(scenario, 'targets')
  const cash = typed(portfolio, 'cash', 2)
  const securities = targets.map((row, id) => {
    const quantity = typed(row, 'quantity', 0)
    return {
      id,
      quantity,
      sellable: quantity,
      price: typed(row, 'price', 4),
      tariff: tariffOf(row['symbol'] ?? ''),
      weight: typed(row, 'target %', RATE_SCALE),
      band: typed(row, 'band %', RATE_SCALE),
      lotSize: 1n,
    }
  })
  const done = rebalance({
    securities,
    others: typed(portfolio, 'other', 2),
    cash,
    minimumTrade: typed(portfolio, 'minimum trade', 2),
    ladder: [{ day: '2026-04-10', cash }],
    cashMinimum: typed(portfolio, 'cash minimum', 2),
  })
  const nameOf = (id: number) => targets[id]?.['symbol'] ?? ''
  const weights = securities.map(({ id, quantity, price: at }) => {
    const traded = done.trades.find((one) => one.id === id)?.quantity ?? 0n
    const before = percentageOf(grossOf(quantity, at), done.value)
    const after = percentageOf(grossOf(quantity + traded, at), done.valueAfter)
    return { of: nameOf(id), before: percent(before), after: percent(after) }
  })
  const cashRow = {
    of: 'Cash',
    before: percent(percentageOf(cash, done.value)),
    after: percent(percentageOf(done.cashAfter, done.valueAfter)),
  }
  return [
    then(
      'trades',
      done.trades.map(({ id, quantity, gross, fees, cut }) => ({
        symbol: nameOf(id),
        shares: whole(quantity),
        gross: money(gross),
        fees: money(fees),
        cut: whole(cut),
      })),
    ),
    then('sums', [
      {
        value: money(done.value),
        'fees of targets': money(done.fees),
        passes: String(done.passes),
        'value after': money(done.valueAfter),
        'cash after': money(done.cashAfter),
      },
    ]),
    then('weights', [...weights, cashRow]),
  ]
}

/** The proposals of the rules, as the scenario's `then` tables. */
export const runProposals = (scenario: ScenarioText): Table[] => [
  ...salesOf(scenario),
  ...breakEvens(scenario),
  ...rebalanced(scenario),
]
