import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import {
  MATCH_TYPES,
  type MatchedTransaction,
  type MatchType,
} from '@em/contract/reconciliation/reconciliation-records'
import { Button, Group, Menu, SegmentedControl, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDate, formatMoment } from '../../../lib/dates.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { usePreview } from '../../../lib/usePreview.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { notify } from '../../../ui/notify.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import textCss from '../../../ui/Text.module.css'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { WillWait } from '../../../ui/WillWait.tsx'
import { count, MATCH_NAMES, plural, sumOfLines } from '../record/lines.ts'
import { moreOf, useChange, useMatches } from '../record/useReconciliation.ts'
import { LinePair } from './LinePair.tsx'
import css from './Match.module.css'

type Row = MatchedTransaction
const words = (lines: readonly { description: string | null; reference: string | null }[]) =>
  lines.length === 0
    ? 'None'
    : `${lines[0]?.description ?? lines[0]?.reference ?? ''}${lines.length > 1 ? ` and ${count(lines.length - 1)} more` : ''}`

const all: readonly Column<Row>[] = [
  {
    id: 'date',
    header: 'Ledger Date',
    phone: true,
    kind: 'date',
    value: (match) => match.glTransaction?.date ?? null,
    width: 114,
  },
  { id: 'ledger', header: 'Ledger', value: (match) => words(match.glTransactions), width: 200, phone: true },
  {
    id: 'statementDate',
    header: 'Statement Date',
    kind: 'date',
    value: (match) => match.externalTransaction?.date ?? null,
    width: 128,
  },
  { id: 'statement', header: 'Statement', value: (match) => words(match.externalTransactions), width: 200 },
  {
    id: 'amount',
    header: 'Amount',
    unit: 'LKR',
    kind: 'money',
    value: (match) =>
      sumOfLines(match.externalTransactions.length > 0 ? match.externalTransactions : match.glTransactions),
    width: 130,
    phone: true,
    hint: 'Money in is positive, money out is negative',
  },
  { id: 'type', header: 'Type', value: (match) => MATCH_NAMES[match.matchType], width: 90, phone: true },
  {
    id: 'difference',
    header: 'Difference',
    unit: 'LKR',
    kind: 'money',
    value: (match) => (match.difference === 0 ? null : match.difference),
    width: 116,
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    value: (match) => (match.confirmed === 0 ? null : plural(match.confirmed, 'settlement')),
    width: 120,
    hint: 'Settlements that its bank line confirmed',
  },
  { id: 'explanation', header: 'Why', value: (match) => match.explanation, width: 200 },
  { id: 'by', header: 'Matched By', value: (match) => match.matchedBy, width: 140, hidden: true },
  {
    id: 'at',
    header: 'Matched',
    kind: 'moment',
    value: (match) => match.matchedAt,
    width: 150,
    hidden: true,
  },
]

type Which = number[] | MatchType | 'all'
interface Asking {
  readonly which: Which
  readonly title: string
  /** Settlements that the matches confirmed; null where that is not known. */
  readonly confirmed: number | null
}

/** The matches, with who made them and why; undone one by one, as ticked, or all of a type. */
export function Matched({ id, closed }: { id: number; closed: boolean }) {
  const [type, setType] = useState<MatchType | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [shown, setShown] = useState<Row | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const found = useMatches(id, type)
  const { run, busy } = useChange(reconciliation.unmatch)
  const narrow = useNarrow()
  const columns = useMemo(() => {
    const tick: Column<Row> = {
      id: 'select',
      header: 'Select',
      value: (match) => words(match.glTransactions),
      cell: (match) => (
        <input
          type="checkbox"
          className={css.tick}
          aria-label={`Select the match of ${words(match.glTransactions)}`}
          checked={ticked.has(match.id)}
          onChange={() =>
            setTicked((now) => {
              const next = new Set(now)
              if (!next.delete(match.id)) next.add(match.id)
              return next
            })
          }
        />
      ),
      untitled: true,
      width: 48,
      phone: true,
    }
    const shownFirst = narrow
      ? [...all].sort((a, b) => Number(b.id === 'amount') - Number(a.id === 'amount'))
      : all
    return [...(closed ? [] : [tick]), ...shownFirst].map((column) => ({ ...column, sortable: false }))
  }, [closed, ticked, narrow])
  const unmatch = async (matchIds: Which, confirmations: 'keep' | 'undo') => {
    try {
      const { unmatched, undone, assumed } = await run({ params: { id }, body: { matchIds, confirmations } })
      setTicked(new Set())
      setShown(null)
      const done = `${plural(unmatched, 'match', 'matches')} unmatched${
        undone === 0 ? '' : `, ${plural(undone, 'settlement')} reopened`
      }.`
      notify.success([done, assumedInWords(assumed, 'is')].filter(Boolean).join(' '))
      setAsking(null)
    } catch (error) {
      notify.error('The matches could not be unmatched', error)
      void found.list.refetch()
    }
  }
  /** Asks first where several matches are taken apart, or where one confirmed a settlement. */
  const ask = (which: Which, title: string) => {
    const some = typeof which === 'string' ? null : found.rows?.filter((match) => which.includes(match.id))
    const confirmed = some?.reduce((sum, match) => sum + match.confirmed, 0) ?? null
    if (confirmed === 0 && some?.length === 1) void unmatch(which, 'keep')
    else setAsking({ which, title, confirmed })
  }
  return (
    <>
      <DataGrid
        id="reconciliation-matches"
        title="Matched"
        noun="matches"
        rows={found.rows}
        columns={columns}
        rowKey={(match) => match.id}
        search={false}
        exportable={false}
        offset={260}
        onOpen={setShown}
        actions={(match) => [
          { label: 'Show lines', onClick: () => setShown(match) },
          ...(closed
            ? []
            : [{ label: 'Unmatch', danger: true, onClick: () => ask([match.id], 'Unmatch these lines?') }]),
        ]}
        more={moreOf(found)}
        filters={
          <>
            <SelectField
              label="Type"
              placeholder="All"
              value={type ?? ''}
              onChange={(chosen) => setType(chosen === '' ? null : (chosen as MatchType))}
              options={MATCH_TYPES.map((value) => ({ value, label: MATCH_NAMES[value] }))}
            />
            {!closed && (
              <Button
                variant="default"
                disabled={ticked.size === 0 || busy}
                onClick={() => ask([...ticked], `Unmatch ${plural(ticked.size, 'match', 'matches')}?`)}
              >
                Unmatch Selected{ticked.size === 0 ? '' : ` (${count(ticked.size)})`}
              </Button>
            )}
            {!closed && found.total > 0 && (
              <Menu>
                <Menu.Target>
                  <Button variant="default" disabled={busy}>
                    Unmatch All
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {MATCH_TYPES.map((one) => (
                    <Menu.Item
                      key={one}
                      onClick={() => ask(one, `Unmatch all ${MATCH_NAMES[one].toLowerCase()} matches?`)}
                    >
                      All {MATCH_NAMES[one].toLowerCase()} matches
                    </Menu.Item>
                  ))}
                  <Menu.Item color="red" onClick={() => ask('all', 'Unmatch all matches?')}>
                    All matches
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        }
        error={loadFailure(found.list, 'Failed to refresh data')}
        empty={
          <EmptyState
            title={type === null ? 'Nothing is matched yet' : `No ${MATCH_NAMES[type].toLowerCase()} matches`}
          >
            Auto Match pairs lines of the same amount within three days; the rest is matched by hand.
          </EmptyState>
        }
      />
      <Modal opened={shown !== null} onClose={() => setShown(null)} title="Match" size="xl">
        {shown !== null && (
          <Stack gap="md">
            <LinePair ledger={shown.glTransactions} external={shown.externalTransactions} />
            {shown.explanation !== null && <Banner>{shown.explanation}</Banner>}
            <span>
              {MATCH_NAMES[shown.matchType]}, by {shown.matchedBy} on {formatMoment(shown.matchedAt)}
              {shown.glTransaction !== null &&
                `; first ledger line of ${formatDate(shown.glTransaction.date)}`}
              {shown.confirmed > 0 && `; confirmed ${plural(shown.confirmed, 'settlement')}`}
            </span>
            {!closed && (
              <Group justify="flex-end">
                <Button
                  variant="default"
                  loading={busy}
                  onClick={() => ask([shown.id], 'Unmatch these lines?')}
                >
                  Unmatch
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Modal>
      <UnmatchDialog
        id={id}
        asking={asking}
        busy={busy}
        onClose={() => setAsking(null)}
        onUnmatch={(which, confirmations) => void unmatch(which, confirmations)}
      />
    </>
  )
}

interface UnmatchDialogProps {
  id: number
  asking: Asking | null
  busy: boolean
  onClose: () => void
  onUnmatch: (which: Which, confirmations: 'keep' | 'undo') => void
}

/** The sentence on reopened settlements that count as settled all the same; '' for none. */
const assumedInWords = (assumed: number, verb: 'is' | 'will be') =>
  assumed === 0
    ? ''
    : `${plural(assumed, 'reopened settlement')} ${
        verb === 'is' ? (assumed === 1 ? 'is' : 'are') : verb
      } shown as Settled (assumed), because the due date has passed and the settlement account settles automatically.`

/** Asks before matches are taken apart, and whether what they confirmed is taken back with them. */
function UnmatchDialog({ id, asking, busy, onClose, onUnmatch }: UnmatchDialogProps) {
  const [confirmations, setConfirmations] = useState<'keep' | 'undo'>('keep')
  const matchIds = asking?.which ?? []
  const { preview } = usePreview(
    asking === null ? '' : JSON.stringify({ matchIds, confirmations }),
    (signal) =>
      call(reconciliation.unmatch, {
        params: { id },
        query: { dryRun: '1' },
        body: { matchIds, confirmations },
        signal,
      }),
    busy,
  )
  const close = () => {
    setConfirmations('keep')
    onClose()
  }
  const isOne = Array.isArray(matchIds) && matchIds.length === 1
  return (
    <Modal opened={asking !== null} onClose={close} title={asking?.title ?? ''}>
      {asking !== null && (
        <Stack gap="md">
          <p className={textCss.lead}>
            The lines of {isOne ? 'this match' : 'these matches'} become unmatched. Journal entries that were
            posted for them stay posted.
          </p>
          {asking.confirmed !== 0 && (
            <div>
              <p className={textCss.lead}>
                {asking.confirmed === null
                  ? 'These matches may have confirmed settlements.'
                  : `${isOne ? 'This match' : 'These matches'} confirmed ${plural(asking.confirmed, 'settlement')}.`}{' '}
                Keep the confirmations or reopen the settlements?
              </p>
              <SegmentedControl
                fullWidth
                aria-label="Treatment of the confirmations"
                data={[
                  { value: 'keep', label: 'Keep' },
                  { value: 'undo', label: 'Reopen' },
                ]}
                value={confirmations}
                onChange={(value) => setConfirmations(value as 'keep' | 'undo')}
              />
            </div>
          )}
          <WillWait preview={preview} />
          {confirmations === 'undo' && preview !== null && preview.assumed > 0 && (
            <Banner tone="warning">{assumedInWords(preview.assumed, 'will be')}</Banner>
          )}
          <DialogActions>
            <Button variant="default" disabled={busy} onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={busy} onClick={() => onUnmatch(asking.which, confirmations)}>
              Unmatch
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Modal>
  )
}
