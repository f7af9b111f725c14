/** Limits that rows of trades pass, before they are recorded: judged in their order, each after those before it. */
import type { RowError } from '@em/contract/batches/row-faults'
import { passedInOrder } from '@em/core/limits/in-order'
import type { Portfolios } from '../../platform/authorize.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { forTheBooks } from '../../platform/database/scope.ts'
import { regularPauses } from '../../platform/pauses.ts'
import { type ActAsked, daysOf, manualAccounts, pricedActs } from './acts.queries.ts'
import { anyLimits } from './checks.queries.ts'
import { loadForActs } from './for-acts.queries.ts'
import { sentenceOf } from './limit-texts.ts'
import { seenOf } from './seen.ts'

/** Rows that are judged, at most: a preview must stay quick. Of more the breaches open when they are recorded. */
const ROWS_MOST = 1_000

export interface DealtRow extends ActAsked {
  readonly row: number
  readonly settlementAccountId: number
}

export interface LimitsOfRows {
  /** The rows that pass a bound, or go further beyond one, with what they lead to. */
  readonly limits: RowError[]
  /** So many rows that they were not judged. */
  readonly limitsUntold: boolean
}

const NONE: LimitsOfRows = { limits: [], limitsUntold: false }

/** For a user who sees some portfolios; null: limits are not shown. */
export async function limitsOfRows(
  tx: Transaction,
  rows: readonly DealtRow[],
  { today, see }: { readonly today: string; readonly see: Portfolios | null },
): Promise<LimitsOfRows> {
  if (see === null || rows.length === 0) return NONE
  return forTheBooks(tx, async () => {
    if (!(await anyLimits(tx))) return NONE
    const touched = new Set(rows.map(({ portfolioId }) => portfolioId))
    const loaded = await loadForActs(tx, { today, touched, actsOn: daysOf(rows, today), except: null })
    if (loaded === null) return NONE
    if (rows.length > ROWS_MOST) return { limits: [], limitsUntold: true }
    const manual = await manualAccounts(tx)
    const priced = await pricedActs(
      tx,
      rows.map((one) => ({ ...one, settlesManually: manual.has(one.settlementAccountId) })),
      today,
    )
    const known = priced.flatMap((act, index) => (act === null ? [] : [{ act, row: rows[index]?.row ?? 0 }]))
    const acts = known.map(({ act }) => act)
    const pause = regularPauses()
    const found: RowError[] = []
    for (const limit of loaded.limits) {
      for (const member of limit.members) {
        const portfolioIds = loaded.measuredOf(member)
        const isSeen = seenOf(member.ids, see) === 'all of it'
        for (const { at, subject, measurement: standing } of passedInOrder(
          { terms: limit.terms, portfolioIds },
          loaded.facts,
          acts,
        )) {
          const sentence = isSeen
            ? sentenceOf({ ...limit, subject, standing, state: 'exceeded' })
            : 'A limit of a wider scope is exceeded.'
          found.push({ row: known[at]?.row ?? 0, field: 'quantity', error: sentence, value: limit.code })
        }
        await pause()
      }
    }
    return { limits: found.toSorted((a, b) => a.row - b.row).slice(0, ROWS_MOST), limitsUntold: false }
  })
}
