/** The cause of an entry, as it is shown: moves of balances for a mapping are a kind of their own. */

/** The reference of the entries that move balances because a mapping changed. */
export const MOVED = 'GL-MAPPING'
/** SQL: whether `journal_entries h` moves a balance for a mapping. A person's entry with the same reference does not. */
export const IS_MOVE = `(h.trade_id IS NULL AND h.reference = '${MOVED}' AND h.kind IN ('event', 'correction'))`
/** SQL: the kind of `journal_entries h`, a key of `ENTRY_KINDS`. */
export const ENTRY_KIND = `CASE WHEN ${IS_MOVE} THEN 'mapping' ELSE h.kind END`
