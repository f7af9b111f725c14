import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { goTo, type OpenTab } from '../links/tabs.ts'
import { PageLists } from '../ui/grid/views/page-lists.ts'
import { Page } from '../ui/Page.tsx'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { EmptyState, Skeletons } from '../ui/States.tsx'
import { useRefusal } from './offer.ts'
import { screens } from './screens.ts'

/** The screen of the open tab. */
export function TabView({ openTab }: { openTab: OpenTab }) {
  const refusal = useRefusal(openTab)
  if (openTab.kind === 'unknown') {
    return (
      <EmptyState
        title="Component Not Found"
        action={
          <Button variant="default" onClick={() => goTo('Dashboard', 'Dashboard')}>
            Go to the Dashboard
          </Button>
        }
      >
        The requested component is not available.
      </EmptyState>
    )
  }
  const { name } = openTab.tab
  if (refusal !== null) {
    return (
      <Page title={name}>
        <EmptyState title="Not available to you">{refusal}</EmptyState>
      </Page>
    )
  }
  const Screen = screens[openTab.tab.id]
  const key = `${openTab.group.slug}/${name}`
  return (
    <PartBoundary part={key}>
      <Suspense
        fallback={
          <Page title={name}>
            <Skeletons />
          </Page>
        }
      >
        <PageLists.Provider value>
          <Screen key={key} />
        </PageLists.Provider>
      </Suspense>
    </PartBoundary>
  )
}
