import type { Route } from '@em/contract/kit/route'
import { callPage } from '../../../lib/api.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'

export interface TradesAsked {
  search?: string
  portfolioId?: string
  from?: string
  to?: string
  /** A stored name, with `-` in front for the greatest first; newest first without. */
  sort?: string
}

/** The recorded trades of a list as far as it was scrolled to; `total` is null until the server has counted them. */
export function useSubmittedTrades<Row>(route: Route, asked: TradesAsked) {
  const { list, rows, more } = useScrolled<Row>(route, { query: asked })
  return { list, rows, more: { ...more, total: list.data?.pages[0]?.total ?? null } }
}

/** All that match, for the export; the server sends at most 10,000. */
export async function allSubmittedTrades<Row>(list: Route, asked: TradesAsked): Promise<readonly Row[]> {
  return (await callPage<Row>(list, { query: asked } as never)).rows
}
