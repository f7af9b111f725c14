/** The user who records something, and what that person accepted with it. Code that posts takes it as an argument. */
export interface RecordedBy {
  readonly recordedBy: number
  /** Entries dated in a locked period are posted on the first open day (`?openPeriod=1`); else they are refused. */
  readonly openPeriod: boolean
  /** A reconciliation that is signed off is marked as changed since (`?changeReconciled=1`); else the line is refused. */
  readonly changeReconciled: boolean
}

/** A person who accepted nothing of it, or the clock in a person's name. */
export const acceptsNothing = (recordedBy: number): RecordedBy => ({
  recordedBy,
  openPeriod: false,
  changeReconciled: false,
})

/** Of an order the part that a posting takes. */
export const recorder = ({ recordedBy, openPeriod, changeReconciled }: RecordedBy): RecordedBy => ({
  recordedBy,
  openPeriod,
  changeReconciled,
})
