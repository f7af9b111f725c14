import { activePortfolios } from '@em/contract/portfolios/portfolios'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { keyOf } from '../lib/query.ts'
import { openTabOf } from '../links/tabs.ts'
import { preload } from './screens.ts'

/** While a kept sign-in is checked: loads the screen that it opens, and what the dashboard asks for before anything else. */
export function prepareScreen(client: QueryClient, token: string): void {
  const openTab = openTabOf(window.location.hash)
  if (openTab.kind !== 'tab') return
  preload(openTab.tab)
  if (openTab.tab.id !== 'Dashboard / Dashboard') return
  void client.prefetchQuery({
    queryKey: keyOf(activePortfolios),
    queryFn: ({ signal }) => call(activePortfolios, { token, signal }),
  })
}
