/** Reads indices: the newest value of each, the values of one, its sector weights. */
import type { IndexLatest, IndexSource, IndexValue, IndexWeights } from '@em/contract/indices/index-values'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const LATEST = statement(
  'index-values.latest',
  `SELECT i.code, i.name, i.kind, i.sector, n.day AS date, n.value, n.total_return AS "totalReturn", b.value AS previous,
          (n.value - b.value)::numeric(18, 4) AS change, round((n.value - b.value) * 100 / b.value, 4) AS "changePercent",
          (SELECT min(effective_from) FROM index_weight_sets WHERE index_id = i.id) AS "weightsFrom"
     FROM market_indices i
     LEFT JOIN LATERAL (SELECT day, value, total_return FROM index_values
                         WHERE index_id = i.id AND (:until?::date IS NULL OR day <= :until?::date) ORDER BY day DESC LIMIT 1) n ON true
     LEFT JOIN LATERAL (SELECT value FROM index_values WHERE index_id = i.id AND day < n.day ORDER BY day DESC LIMIT 1) b ON true
    WHERE i.is_active ORDER BY i.place NULLS LAST, i.id LIMIT 500`,
)
const BY_CODE = statement(
  'index-values.index',
  'SELECT id, code, name FROM market_indices WHERE lower(code) = lower(:code)',
)
const LIST = statement(
  'index-values.list',
  `SELECT v.day AS date, v.value, v.total_return AS "totalReturn", v.version, s.source, s.recorded_at, trim(u.first_name || ' ' || u.last_name) AS recorded_by,
          count(*) OVER () AS total
     FROM index_values v JOIN index_value_sets s ON s.id = v.set_id LEFT JOIN users u ON u.id = s.recorded_by
    WHERE v.index_id = :indexId AND (:from?::date IS NULL OR v.day >= :from?::date) AND (:to?::date IS NULL OR v.day <= :to?::date)
    ORDER BY v.day DESC LIMIT :limit::int`,
)
const WEIGHTS = statement(
  'index-values.weights',
  `SELECT s.id, s.effective_from, s.recorded_at, trim(u.first_name || ' ' || u.last_name) AS recorded_by, w.sector, w.weight
     FROM index_weight_sets s JOIN index_weights w ON w.set_id = s.id LEFT JOIN users u ON u.id = s.recorded_by
    WHERE s.index_id = :indexId AND (:setId?::bigint IS NULL OR s.id = :setId?)
    ORDER BY s.effective_from DESC, s.id DESC, w.weight DESC, w.sector LIMIT 10000`,
)

const numberOf = (value: string | null) => (value === null ? null : Number(value))

/** An index by its code. @throws Refusal `record.missing` (404). */
export async function indexByCode(db: Queryable, code: string): Promise<RowOf<typeof BY_CODE>> {
  const [found] = await db.query(BY_CODE, { code: code.trim() })
  if (found === undefined) throw new Refusal('record.missing', { what: `Index ${code}` })
  return found
}

/** Every active index with its newest value, or its newest until a day. */
export async function latestValues(db: Queryable, until: string | null = null): Promise<IndexLatest[]> {
  const rows = await db.query(LATEST, { until })
  return rows.map((row) => ({
    ...row,
    kind: row.kind as IndexLatest['kind'],
    value: numberOf(row.value),
    totalReturn: numberOf(row.totalReturn),
    previous: numberOf(row.previous),
    change: numberOf(row.change),
    changePercent: numberOf(row.changePercent),
  }))
}

/** Values of an index, newest first, and how many there are. */
export async function listValues(
  db: Queryable,
  indexId: number,
  range: { readonly from: string | null; readonly to: string | null; readonly limit: number },
): Promise<{ rows: IndexValue[]; total: number }> {
  const rows = await db.query(LIST, { indexId, ...range })
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, value, totalReturn, source, recorded_by, ...row }) => ({
      ...row,
      value: Number(value),
      totalReturn: numberOf(totalReturn),
      source: source as IndexSource,
      recorded_by: recorded_by ?? '',
    })),
  }
}

/** Sets of sector weights, newest first; one alone where it is named. */
export async function weightsOf(
  db: Queryable,
  indexId: number,
  setId: number | null = null,
): Promise<IndexWeights[]> {
  const rows = await db.query(WEIGHTS, { indexId, setId })
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((weights) => {
    const { effective_from, recorded_at, recorded_by } = weights[0] as (typeof rows)[number]
    return {
      effectiveFrom: effective_from,
      recorded_at,
      recorded_by: recorded_by ?? '',
      weights: weights.map(({ sector, weight }) => ({ sector, weight: Number(weight) })),
    }
  })
}
