/** The proof of a reconciliation: the state of its difference, and both balances led to the same amount. */
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { formatNumber } from '../../../lib/numerals.ts'
import { plural } from '../record/lines.ts'

/** How the specified net difference is made up. */
export const NET_DIFFERENCE = 'GL balance + unrecorded deposits − outstanding cheques − statement balance'
export const WHY_NET_DIFFERS =
  'The GL balance holds outstanding cheques already, so this figure can differ from zero although every line is explained.'
export const UNEXPLAINED = 'adjusted ledger − adjusted statement'

/** The state of the difference, in a word and a sentence. */
export function standingOf(
  one: Pick<ReconciliationRecord, 'differences' | 'proof' | 'explanation' | 'status' | 'counts'>,
): {
  tone: 'good' | 'warn' | 'bad'
  word: string
  text: string
} {
  const { netDifference } = one.differences
  const { unexplained } = one.proof
  if (netDifference === null) {
    return { tone: 'warn', word: 'Balance missing', text: "Enter the statement's closing balance." }
  }
  const open = one.counts.unmatchedGl + one.counts.unmatchedExternal
  if (unexplained === 0) {
    if (open === 0) return { tone: 'good', word: 'Agrees', text: 'Ledger and statement agree.' }
    const lines = `${plural(open, 'line is', 'lines are')} open.`
    return netDifference === 0
      ? { tone: 'warn', word: 'Agrees', text: `Ledger and statement agree. ${lines}` }
      : {
          tone: 'warn',
          word: 'Accounted for',
          text: `${lines} Ledger and statement agree once ${open === 1 ? 'it is' : 'they are'} counted.`,
        }
  }
  if (netDifference === 0 && one.proof.glBalance === one.proof.externalBalance) {
    return {
      tone: 'warn',
      word: 'Balances agree',
      text: `The balances agree, but ${formatNumber(Math.abs(unexplained ?? 0), { decimals: 2 })} of the open lines is unexplained.`,
    }
  }
  if (one.status === 'reconciled' && one.explanation !== null) {
    return { tone: 'warn', word: 'Explained', text: `Accepted: ${one.explanation}` }
  }
  return {
    tone: 'bad',
    word: 'Not explained',
    text: `${formatNumber(Math.abs(unexplained ?? netDifference), { decimals: 2 })} is left beyond the open items.`,
  }
}

export interface ProofRow {
  readonly label: string
  readonly value: number | null
  readonly strong: boolean
}

/**
 * The rows of the proof, each side led from its balance to the same amount. A "Less" row is subtracted and has no sign,
 * which would subtract it twice. Null: the balance is not entered yet.
 */
export function proofRows(
  one: Pick<ReconciliationRecord, 'proof'>,
): Record<'ledger' | 'statement' | 'rest', ProofRow[]> {
  const { proof } = one
  const ledger = [
    { label: 'Balance per ledger', value: proof.glBalance, strong: false },
    {
      label: 'Add: on the statement, not in the books (in)',
      value: proof.addUnrecordedDebits,
      strong: false,
    },
    {
      label: 'Less: on the statement, not in the books (out)',
      value: proof.lessUnrecordedCredits,
      strong: false,
    },
    { label: 'Adjusted ledger balance', value: proof.adjustedGl, strong: true },
  ]
  const statement = [
    { label: 'Balance per statement', value: proof.externalBalance, strong: false },
    { label: 'Add: in the books, not on the statement (in)', value: proof.addUnclearedDebits, strong: false },
    {
      label: 'Less: outstanding cheques and payments (out)',
      value: proof.lessUnclearedCredits,
      strong: false,
    },
    { label: 'Adjusted statement balance', value: proof.adjustedExternal, strong: true },
  ]
  const rest = [
    ...(proof.explainedInMatches === 0
      ? []
      : [
          {
            label: 'Less: differences explained in matches',
            value: proof.explainedInMatches,
            strong: false,
          },
        ]),
    ...(proof.acceptedBefore === 0
      ? []
      : [
          {
            label: 'Less: accepted at the previous sign-off',
            value: proof.acceptedBefore,
            strong: false,
          },
        ]),
    { label: 'Unexplained difference', value: proof.unexplained, strong: true },
  ]
  return { ledger, statement, rest }
}
