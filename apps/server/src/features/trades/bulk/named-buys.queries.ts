/** Which buys a submission's cherry-picked sales name, by contract or deal number. */
import { namedBuys } from '@em/contract/trades/buy-contracts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import type { NewTrade } from './new-trade.ts'

export interface BuyNames {
  /** A sale's shares from the buys of those names (`namedBuys`); nothing where none is named. */
  allocationsOf(
    buyContract: string | null,
    quantity: bigint,
  ):
    | { readonly buyTransactionId: number; readonly allocatedQuantity: bigint }[]
    | { field: string; message: string }
}

const BUYS = statement(
  'trades.buys-by-name',
  `SELECT t.id, t.deal_number, v.contract_number
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.chain_id = :chainId AND t.side IN ('buy', 'opening') AND NOT t.is_deleted`,
)

/** The buys of a locked chain and those of the submission itself, by the names a row may use. */
export async function buysByName(
  tx: Transaction,
  chain: Pick<LockedChain, 'id' | 'last'>,
  rows: readonly NewTrade[],
  idOf: (trade: NewTrade) => number,
): Promise<BuyNames> {
  const byName = new Map<string, Set<number>>()
  const add = (name: string | null, id: number) => {
    if (!name) return
    const word = name.trim().toLowerCase()
    byName.set(word, (byName.get(word) ?? new Set()).add(id))
  }
  const recorded = chain.last === null ? [] : await tx.query(BUYS, { chainId: chain.id })
  for (const buy of recorded) {
    add(buy.deal_number, buy.id)
    add(buy.contract_number, buy.id)
  }
  for (const row of rows) if (row.side === 'buy') add(row.details.contractNumber, idOf(row))
  return {
    allocationsOf: (buyContract, quantity) => {
      if (buyContract === null) return []
      const fault = (message: string) => ({ field: 'buyContract', message })
      const idsOf = (name: string) => [...(byName.get(name.trim().toLowerCase()) ?? [])]
      // A name may look like a list of them: what is known as a whole is one name.
      const named = idsOf(buyContract).length > 0 ? [{ name: buyContract, quantity }] : namedBuys(buyContract)
      if (typeof named === 'string') return fault(named)
      const shares = new Map<number, bigint>()
      for (const { name, quantity: some } of named) {
        const [id, ...others] = idsOf(name)
        if (id === undefined) return fault(`No buy of this security has the contract or deal number ${name}.`)
        if (others.length > 0) {
          return fault(`${others.length + 1} buys have the contract number ${name}. Name the deal number.`)
        }
        shares.set(id, (shares.get(id) ?? 0n) + (some ?? quantity))
      }
      return [...shares].map(([buyTransactionId, allocatedQuantity]) => ({
        buyTransactionId,
        allocatedQuantity,
      }))
    },
  }
}
