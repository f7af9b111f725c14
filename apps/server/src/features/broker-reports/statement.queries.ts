/**
 * The payables (2100) and receivables (1200) with a broker, netted per day; and a statement of the broker against them.
 *
 * A line of a trade whose broker was not registered has no broker id: it belongs to the broker who has the trade's broker name today.
 * The open balance at the start comes from the trades that were open then: all others have cancelled out by their settlement.
 */
import {
  type BrokerStatement,
  type ComparedStatement,
  NO_BROKER,
} from '@em/contract/broker-reports/broker-reports'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees, sumOf } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { VERSION_SHOWN } from '../ledger/trade-of-line.queries.ts'

const BROKER = statement(
  'broker-reports.broker',
  `SELECT k.id, k.name AS name!, k.keys AS keys!
     FROM (SELECT n.broker_id AS id, n.name, broker_keys(:name::text) AS keys, 1 AS place FROM named_brokers() n WHERE n.key = broker_key(:name)
           UNION ALL
           SELECT b.id, b.name, broker_keys(b.name), 2 FROM brokers b WHERE b.id::text = :name
           UNION ALL
           -- Not in Brokers: as a trade writes it.
           SELECT NULL, min(m.broker_name), broker_keys(:name), 3 FROM settlement_months m
            WHERE m.broker_name <> '' AND broker_key(m.broker_name) = broker_key(:name) HAVING count(*) > 0) k
    ORDER BY k.place LIMIT 1`,
)
/** SQL: whether a line `l` of an entry `h` is of the broker, or of a name that is no broker's; '' is no name. */
const IS_OF = `l.role IN ('payable', 'receivable') AND (l.broker_id = :brokerId?::bigint OR l.broker_id IS NULL AND coalesce(
       (SELECT broker_key(v.broker_name) FROM trade_versions v
         WHERE v.trade_id = h.trade_id
           AND v.version = coalesce(${VERSION_SHOWN}, (SELECT t.version FROM trades t WHERE t.id = h.trade_id))), '') = ANY (:keys::text[]))`
const OPENING = statement(
  'broker-reports.opening',
  `WITH open_then AS (
     SELECT v.trade_id FROM trade_versions v WHERE v.settlement_date >= :startDate::date AND v.trade_date < :startDate::date
      UNION SELECT s.trade_id FROM settlement_states s WHERE s.status <> 'settled'
      UNION SELECT s.trade_id FROM settlement_states s WHERE s.status = 'settled' AND s.paid_on >= :startDate::date)
   SELECT coalesce(sum(l.credit - l.debit), 0) AS amount
     FROM open_then o JOIN journal_entries h ON h.trade_id = o.trade_id AND h.entry_date < :startDate::date
     JOIN journal_lines l ON l.entry_id = h.id AND ${IS_OF}
    WHERE :portfolioId?::bigint IS NULL OR l.portfolio_id = :portfolioId`,
)
const DAYS = statement(
  'broker-reports.days',
  `SELECT h.entry_date AS day, sum(l.credit) FILTER (WHERE l.role = 'payable') AS bought, sum(l.debit) FILTER (WHERE l.role = 'receivable') AS sold,
          sum(l.debit) FILTER (WHERE l.role = 'payable') AS paid, sum(l.credit) FILTER (WHERE l.role = 'receivable') AS received
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND ${IS_OF}
    WHERE h.entry_date BETWEEN :startDate::date AND :endDate::date AND (:portfolioId?::bigint IS NULL OR l.portfolio_id = :portfolioId)
    GROUP BY 1 ORDER BY 1`,
)

export interface StatementAsked {
  readonly startDate: string
  readonly endDate: string
  readonly portfolioId: number | null
  readonly broker: string
}

/** Trades that name no broker. */
const NAMELESS = { id: null, name: '', keys: [''] }

const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

interface Walked {
  readonly broker: BrokerStatement['broker']
  readonly opening: bigint
  readonly days: readonly {
    readonly date: string
    readonly bought: bigint
    readonly sold: bigint
    readonly paid: bigint
    readonly received: bigint
    readonly net: bigint
  }[]
}

/** The broker of a statement, by name. @throws Refusal `record.missing` for a name that is neither in Brokers nor in a trade. */
export async function statedBroker(
  db: Queryable,
  name: string,
): Promise<BrokerStatement['broker'] & { readonly keys: readonly string[] }> {
  const [broker] = name === NO_BROKER ? [NAMELESS] : await db.query(BROKER, { name })
  if (broker === undefined) throw new Refusal('record.missing', { what: `The broker ${name}` })
  return broker
}

async function walk(db: Queryable, { broker: name, ...asked }: StatementAsked): Promise<Walked> {
  const broker = await statedBroker(db, name)
  const { startDate, portfolioId } = asked
  const where = { startDate, portfolioId, brokerId: broker.id, keys: broker.keys }
  const [open] = await db.query(OPENING, where)
  const rows = await db.query(DAYS, { ...where, endDate: asked.endDate })
  return {
    broker: { id: broker.id, name: broker.name },
    opening: cents(open?.amount ?? null),
    days: rows.map((row) => {
      const [bought, sold] = [cents(row.bought), cents(row.sold)]
      const [paid, received] = [cents(row.paid), cents(row.received)]
      return { date: row.day, bought, sold, paid, received, net: bought - sold - paid + received }
    }),
  }
}

/** @throws Refusal `record.missing` for a name that neither Brokers nor a trade has. */
export async function brokerStatement(db: Queryable, asked: StatementAsked): Promise<BrokerStatement> {
  const { broker, opening, days } = await walk(db, asked)
  let balance = opening
  return {
    broker,
    startDate: asked.startDate,
    endDate: asked.endDate,
    opening: rupees(opening),
    days: days.map(({ date, bought, sold, paid, received, net }) => {
      balance += net
      return {
        date,
        bought: rupees(bought),
        sold: rupees(sold),
        paid: rupees(paid),
        received: rupees(received),
        net: rupees(net),
        balance: rupees(balance),
      }
    }),
    closing: rupees(balance),
  }
}

export interface StatedLine {
  readonly date: string
  /** The amount that we owe the broker, and that he owes us, in cents. */
  readonly debit: bigint | null
  readonly credit: bigint | null
}

/** A statement as it was read or typed; balances in rupees, null where it states none. */
export interface Stated {
  readonly lines: readonly StatedLine[]
  readonly opening: number | null
  readonly closing: number | null
}

/** A broker's statement against the ledger, day by day; days of the statement outside the period are left out, and the balances beyond them. */
export async function compareStatement(
  db: Queryable,
  asked: StatementAsked,
  stated: Stated,
): Promise<ComparedStatement> {
  const { opening, days } = await walk(db, asked)
  const ours = new Map(days.map(({ date, net }) => [date, net]))
  const theirs = new Map<string, bigint>()
  const [before, after] = [
    stated.lines.filter(({ date }) => date < asked.startDate).length,
    stated.lines.filter(({ date }) => date > asked.endDate).length,
  ]
  for (const { date, debit, credit } of stated.lines) {
    if (date < asked.startDate || date > asked.endDate) continue
    theirs.set(date, (theirs.get(date) ?? 0n) + (debit ?? 0n) - (credit ?? 0n))
  }
  const dates = [...new Set([...ours.keys(), ...theirs.keys()])].toSorted()
  const compared = dates.map((date) => {
    const [own, said] = [ours.get(date) ?? 0n, theirs.get(date) ?? 0n]
    return { date, ledger: rupees(own), statement: rupees(said), difference: rupees(said - own) }
  })
  return {
    opening: rupees(opening),
    closing: rupees(opening + sumOf(ours.values())),
    // Of another day than the period's where lines lie between.
    statedOpening: before === 0 ? stated.opening : null,
    statedClosing: after === 0 ? stated.closing : null,
    days: compared,
    differing: compared.filter(({ difference }) => difference !== 0).length,
    outside: before + after,
  }
}
