/** Which ledger lines move money that a statement can show. */
import type { ProposableLine } from './propose.ts'

/**
 * The lines without those that were taken back and those that take back: an entry and its reversal together move nothing. Left out are
 * both where both are open, and wherever the other one stands where the caller says so (`isTakenBack`).
 */
export function movements<Line extends Pick<ProposableLine, 'entry' | 'reversalOf' | 'isTakenBack'>>(
  ledger: readonly Line[],
): Line[] {
  const open = new Set(ledger.map((line) => line.entry))
  const gone = new Set(
    ledger.flatMap(({ entry, reversalOf }) =>
      reversalOf != null && open.has(reversalOf) ? [entry, reversalOf] : [],
    ),
  )
  return ledger.filter(({ entry, isTakenBack }) => isTakenBack !== true && !gone.has(entry))
}
