import type { Tab } from '@em/contract/tabs/tabs'
import { Button } from '@mantine/core'
import { Suspense, useEffect } from 'react'
import { useSessionConfirmed } from '../lib/useSession.ts'
import { goTo, type OpenTab } from '../links/tabs.ts'
import { PageLists } from '../ui/grid/views/page-lists.ts'
import { Page } from '../ui/Page.tsx'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { EmptyState, Skeletons } from '../ui/States.tsx'
import { useRefusal } from './offer.ts'
import { preload, screens } from './screens.ts'

/** The screen of the open tab. */
export function TabView({ openTab }: { openTab: OpenTab }) {
  const refusal = useRefusal(openTab)
  const confirmed = useSessionConfirmed()
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
  if (refusal !== null && confirmed) {
    return (
      <Page title={name}>
        <EmptyState title="Not available to you">{refusal}</EmptyState>
      </Page>
    )
  }
  // The server's day, which forms begin with, comes with the confirmation; the dashboard shows the server's days alone.
  if (!confirmed && openTab.tab.id !== 'Dashboard / Dashboard') {
    return <Awaited tab={openTab.tab} />
  }
  const Screen = screens[openTab.tab.id]
  const key = `${openTab.group.slug}/${name}`
  return (
    <PartBoundary part={key}>
      <Suspense fallback={<Loading name={name} />}>
        <PageLists.Provider value>
          <Screen key={key} />
        </PageLists.Provider>
      </Suspense>
    </PartBoundary>
  )
}

/** A tab whose sign-in is not confirmed yet: its code is loaded meanwhile. */
function Awaited({ tab }: { tab: Tab }) {
  useEffect(() => void preload(tab), [tab])
  return <Loading name={tab.name} />
}

function Loading({ name }: { name: string }) {
  return (
    <Page title={name}>
      <Skeletons />
    </Page>
  )
}
