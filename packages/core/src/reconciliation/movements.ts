/** Which ledger lines move money that a statement can show. */

/** A ledger line with its entry. */
export interface LedgerMovement {
  /** Entry of a ledger line, and the entry that it reverses. */
  readonly entry?: string
  readonly reversalOf?: string | null
  /** Its entry was reversed, or reverses another, and another entry counts: no statement shows it. */
  readonly isTakenBack?: boolean
}

/**
 * The lines without those that were taken back and those that take back: an entry and its reversal together
 * move nothing. Leaves out both if both are open, and any line that the caller marks with `isTakenBack`, even
 * if its counterpart is not among these lines.
 */
export function movements<Line extends LedgerMovement>(ledger: readonly Line[]): Line[] {
  const open = new Set(ledger.map((line) => line.entry))
  const gone = new Set(
    ledger.flatMap(({ entry, reversalOf }) =>
      reversalOf != null && open.has(reversalOf) ? [entry, reversalOf] : [],
    ),
  )
  return ledger.filter(({ entry, isTakenBack }) => isTakenBack !== true && !gone.has(entry))
}
