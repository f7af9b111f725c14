/** Records which share each sector has in an index from a day on. */
import type { IndexWeights } from '@em/contract/indices/index-values'
import { formatDecimal, RATE_SCALE, RATE_WHOLE } from '@em/core/values/decimal'
import { sumOf } from '@em/core/values/money'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { indexByCode, weightsOf } from './index-values.queries.ts'

const ADD = statement(
  'index-values.add-weights',
  'INSERT INTO index_weight_sets (index_id, effective_from, recorded_by) VALUES (:indexId, :effectiveFrom::date, :recordedBy) RETURNING id',
)

interface Weight {
  readonly setId: number
  readonly sector: string
  /** In 1/10000 percent. */
  readonly weight: bigint
}
const WEIGHTS = tableOf<Weight>('index_weights', [
  { name: 'set_id', type: 'bigint', of: ({ setId }) => setId },
  { name: 'sector', type: 'text', of: ({ sector }) => sector },
  { name: 'weight', type: 'numeric', of: ({ weight }) => formatDecimal(weight, RATE_SCALE) },
])

/** What rounding to two decimals leaves of the weights of all sectors: a tenth of a percent. */
const TOLERANCE = RATE_WHOLE / 1_000n

/** @throws Refusal `record.missing` (404), `indices.weights` (422) where they are not 100 % together, `request.invalid` for a sector twice. */
export async function recordWeights(
  tx: Transaction,
  sent: {
    readonly code: string
    readonly effectiveFrom: string
    readonly weights: readonly Omit<Weight, 'setId'>[]
    readonly recordedBy: number
  },
): Promise<Outcome<IndexWeights>> {
  const { id: indexId, code } = await indexByCode(tx, sent.code)
  const { effectiveFrom, recordedBy, weights } = sent
  const twice = weights.findIndex(({ sector }, at) => weights.findIndex((one) => one.sector === sector) < at)
  if (twice >= 0) {
    const message = `${weights[twice]?.sector} stands here twice.`
    throw new Refusal('request.invalid', {}, [{ field: `weights.${twice + 1}.sector`, message }])
  }
  const sum = sumOf(weights.map(({ weight }) => weight))
  const off = sum - RATE_WHOLE
  if ((off < 0n ? -off : off) > TOLERANCE)
    throw new Refusal('indices.weights', { sum: formatDecimal(sum, RATE_SCALE).replace(/\.?0+$/, '') })
  const [set] = await tx.query(ADD, { indexId, effectiveFrom, recordedBy })
  const setId = (set as { id: number }).id
  await addRows(tx, [
    new Rows(
      WEIGHTS,
      weights.map((weight) => ({ ...weight, setId })),
    ),
  ])
  const [answer] = await weightsOf(tx, indexId, setId)
  return {
    answer: answer as IndexWeights,
    audit: {
      action: 'index-values.weights',
      entity: 'index',
      entityId: code,
      after: { code, effective_from: effectiveFrom, sectors: weights.length },
    },
  }
}
