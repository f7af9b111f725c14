/** How far off prices may be: by the board of the security and the day, as core's `toleranceInForce` decides. */
import { type PriceTolerance, type ToleranceOfBoard, toleranceInForce } from '@em/core/prices/tolerances'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'

/** SQL: the rows of the register that may hold on a day, as JSON; null where there are none. */
export const tolerancesUntil = (day: string): string => `
  (SELECT json_agg(json_build_object('board', t.board, 'effective_from', t.effective_from, 'alert_from', t.alert_from::text, 'asked_from', t.asked_from::text))
     FROM price_tolerances t WHERE t.effective_from <= ${day})`

/** SQL: the board of a security on a day, looked up where a row of the register names a board. */
export const boardIfAsked = (equity: string, day: string): string => `
  CASE WHEN EXISTS (SELECT FROM price_tolerances t WHERE t.board IS NOT NULL)
       THEN (SELECT f.board FROM security_facts(${day}) f WHERE f.equity_id = ${equity}) END`

const ROWS = statement(
  'price-tolerances.rows',
  'SELECT board, effective_from, alert_from, asked_from FROM price_tolerances',
)
const BOARDS = statement(
  'price-tolerances.boards',
  `SELECT d.day::text AS day!, f.equity_id AS equity_id!, f.board AS board!
     FROM unnest(:days::date[]) AS d (day) CROSS JOIN LATERAL security_facts(d.day) f
    WHERE f.equity_id = ANY (:equityIds::bigint[]) AND f.board IS NOT NULL`,
)

interface Row {
  readonly board: string | null
  readonly effective_from: string
  readonly alert_from: string
  readonly asked_from: string
}

/** Rows of the register as core takes them. */
export const tolerancesFrom = (rows: readonly Row[] | null): ToleranceOfBoard[] =>
  (rows ?? []).map(({ board, effective_from, alert_from, asked_from }) => ({
    board,
    effectiveFrom: effective_from,
    alertFrom: decimalOf(alert_from, RATE_SCALE),
    askedFrom: decimalOf(asked_from, RATE_SCALE),
  }))

/** The tolerance of a security, null for a symbol that no security has, on a day. */
export type ToleranceOf = (equityId: number | null, day: string) => PriceTolerance

/** The tolerances of securities on days; boards are read where a row of the register names one. */
export async function tolerancesOf(
  db: Queryable,
  asked: readonly { readonly equityId: number | null; readonly day: string }[],
): Promise<ToleranceOf> {
  const rows = tolerancesFrom(await db.query(ROWS))
  const boards = new Map<string, string>()
  if (rows.some(({ board }) => board !== null)) {
    const equityIds = [...new Set(asked.flatMap(({ equityId }) => equityId ?? []))]
    const days = [...new Set(asked.map(({ day }) => day))]
    for (const { day, equity_id, board } of await db.query(BOARDS, { equityIds, days }))
      boards.set(`${equity_id} ${day}`, board)
  }
  return (equityId, day) => toleranceInForce(rows, boards.get(`${equityId} ${day}`) ?? null, day)
}
