/** The charges in documents against the fee tariffs, from the proofs kept line by line, added up by broker. */
import {
  type brokerReports,
  type FeeProof,
  type FeeProofLine,
  type FeeProofRow,
  NOTES_MAX,
} from '@em/contract/broker-reports/broker-reports'
import { byColumn, FEES } from '@em/contract/fee-tariffs/fees'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees, sumOf } from '@em/core/values/money'
import type { z } from 'zod'
import { containing } from '../../platform/database/conditions.ts'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { brokerCalled, brokerGroup, brokerOf, isOfBroker } from '../brokers/named.ts'
import { rulesUntil } from '../fee-tariffs/rules.queries.ts'

// The broker of a line: the one that its document names, else the one of the trade recorded from it, else the one remembered of the
// client; as the register writes him. A contract in several documents counts by the newest: one that is cancelled there is gone.
const COUNTED = `told AS (
     SELECT p.document_id, p.line, p.trade_date, p.state, p.schedule, p.fee_differences, l.side, l.symbol, l.contract_number, l.client_account,
            l.quantity, l.gross, l.brokerage + l.cse_fees + l.cds_fees + l.clearing_fees + l.sec + l.stl AS charged, d.file_name,
            coalesce(d.broker_name,
                     (SELECT v.broker_name FROM trade_document_trades k JOIN trades t ON t.id = k.trade_id
                        JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
                       WHERE k.document_id = p.document_id AND k.line = p.line ORDER BY t.id DESC LIMIT 1),
                     c.broker_name, '') AS said
       FROM trade_document_proofs p JOIN trade_document_lines l ON l.document_id = p.document_id AND l.line = p.line
       JOIN trade_documents d ON d.id = p.document_id
       LEFT JOIN trade_document_clients c ON c.client_account = l.client_account
      WHERE p.trade_date BETWEEN :startDate::date AND :endDate::date AND p.state NOT IN ('repeated', 'taken-back', 'not-stated')),
   named AS (
     SELECT t.*, ${brokerCalled('t.said')} AS broker, ${brokerGroup('t.said')} AS broker_key,
            max(t.document_id) OVER (PARTITION BY ${brokerGroup('t.said')}, t.trade_date, t.side, t.symbol, t.contract_number) AS newest
       FROM told t ${brokerOf('t.said')}),
   counted AS (
     SELECT n.*, n.contract_number IS NOT NULL AND n.document_id <> n.newest AS is_repeated
       FROM named n WHERE n.state <> 'cancelled' AND (:broker?::text IS NULL OR ${isOfBroker('n.said', ':broker')}))`

const SUMS = statement(
  'broker-reports.fee-proof',
  `WITH ${COUNTED}
   SELECT min(k.broker) AS "broker!", count(DISTINCT k.document_id) FILTER (WHERE NOT k.is_repeated) AS "documents!",
          count(*) FILTER (WHERE k.schedule IS NOT NULL AND NOT k.is_repeated) AS "lines!",
          count(*) FILTER (WHERE k.state = 'differs' AND NOT k.is_repeated) AS "different!",
          count(*) FILTER (WHERE k.state = 'no-tariff' AND NOT k.is_repeated) AS "unproved!", count(*) FILTER (WHERE k.is_repeated) AS "repeated!",
          sum(k.charged) FILTER (WHERE k.schedule IS NOT NULL AND NOT k.is_repeated) AS charged,
          sum(k.schedule) FILTER (WHERE NOT k.is_repeated) AS schedule,
          ${FEES.map(
            ({ column }, at) =>
              `sum(k.fee_differences[${at + 1}]) FILTER (WHERE k.state = 'differs' AND NOT k.is_repeated) AS ${column}`,
          ).join(', ')}
     FROM counted k GROUP BY k.broker_key ORDER BY 1`,
)
const LINES = statement(
  'broker-reports.fee-proof-lines',
  `WITH ${COUNTED}
   SELECT k.document_id, k.file_name, k.line, k.broker AS "broker!", k.trade_date, k.side, k.symbol, k.contract_number, k.client_account, k.quantity,
          k.gross, k.charged AS "charged!", k.schedule, k.fee_differences::text[] AS fee_differences, k.state,
          count(*) OVER () AS "total!"
     FROM counted k
    WHERE NOT k.is_repeated AND (:state?::text IS NULL OR k.state = :state)
      AND (:search?::text IS NULL OR concat_ws(' ', k.contract_number, k.symbol, k.file_name, k.client_account) ILIKE :search)
    ORDER BY k.trade_date DESC, k.document_id DESC, k.line LIMIT :limit OFFSET :offset`,
)
const BEHIND = statement(
  'broker-reports.fee-proof-behind',
  `WITH days AS (SELECT u.day, ${rulesUntil('u.day')} AS rules
                   FROM (SELECT DISTINCT d.last_date AS day FROM trade_documents d WHERE d.last_date >= :startDate::date AND d.first_date <= :endDate::date) AS u)
   SELECT count(*) AS "behind!" FROM trade_documents d JOIN days ON days.day = d.last_date LEFT JOIN trade_document_proved k ON k.document_id = d.id
    WHERE d.replaced_at IS NULL AND d.first_date <= :endDate::date AND k.rules IS DISTINCT FROM days.rules`,
)

export interface ProofAsked {
  readonly startDate: string
  readonly endDate: string
  readonly broker: string | null
}

interface Sums {
  readonly documents: number
  readonly lines: number
  readonly different: number
  readonly unproved: number
  readonly repeated: number
  /** In cents, as the others; differences in the order of FEES. */
  readonly charged: bigint
  readonly schedule: bigint
  readonly differences: readonly bigint[]
}

const cents = (text: string | null) => decimalOf(text ?? '0', MONEY_SCALE)

/** In rupees by column, of cents in the order of FEES. */
const byFee = (amounts: readonly bigint[]) =>
  byColumn(({ column }) => rupees(amounts[FEES.findIndex((fee) => fee.column === column)] ?? 0n))

/** One row for each broker, and their sum. */
export async function feeProofIn(db: Queryable, asked: ProofAsked): Promise<FeeProof> {
  const { startDate, endDate } = asked
  const found = (await db.query(SUMS, { ...asked })).map((row) => ({
    broker: row.broker,
    sums: sumsOf(row),
  }))
  const [behind] = await db.query(BEHIND, { startDate, endDate })
  const added = (of: (sums: Sums) => number) => found.reduce((sum, { sums }) => sum + of(sums), 0)
  const total: Sums = {
    documents: added((sums) => sums.documents),
    lines: added((sums) => sums.lines),
    different: added((sums) => sums.different),
    unproved: added((sums) => sums.unproved),
    repeated: added((sums) => sums.repeated),
    charged: sumOf(found.map(({ sums }) => sums.charged)),
    schedule: sumOf(found.map(({ sums }) => sums.schedule)),
    differences: FEES.map((_, at) => sumOf(found.map(({ sums }) => sums.differences[at] ?? 0n))),
  }
  return {
    startDate,
    endDate,
    rows: found.map(({ broker, sums }) => rowOf(broker, sums)),
    total: rowOf('', total),
    behind: behind?.behind ?? 0,
  }
}

function sumsOf(row: RowOf<typeof SUMS>): Sums {
  const { documents, lines, different, unproved, repeated } = row
  return {
    documents,
    lines,
    different,
    unproved,
    repeated,
    charged: cents(row.charged),
    schedule: cents(row.schedule),
    differences: FEES.map(({ column }) => cents(row[column])),
  }
}

function rowOf(broker: string, { charged, schedule, differences, ...counts }: Sums): FeeProofRow {
  const difference = sumOf(differences)
  return {
    broker,
    ...counts,
    charged: rupees(charged),
    schedule: rupees(schedule),
    ...byFee(differences),
    difference: rupees(difference),
    rounding: rupees(charged - schedule - difference),
  }
}

type Filter = Pick<
  z.output<(typeof brokerReports.feeProofLines)['query']>,
  'state' | 'search' | 'limit' | 'offset'
>

/** One page of the lines behind it, the latest first, and how many a filter leaves. */
export async function feeProofLines(
  db: Queryable,
  asked: ProofAsked,
  { state, search, limit, offset }: Filter,
): Promise<{ rows: FeeProofLine[]; total: number }> {
  const rows = await db.query(LINES, {
    ...asked,
    state: state ?? null,
    search: search ? containing(search) : null,
    limit: limit ?? NOTES_MAX,
    offset: offset ?? 0,
  })
  return { rows: rows.map(lineOf), total: rows[0]?.total ?? 0 }
}

function lineOf(row: RowOf<typeof LINES>): FeeProofLine {
  const differences =
    row.schedule === null ? null : FEES.map((_, at) => cents(row.fee_differences?.[at] ?? null))
  return {
    document: { id: row.document_id, fileName: row.file_name },
    line: row.line,
    broker: row.broker,
    tradeDate: row.trade_date,
    side: row.side,
    symbol: row.symbol,
    contractNumber: row.contract_number ?? '',
    clientAccount: row.client_account ?? '',
    quantity: row.quantity,
    gross: jsonNumber(row.gross),
    charged: jsonNumber(row.charged),
    schedule: row.schedule === null ? null : jsonNumber(row.schedule),
    fees: differences === null ? null : byFee(differences),
    difference: differences === null ? null : rupees(sumOf(differences)),
    state: row.state as FeeProofLine['state'],
  }
}
