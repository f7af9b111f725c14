import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { type NettedRow, type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { useMemo } from 'react'
import { callPages } from '../../../lib/api.ts'
import { useRoute } from '../../../lib/query.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { askedFor, type SettlementFilters, type Status } from './filters.ts'

export interface Asked {
  readonly status: Status
  readonly filters: SettlementFilters
}

const queryOf = ({ status, filters }: Asked) => askedFor(status, filters)

/** The instructions as far as they were scrolled to, with how many there are in all. */
export function useSettlementList(asked: Asked, enabled: boolean) {
  return useScrolled<SettlementRow>(settlements.list, { query: queryOf(asked) }, { enabled })
}

/** Counts and sums over everything the filters leave. */
export function useSettlementSummary(asked: Asked) {
  return useRoute(settlements.summary, { query: queryOf(asked) }, { keepPrevious: true })
}

/** Netted ones as far as they were scrolled to: the server answers whole days. */
export function useNetted(asked: Asked, enabled: boolean) {
  return useScrolled<NettedRow>(settlements.netted, { query: queryOf(asked) }, { pageSize: null, enabled })
}

/** The first `most` instructions in the order of the list. */
export function loadSettlements(asked: Asked, most: number) {
  return callPages<SettlementRow>(settlements.list, queryOf(asked), most)
}

export async function loadNetted(asked: Asked, most: number): Promise<NettedRow[]> {
  return (await callPages<NettedRow>(settlements.netted, queryOf(asked), most)).rows
}

/** How settlement accounts are named, by id. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const { data } = useRoute(settlementAccounts.routes.list, { query: {} })
  return useMemo(
    () => new Map((data ?? []).map((one) => [String(one.id), `${one.account_name} ${one.account_number}`])),
    [data],
  )
}
