/** The fields that the general ledger is filtered by. */
export interface LedgerFilter {
  readonly portfolioId?: number | undefined
  /** 0 for an account that does not exist: no line is its. */
  readonly accountId?: number | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly transactionType?: string | undefined
  readonly status?: 'Posted' | 'Pending' | undefined
  /** Of these securities; stored balances know nothing of them. */
  readonly equityIds?: readonly number[] | undefined
  readonly search?: string | undefined
  /** The broker of the line's trade, by any of his names. */
  readonly broker?: string | undefined
}
