/** Control totals: of the document itself, and those that a person typed, against its lines. */
import type { RecordDocumentBody } from '@em/contract/documents/trade-documents'
import {
  type Contract,
  type ControlDifference,
  controlDifferences,
  totalsOf,
} from '@em/core/documents/contracts'
import type { StatedTotals } from '@em/core/documents/line'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { Refusal } from '../../../platform/refusal.ts'
import type { StoredDocument } from '../facts/documents.queries.ts'

/** Control totals of the document, and those that a person typed, against the lines. */
export function controlsOf(
  { stated }: StoredDocument,
  { controlTotals }: RecordDocumentBody,
  contracts: readonly Contract[],
): ControlDifference[] {
  const found = totalsOf(contracts)
  const typed: StatedTotals | null = controlTotals && { ...controlTotals, count: null, net: null }
  const all = [stated, typed].flatMap((totals) => (totals === null ? [] : controlDifferences(totals, found)))
  return all.filter(
    (one, at) =>
      at ===
      all.findIndex(
        ({ side, total, stated: says }) => side === one.side && total === one.total && says === one.stated,
      ),
  )
}

const CONTROL_WORDS = { purchases: 'Purchases', sales: 'Sales', document: 'Document' } as const
const shown = ({ total }: ControlDifference, units: bigint) =>
  total === 'count' ? String(units) : formatDecimal(units, MONEY_SCALE, { grouping: true })
const sentence = (one: ControlDifference) =>
  `${CONTROL_WORDS[one.side]}, ${one.total}: ${shown(one, one.stated)} stated, ${shown(one, one.found)} in the lines`

/** The refusal of a document whose control totals do not agree. */
export function refusedBy(controls: readonly ControlDifference[]): Refusal {
  const details = controls.map((one) => ({
    field: `controlTotals.${one.side}.${one.total}`,
    message: `${sentence(one)}.`,
  }))
  const [first] = controls
  return new Refusal(
    'document.controls',
    { count: controls.length, first: first === undefined ? '' : sentence(first) },
    details,
  )
}

/** As the API says it: counts whole, amounts in rupees. */
export const controlForAnswer = (one: ControlDifference) => {
  const say = (units: bigint) => (one.total === 'count' ? Number(units) : rupees(units))
  return { side: one.side, total: one.total, stated: say(one.stated), found: say(one.found) }
}
/** As it is kept with what was recorded (JSON). */
export const controlsText = ({ controlTotals }: RecordDocumentBody, controls: readonly ControlDifference[]) =>
  JSON.stringify(
    { typed: controlTotals, differences: controls.map(controlForAnswer) },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
