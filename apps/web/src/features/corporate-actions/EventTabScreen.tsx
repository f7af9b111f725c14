import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { choiceIn, idIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { invalidateAfter } from '../../lib/query.ts'
import { useOpenTab } from '../../links/tabs.ts'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { ActionList } from './ActionList.tsx'
import { ActionModal, EVENT_ACTION_IDS, type EventActionId } from './event/ActionModal.tsx'
import { EVENT_TABS, type EventTab } from './event-tabs.ts'
import { kindInSentence } from './form/kinds.ts'
import { NewActionModal } from './form/NewActionModal.tsx'
import { TodaysEvents } from './TodaysEvents.tsx'

const NOT_NEW = { new: '', announcement: '', symbol: '' }

/** The events of the kinds that the open tab of corporate actions lists. */
export default function EventTabScreen() {
  const openTab = useOpenTab()
  const tab: EventTab | undefined =
    openTab.kind === 'tab' ? (EVENT_TABS as Partial<Record<string, EventTab>>)[openTab.tab.id] : undefined
  return tab === undefined ? null : <EventTabOf key={tab.title} tab={tab} />
}

function EventTabOf({ tab }: { tab: EventTab }) {
  const query = useHashQuery()
  const client = useQueryClient()
  const opened = idIn(query, 'action')
  const asked = choiceIn(query, 'new', tab.kinds)
  const eventAction = choiceIn(query, 'do', EVENT_ACTION_IDS)
  const open = (id: number | null, word: EventActionId | '' = '') =>
    changeHashQuery({ action: id === null ? '' : String(id), do: word, ...NOT_NEW })
  return (
    <Page
      title={tab.title}
      lead={tab.lead}
      actions={
        <>
          <RefreshButton loading={false} onClick={() => void invalidateAfter(client, 'corporate-actions')} />
          <IfMay call={corporateActions.create}>
            {tab.kinds.map((kind, index) => (
              <Button
                key={kind}
                variant={index === 0 ? 'filled' : 'default'}
                onClick={() => changeHashQuery({ ...NOT_NEW, new: kind, action: '', do: '' })}
              >
                New {kindInSentence(kind)}
              </Button>
            ))}
          </IfMay>
        </>
      }
    >
      <ActionList tab={tab} onOpen={(action, word) => open(action.id, word)} />
      <NewActionModal
        kind={asked === '' ? null : asked}
        announcement={idIn(query, 'announcement')}
        symbol={textIn(query, 'symbol', 20)}
        onClose={() => changeHashQuery(NOT_NEW)}
        onSaved={({ id }) => open(id)}
        today={(kind) => <TodaysEvents kind={kind} onOpen={open} />}
      />
      <ActionModal
        id={opened}
        eventAction={eventAction === '' ? null : eventAction}
        onClose={() => open(null)}
      />
    </Page>
  )
}
