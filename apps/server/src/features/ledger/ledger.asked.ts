/** The request for the ledger, as a filter of its lines. */
import type { LEDGER_STATUSES } from '@em/contract/ledger/ledger'
import type { Queryable } from '../../platform/database/database.ts'
import { securitiesOfSymbol } from '../equities/names/of-symbol.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import type { LedgerFilter } from './ledger.filter-fields.ts'
import { accountIdOf } from './ledger.queries.ts'

/** As a query or a body names it. */
export interface Asked {
  readonly portfolio?: string | null | undefined
  readonly portfolioId?: string | null | undefined
  readonly account_code?: string | null | undefined
  readonly from: string | null
  readonly to: string | null
  readonly transaction_type?: string | null | undefined
  readonly status?: (typeof LEDGER_STATUSES)[number] | null | undefined
  readonly symbol?: string | null | undefined
  readonly search?: string | null | undefined
  readonly broker?: string | null | undefined
}

/** The filter, and the name of the portfolio where one is asked for. @throws Refusal where there is no such portfolio. */
export async function filterOf(
  db: Queryable,
  asked: Asked,
): Promise<{ filter: LedgerFilter; portfolio: string | undefined }> {
  const portfolio = await portfolioOrAll(db, asked)
  return {
    portfolio: portfolio?.portfolioName,
    filter: {
      portfolioId: portfolio?.id,
      accountId: asked.account_code == null ? undefined : await accountIdOf(db, asked.account_code),
      from: asked.from,
      to: asked.to,
      transactionType: asked.transaction_type ?? undefined,
      status: asked.status === 'Draft' ? undefined : (asked.status ?? undefined),
      equityIds: asked.symbol ? await securitiesOfSymbol(db, asked.symbol) : undefined,
      search: asked.search ?? undefined,
      broker: asked.broker ?? undefined,
    },
  }
}
