import { textOfValue } from '@em/contract/kit/audit-texts'
import { versionFieldsOf } from '@em/contract/kit/register-audit-fields'
import { type RegisterVersion, VERSIONS_MOST, type VersionField } from '@em/contract/kit/register-versions'
import type { Route } from '@em/contract/kit/route'
import { Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { dayOfMoment } from '../lib/dates.ts'
import { loadFailure } from '../lib/load-failure.ts'
import { useMay } from '../lib/may.ts'
import { useScrolled } from '../lib/useScrolled.ts'
import { AuditButton } from '../links/AuditButton.tsx'
import { Modal } from '../ui/Dialog.tsx'
import { DateText } from '../ui/Numbers.tsx'
import { SmallTable } from '../ui/SmallTable.tsx'
import { EmptyState, ErrorState, Skeletons } from '../ui/States.tsx'
import css from './registers.module.css'
import type { AnyRegister } from './values.ts'

/** The history of which record, and the fields that its versions hold. */
export interface HistoryOf {
  readonly route: Route
  readonly params: object
  readonly fields: readonly VersionField[]
  /** The record as the audit trail names it; left out where that has no single one. */
  readonly record?: { readonly entity: string; readonly id: number | string }
}

/** The history of a record of a described register. */
export const historyOf = (register: AnyRegister, { id }: { readonly id: number }): HistoryOf => ({
  route: register.routes.versions,
  params: { id },
  fields: versionFieldsOf(register.fields),
  record: { entity: register.word, id },
})

/** The details of a record in a dialog; users who may read its history have a second tab with it. */
export function WithHistory({ of, children }: { of: HistoryOf; children: ReactNode }) {
  const [tab, setTab] = useState<string | null>('details')
  if (!useMay()(of.route)) return children
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List mb="md">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      {/* Stays mounted, so that what was typed survives opening the history. */}
      <Tabs.Panel value="details">{children}</Tabs.Panel>
      <Tabs.Panel value="history">{tab === 'history' && <RecordHistory of={of} />}</Tabs.Panel>
    </Tabs>
  )
}

/** The history of a record that has no dialog of its own, by a button in its row, for who may read it. */
export function HistoryButton({ of, name }: { of: HistoryOf; name: string }) {
  const [opened, setOpened] = useState(false)
  if (!useMay()(of.route)) return null
  const title = `History of ${name}`
  return (
    <>
      <Button size="compact-xs" variant="default" aria-label={title} onClick={() => setOpened(true)}>
        History
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={title} size="lg">
        {opened && <RecordHistory of={of} />}
      </Modal>
    </>
  )
}

/** The history of a record: its versions, the newest first, each with the fields that it changed. */
export function RecordHistory({ of: { route, params, fields, record } }: { of: HistoryOf }) {
  const { list, rows, more } = useScrolled<RegisterVersion>(route, { params }, { pageSize: VERSIONS_MOST })
  const failure = loadFailure(list, 'Failed to load the history')
  if (failure !== null) return <ErrorState {...failure} />
  if (rows === undefined) return <Skeletons rows={4} />
  if (rows.length === 0) {
    return (
      <EmptyState title="No changes yet">
        Each change of this record is kept here, with what it said before.
      </EmptyState>
    )
  }
  return (
    <Stack gap="md">
      <SmallTable label="History" tall>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        {rows.map((version) => (
          <Version key={version.number} version={version} fields={fields} />
        ))}
      </SmallTable>
      {more.has && (
        <Button variant="default" loading={more.loading} onClick={more.load}>
          Show earlier versions
        </Button>
      )}
      {record !== undefined && (
        <Group justify="flex-end">
          <AuditButton {...record} />
        </Group>
      )}
    </Stack>
  )
}

function Version({ version, fields }: { version: RegisterVersion; fields: readonly VersionField[] }) {
  const { number, action, changes } = version
  return (
    <tbody>
      <tr className={css.version}>
        <th scope="rowgroup" colSpan={3}>
          Version {number}: {action}
          <Text component="span" size="xs" c="dimmed" display="block">
            <WhoAndWhen version={version} />
          </Text>
        </th>
      </tr>
      {changes.length === 0 && (
        <tr>
          <td colSpan={3}>No field that is shown here was changed.</td>
        </tr>
      )}
      {changes.map(({ field, label, before, after }) => {
        const described = fields.find(({ name }) => name === field)
        return (
          <tr key={field}>
            <td>{label}</td>
            <td className={css.said}>{textOf(described, before)}</td>
            <td className={css.said}>{textOf(described, after)}</td>
          </tr>
        )
      })}
    </tbody>
  )
}

/** "12 May 2026 10:15, Nadeesha Perera. Effective from 01 Jan 2026, before it was recorded". */
function WhoAndWhen({ version: { recorded_at, recorded_by, effective_from } }: { version: RegisterVersion }) {
  const isEarlier =
    recorded_at !== null && effective_from !== null && effective_from < dayOfMoment(recorded_at)
  return (
    <>
      {recorded_at === null ? (
        'Who entered it, and when, is not known'
      ) : (
        <>
          <DateText value={recorded_at} time />, {recorded_by ?? 'the server'}
        </>
      )}
      {effective_from !== null && (
        <>
          . Effective from <DateText value={effective_from} />
          {isEarlier && ', before it was recorded'}
        </>
      )}
    </>
  )
}

type Stored = RegisterVersion['changes'][number]['before']

/** A stored value as people read it; a dash for none. */
function textOf(field: VersionField | undefined, value: Stored): string {
  const one = (part: unknown): string =>
    typeof part === 'object' && part !== null
      ? Object.values(part)
          .map((inner) => textOfValue({ kind: 'date' }, inner))
          .filter(Boolean)
          .join(' from ')
      : textOfValue(field ?? {}, part)
  const text = Array.isArray(value) ? value.map(one).filter(Boolean).join(', ') : one(value)
  return text === '' ? '\u2013' : text
}
