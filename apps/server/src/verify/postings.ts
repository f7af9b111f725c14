/** The entries that each trade must have by the posting rule, and those that it has. */

import type { SaleResult } from '@em/core/chains/chain-event'
import {
  type BroughtForwardEntry,
  broughtForwardEntries,
  type OpeningEntry,
  openingEntry,
} from '@em/core/ledger/opening-entry'
import { buyEntries, sellEntries, settlementEntry, type TradeEntry } from '@em/core/ledger/trade-entries'
import { treatmentOf } from '@em/core/ledger/treatment'
import { openTradeEntries } from '@em/core/trades/decide-open-trade'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { feesOfRow } from '../features/fee-tariffs/fee-columns.ts'
import { chainLabel, feesOf, type Rebuilt } from './chains.ts'
import type { ChainRow, Facts, TradeRow } from './facts.ts'
import type { Findings } from './report.ts'
import { recordsByTrade, type SettlementLeg, settlementLegs } from './settlements.ts'

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
const CHECK = 'ledger effects of trades'

/** Compares each trade's net effect, key by key, with the rule applied to its version in force. */
export function comparePostings(facts: Facts, rebuilt: readonly Rebuilt[], findings: Findings): void {
  const effects = new Map(facts.effects.map((row) => [row.trade_id, row.effect]))
  const trades = Map.groupBy(facts.trades, (trade) => trade.chain_id)
  const records = recordsByTrade(facts)
  const states = new Map(facts.settlements.map((row) => [row.trade_id, row]))
  const legsOf = (trade: TradeRow) => settlementLegs(trade, records.get(trade.id), states.get(trade.id))
  for (const { chain, replay } of rebuilt) {
    const sales = new Map(replay.sales.map((sale) => [Number(sale.eventId), sale]))
    for (const trade of trades.get(chain.id) ?? []) {
      const results = { sale: sales.get(trade.id), legs: legsOf(trade) }
      const expected = expectedEffect(chain, trade, results, findings)
      const effect = effects.get(trade.id)
      effects.delete(trade.id)
      findings.count(CHECK, 1)
      if (expected !== undefined)
        compareLines(`${chainLabel(chain)}, ${trade.deal_number}`, effect, expected, findings)
    }
  }
  const chains = new Map(facts.chains.map((chain) => [chain.id, chain]))
  for (const trade of facts.removed) {
    const chain = chains.get(trade.chain_id)
    if (chain === undefined) continue
    const paid = (legsOf(trade) ?? []).map((leg) => entryOfLeg(chain, trade, leg))
    compareLines(`${chainLabel(chain)}, ${trade.deal_number}`, effects.get(trade.id), linesOf(paid), findings)
    effects.delete(trade.id)
  }
  const refused = new Set(facts.trades.map((trade) => trade.id))
  for (const [tradeId, effect] of effects) {
    // The rest belongs to deleted trades that were not paid, whose effects must have been taken back.
    if (!refused.has(tradeId)) compareLines(`trade ${tradeId} (deleted)`, effect, [], findings)
  }
}

function compareLines(
  place: string,
  effect: string | undefined,
  expected: readonly string[],
  findings: Findings,
): void {
  const stored = effect === undefined ? [] : effect.split('\n')
  const missing = new Set(expected)
  const extra = stored.filter((line) => !missing.delete(line))
  const keyOf = (line: string) => line.slice(0, line.lastIndexOf('|'))
  for (const key of new Set([...extra, ...missing].map(keyOf))) {
    const amountIn = (lines: Iterable<string>) =>
      [...lines].find((line) => keyOf(line) === key)?.slice(key.length + 1) ?? '0.00'
    findings.add({
      check: CHECK,
      place,
      what: wordsOf(key),
      stored: amountIn(extra),
      expected: amountIn(missing),
    })
  }
}

function wordsOf(key: string): string {
  const [date, role, , , account, , type] = key.split('|')
  return `${role} on ${date}${account === '0' ? '' : ` through account ${account}`} (${type})`
}

function expectedEffect(
  chain: ChainRow,
  trade: TradeRow,
  results: Results,
  findings: Findings,
): string[] | undefined {
  try {
    return linesOf(entriesOf(chain, trade, results))
  } catch (error) {
    // The rule refuses a version whose net value is not its gross value with its fees.
    findings.add({
      check: CHECK,
      place: `${chainLabel(chain)}, ${trade.deal_number}`,
      what: 'version in force',
      stored: `gross ${trade.gross}, net ${trade.net}`,
      expected: error instanceof Error ? error.message : String(error),
    })
    return undefined
  }
}

/** The result of the trade: a sale's result, and its settlement entries if it was acted upon. */
interface Results {
  readonly sale: SaleResult | undefined
  readonly legs: readonly SettlementLeg[] | null
}

type PostedEntry = TradeEntry | OpeningEntry | BroughtForwardEntry

function entriesOf(chain: ChainRow, trade: TradeRow, { sale, legs }: Results): readonly PostedEntry[] {
  const { treatment } = treatmentOf(chain.accounting_treatment, chain.symbol)
  if (trade.side !== 'opening' && trade.opening_date !== null) {
    const open = openTradeEntries(
      {
        side: trade.side,
        portfolioId: chain.portfolio_id,
        equityId: chain.equity_id,
        companyName: chain.company_name,
        brokerId: trade.broker_id,
        settlementAccountId: trade.settlement_account_id,
        openingDate: trade.opening_date,
        tradeDate: trade.trade_date,
        settlementDate: trade.settlement_date,
        gross: cents(trade.gross),
        net: cents(trade.net),
      },
      treatment,
    )
    return legs === null
      ? open
      : [
          ...open.filter(({ kind }) => kind === 'opening'),
          ...legs.map((leg) => entryOfLeg(chain, trade, leg)),
        ]
  }
  if (trade.side === 'opening') {
    const opening = {
      portfolioId: chain.portfolio_id,
      equityId: chain.equity_id,
      companyName: chain.company_name,
      symbol: chain.symbol,
      brokerId: trade.broker_id,
      openingDate: trade.opening_date ?? '',
      cost: cents(trade.gross),
      charges: feesOf(trade),
    }
    const forward =
      trade.fair_value === null ? [] : broughtForwardEntries(opening, cents(trade.fair_value), treatment)
    return [openingEntry(opening, treatment), ...forward]
  }
  const posting = {
    portfolioId: chain.portfolio_id,
    equityId: chain.equity_id,
    companyName: chain.company_name,
    brokerId: trade.broker_id,
    settlementAccountId: trade.settlement_account_id,
    tradeDate: trade.trade_date,
    settlementDate: trade.settlement_date,
    gross: cents(trade.gross),
    net: cents(trade.net),
    fees: feesOfRow(trade),
  }
  const booked =
    sale === undefined
      ? buyEntries(posting, treatment)
      : sellEntries({ ...posting, costOut: sale.costOut, chargesOut: sale.chargesOut }, treatment)
  if (legs === null) return booked
  return [
    ...booked.filter((entry) => entry.kind !== 'settlement'),
    ...legs.map((leg) => entryOfLeg(chain, trade, leg)),
  ]
}

function entryOfLeg(chain: ChainRow, trade: TradeRow, leg: SettlementLeg): TradeEntry {
  const { date, amount, brokerId, settlementAccountId } = leg
  const keys = {
    portfolioId: chain.portfolio_id,
    equityId: chain.equity_id,
    companyName: chain.company_name,
    tradeDate: trade.trade_date,
    brokerId,
    settlementAccountId,
  }
  return settlementEntry(trade.side === 'buy' ? 'buy' : 'sell', keys, { date, amount })
}

/** One line per key of `EffectRow`, added up like there. */
function linesOf(entries: readonly PostedEntry[]): string[] {
  const sums = new Map<string, bigint>()
  for (const { entry, line } of entries.flatMap((entry) => entry.lines.map((line) => ({ entry, line })))) {
    const key = [
      entry.entryDate,
      line.role,
      line.portfolioId,
      line.equityId ?? 0,
      line.settlementAccountId ?? 0,
      line.brokerId ?? 0,
      line.transactionType,
    ].join('|')
    sums.set(key, (sums.get(key) ?? 0n) + line.debit - line.credit)
  }
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([key, amount]) => `${key}|${formatDecimal(amount, MONEY_SCALE)}`)
}
