/** The words of a report for fair values that are not those of the run of its date. */
export const CHANGED = 'Changed since the mark-to-market run of this date'
