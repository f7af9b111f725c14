import { type JournalRow, journal, type PostReport } from '@em/contract/journal/journal'
import { Anchor, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { accountText } from './columns.tsx'
import css from './PostDrafts.module.css'

interface PostDraftsModalProps {
  opened: boolean
  onClose: () => void
  onOpen: (id: number) => void
}

/** Drafts at once, as the server takes them. */
const MOST = 500
const QUERY = { status: 'Draft', limit: MOST } as const

/** Chooses drafts and posts them: each separately, with the reason of each that cannot be posted. */
export function PostDraftsModal({ opened, onClose, onOpen }: PostDraftsModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Post drafts" size="xl">
      {opened && <Drafts onClose={onClose} onOpen={onOpen} />}
    </Modal>
  )
}

function Drafts({ onClose, onOpen }: { onClose: () => void; onOpen: (id: number) => void }) {
  const query = useRoute(journal.list, { query: QUERY })
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const [report, setReport] = useState<PostReport | null>(null)
  const post = useWrite(journal.postDrafts)
  const postOnce = useOnce(post.mutateAsync)
  const [agreed, setAgreed] = useState<{ openPeriod?: '1'; changeReconciled?: '1' }>({})
  const send = async (ids: readonly number[], more: typeof agreed = {}) => {
    const query = { ...agreed, ...more }
    try {
      setAgreed(query)
      setReport(await postOnce({ body: { ids: [...ids] }, query }))
    } catch (error) {
      notify.error('The drafts could not be posted. Please try again.', error)
    }
  }
  if (report !== null) {
    return (
      <Report
        report={report}
        busy={post.isPending}
        onMove={(ids) => void send(ids, { openPeriod: '1' })}
        onSignedOff={(ids) => void send(ids, { changeReconciled: '1' })}
        onClose={onClose}
        onOpen={onOpen}
      />
    )
  }
  return (
    <Loaded query={query} failed="Failed to load the drafts">
      {({ data }) => {
        if (data.length === 0)
          return <EmptyState title="No drafts">Every entry is posted or cancelled.</EmptyState>
        // Drafts that balance are proposed; the others have to be finished first.
        const picked = chosen ?? new Set(data.filter((row) => row.difference === 0).map(({ id }) => id))
        const toggle = (id: number, on: boolean) => {
          const next = new Set(picked)
          if (on) next.add(id)
          else next.delete(id)
          setChosen(next)
        }
        return (
          <Stack gap="md">
            <div className={css.scroll}>
              <table className={css.drafts}>
                <thead>
                  <tr>
                    <th scope="col">
                      <Checkbox
                        aria-label="Choose all drafts"
                        checked={picked.size === data.length}
                        indeterminate={picked.size > 0 && picked.size < data.length}
                        onChange={(event) =>
                          setChosen(new Set(event.currentTarget.checked ? data.map(({ id }) => id) : []))
                        }
                      />
                    </th>
                    <th scope="col">Date</th>
                    <th scope="col">Entry</th>
                    <th scope="col" className={css.right}>
                      Amount (LKR)
                    </th>
                    <th scope="col" className={css.right}>
                      Difference (LKR)
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => (
                    <DraftLine key={row.id} row={row} on={picked.has(row.id)} onToggle={toggle} />
                  ))}
                </tbody>
              </table>
            </div>
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                disabled={picked.size === 0}
                loading={post.isPending}
                onClick={() => void send([...picked].toSorted((a, b) => a - b))}
              >
                {picked.size === 1 ? 'Post 1 draft' : `Post ${picked.size} drafts`}
              </Button>
            </DialogActions>
          </Stack>
        )
      }}
    </Loaded>
  )
}

interface DraftLineProps {
  row: JournalRow
  on: boolean
  onToggle: (id: number, on: boolean) => void
}

function DraftLine({ row, on, onToggle }: DraftLineProps) {
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`Post ${row.description}, entry ${row.id}`}
          checked={on}
          onChange={(event) => onToggle(row.id, event.currentTarget.checked)}
        />
      </td>
      <td>
        <DateText value={row.date} />
      </td>
      <td>
        {row.description}
        <span className={css.quiet}>
          {accountText(row)}
          {row.due_on !== null && ', came due'}
        </span>
      </td>
      <td className={css.right}>
        <Amount value={Math.max(row.debit, row.credit)} />
      </td>
      <td className={css.right}>{row.difference === 0 ? null : <Amount value={row.difference} />}</td>
    </tr>
  )
}

interface ReportProps {
  report: PostReport
  busy: boolean
  /** Posts drafts of a locked period on the first open day. */
  onMove: (ids: number[]) => void
  /** Posts drafts into days that were signed off. */
  onSignedOff: (ids: number[]) => void
  onClose: () => void
  onOpen: (id: number) => void
}

function Report({
  report: { posted, refused, results },
  busy,
  onMove,
  onSignedOff,
  onClose,
  onOpen,
}: ReportProps) {
  const refusedFor = (word: string) => results.filter(({ code }) => code === word).map(({ id }) => id)
  const locked = refusedFor('period.locked')
  const signedOff = refusedFor('reconciliation.signed-off-day')
  const drafts = (count: number) => `${count} ${count === 1 ? 'draft' : 'drafts'}`
  return (
    <Stack gap="md">
      {posted > 0 && <Banner tone="success">{drafts(posted)} posted.</Banner>}
      {refused > 0 && (
        <Banner tone="warning">{drafts(refused)} could not be posted and stay as they are.</Banner>
      )}
      <ul className={css.results}>
        {results.map(({ id, description, entry_id, message, warnings }) => (
          <li key={id}>
            <Anchor component="button" type="button" fz="sm" onClick={() => onOpen(entry_id ?? id)}>
              Journal entry {entry_id ?? id}
            </Anchor>{' '}
            {description}: {message ?? ['posted.', ...warnings].join(' ')}
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        {locked.length > 0 && (
          <Button variant="default" loading={busy} onClick={() => onMove(locked)}>
            Post {drafts(locked.length)} on the first open day
          </Button>
        )}
        {signedOff.length > 0 && (
          <Button variant="default" loading={busy} onClick={() => onSignedOff(signedOff)}>
            Post {drafts(signedOff.length)} into signed-off days
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  )
}
