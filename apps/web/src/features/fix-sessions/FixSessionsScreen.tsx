import { fixForming } from '@em/contract/fix-sessions/fix-forming'
import { type FixSessionState, fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { EditModal } from '../../registers/EditModal.tsx'
import { NewModal } from '../../registers/NewModal.tsx'
import { useRecords } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Page } from '../../ui/Page.tsx'
import { useHistoryStep } from '../../ui/useHistoryStep.ts'
import { FixMessages } from './FixMessages.tsx'
import { FixSessionTable } from './FixSessionTable.tsx'
import { FormingSection } from './FormingSection.tsx'
import { fixMaster } from './fix-master.ts'

/** The state of sessions is asked for so often, in milliseconds. */
const EVERY_MS = 3_000

/** Broker Feed / FIX Integration: the sessions on which brokers send executions, and their messages. */
export default function FixSessionsScreen() {
  const states = useRoute(fixConnections.states, {}, { refetchInterval: EVERY_MS })
  const { query: records } = useRecords(fixMaster.register)
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const [chosen, choose] = useState<number | null>(null)
  // Back leads from the messages of another session to those that the screen opened with.
  useHistoryStep(chosen !== null, () => choose(null))
  const may = useMay()
  const shown = states.data?.find(({ id }) => id === chosen) ?? states.data?.[0]
  const recordOf = ({ id }: FixSessionState) => records.data?.find((record) => record.id === id) ?? null
  const add = may(fixMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add session
    </Button>
  )
  return (
    <Page
      title="Broker Feed / FIX Integration"
      lead="Executions of the day as brokers send them over FIX. A session only receives: it sends no order."
      actions={add}
    >
      <FixSessionTable
        states={states}
        chosen={shown?.id ?? null}
        onChoose={(id) => choose(id === states.data?.[0]?.id ? null : id)}
        recordOf={recordOf}
        onEdit={edit}
        add={add}
      />
      {shown !== undefined && may(fixForming.list) && (
        <FormingSection key={`forming ${shown.id}`} session={shown} />
      )}
      {shown !== undefined && may(fixConnections.messages) && <FixMessages key={shown.id} session={shown} />}
      <NewModal master={fixMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={fixMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
