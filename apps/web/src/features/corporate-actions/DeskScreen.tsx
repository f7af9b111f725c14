import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { choiceIn, idIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { invalidateAfter } from '../../lib/query.ts'
import { usePlace } from '../../links/places.ts'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { ActionList } from './ActionList.tsx'
import { DESKS, type Desk } from './desks.ts'
import { ActionModal, DEED_WORDS, type DeedWord } from './event/ActionModal.tsx'
import { kindInSentence } from './form/kinds.ts'
import { NewActionModal } from './form/NewActionModal.tsx'
import { TodaysEvents } from './TodaysEvents.tsx'

const NOT_NEW = { new: '', announcement: '', symbol: '' }

/** A desk of corporate actions: that of the tab which is open. */
export default function DeskScreen() {
  const place = usePlace()
  const desk: Desk | undefined =
    place.kind === 'tab' ? (DESKS as Partial<Record<string, Desk>>)[place.tab.id] : undefined
  return desk === undefined ? null : <DeskOf key={desk.title} desk={desk} />
}

function DeskOf({ desk }: { desk: Desk }) {
  const query = useHashQuery()
  const client = useQueryClient()
  const opened = idIn(query, 'action')
  const asked = choiceIn(query, 'new', desk.kinds)
  const deed = choiceIn(query, 'do', DEED_WORDS)
  const open = (id: number | null, word: DeedWord | '' = '') =>
    changeHashQuery({ action: id === null ? '' : String(id), do: word, ...NOT_NEW })
  return (
    <Page
      title={desk.title}
      lead={desk.lead}
      actions={
        <>
          <RefreshButton loading={false} onClick={() => void invalidateAfter(client, 'corporate-actions')} />
          <IfMay call={corporateActions.create}>
            {desk.kinds.map((kind, place) => (
              <Button
                key={kind}
                variant={place === 0 ? 'filled' : 'default'}
                onClick={() => changeHashQuery({ ...NOT_NEW, new: kind, action: '', do: '' })}
              >
                New {kindInSentence(kind)}
              </Button>
            ))}
          </IfMay>
        </>
      }
    >
      <ActionList desk={desk} onOpen={(action, word) => open(action.id, word)} />
      <NewActionModal
        kind={asked === '' ? null : asked}
        announcement={idIn(query, 'announcement')}
        symbol={textIn(query, 'symbol', 20)}
        onClose={() => changeHashQuery(NOT_NEW)}
        onSaved={({ id }) => open(id)}
        today={(kind) => <TodaysEvents kind={kind} onOpen={open} />}
      />
      <ActionModal id={opened} deed={deed === '' ? null : deed} onClose={() => open(null)} />
    </Page>
  )
}
