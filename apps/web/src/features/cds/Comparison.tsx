import { type CdsComparisonDetail, type ComparedLine, cdsComparisons } from '@em/contract/cds/cds-comparison'
import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Cds.module.css'
import { CAUSE_WORDS, causeSentence, stateOf } from './cause-texts.ts'
import { LineModal } from './LineModal.tsx'

const shares = (
  id:
    | 'held'
    | 'unsettled_buys'
    | 'unsettled_sales'
    | 'settled'
    | 'balance'
    | 'difference'
    | 'pledged'
    | 'stated_pledged',
  header: string,
  more: Partial<Column<ComparedLine>> = {},
): Column<ComparedLine> => ({
  id,
  header,
  kind: 'quantity',
  value: (row) => row[id],
  width: 106,
  phone: false,
  ...more,
})

const columns: Column<ComparedLine>[] = [
  {
    id: 'account',
    header: 'CDS Account',
    value: (row) => row.account,
    whole: true,
    width: 156,
    phone: false,
  },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 116, phone: true },
  {
    id: 'company',
    header: 'Company',
    value: (row) => row.company_name,
    width: 200,
    phone: false,
    hidden: true,
  },
  {
    id: 'state',
    header: 'State',
    value: (row) => stateOf(row).word,
    cell: (row) => <Status tone={stateOf(row).tone}>{stateOf(row).word}</Status>,
    width: 106,
    phone: true,
  },
  shares('held', 'Held', { hint: 'By trade date' }),
  {
    id: 'unsettled',
    header: 'Unsettled',
    kind: 'quantity',
    value: (row) => row.unsettled_buys - row.unsettled_sales,
    hint: 'Buys less sales that settle later',
    width: 106,
    phone: false,
  },
  shares('unsettled_buys', 'Unsettled Buys', { width: 124, hidden: true }),
  shares('unsettled_sales', 'Unsettled Sales', { width: 124, hidden: true }),
  shares('settled', 'Settled', { hint: 'Held, less what is unsettled' }),
  shares('balance', 'Statement'),
  shares('difference', 'Difference', {
    signed: true,
    phone: true,
    hint: 'The statement less what has settled',
  }),
  shares('pledged', 'Pledged', { hidden: true }),
  shares('stated_pledged', 'Pledged (Statement)', { hidden: true, width: 150 }),
  {
    id: 'cause',
    header: 'Likely Cause',
    value: (row) => (row.cause === null ? '' : CAUSE_WORDS[row.cause]),
    width: 190,
    phone: false,
  },
  { id: 'what', header: 'What to Do', value: causeSentence, width: 300, phone: false, hidden: true },
  { id: 'note', header: 'Note', value: (row) => row.note?.text ?? '', width: 200, phone: false },
]

const WHICH = { breaks: 'Breaks', unsettled: 'Unsettled', all: 'All lines' } as const
type Which = keyof typeof WHICH

const rowsOf = (rows: readonly ComparedLine[], which: Which) =>
  which === 'all'
    ? rows
    : which === 'breaks'
      ? rows.filter(({ cause }) => cause !== null)
      : rows.filter((row) => row.unsettled_buys > 0 || row.unsettled_sales > 0)

/** One comparison: its figures, its breaks with their likely causes, all its lines. */
export function Comparison({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useRoute(cdsComparisons.get, { params: { id }, query: {} })
  return (
    <Loaded query={query} failed="Failed to load the comparison">
      {(comparison) => <Shown comparison={comparison} onClose={onClose} />}
    </Loaded>
  )
}

function Shown({ comparison, onClose }: { comparison: CdsComparisonDetail; onClose: () => void }) {
  const { id, rows, breaks, explained, version } = comparison
  const [which, choose] = useState<Which>(breaks > 0 ? 'breaks' : 'all')
  const [opened, open] = useState<string | null>(null)
  const again = useWrite(cdsComparisons.again)
  const shown = useMemo(() => rowsOf(rows, which), [rows, which])
  const line = rows.find((row) => keyOf(row) === opened)
  const compareAgain = async () => {
    try {
      const done = await again.mutateAsync({ params: { id }, query: {} })
      notify.success(
        done.version === version
          ? 'Nothing has changed: the comparison is the same.'
          : `Compared again: ${counted(done.breaks, 'break')}.`,
      )
    } catch (error) {
      notify.error('The statement was not compared again. Please try again.', error)
    }
  }
  return (
    <Section
      title={`Statement of ${formatDate(comparison.statement_date)}`}
      actions={
        <>
          <IfMay call={cdsComparisons.again}>
            <Button variant="default" loading={again.isPending} onClick={() => void compareAgain()}>
              Compare again
            </Button>
          </IfMay>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={css.state}>
        <span>
          {comparison.file_name ?? 'A file'}, uploaded by {comparison.uploaded_by},{' '}
          {formatMoment(comparison.uploaded_at)}.
        </span>
        {version > 1 && (
          <span>
            Compared again by {comparison.compared_by}, {formatMoment(comparison.compared_at)}.
          </span>
        )}
        <span className={css.quiet} title={`SHA-256 ${comparison.sha256}`}>
          SHA-256 {comparison.sha256.slice(0, 12)}…
        </span>
      </p>
      <Stats>
        <StatCard
          label="Open breaks"
          value={<Quantity value={breaks - explained} />}
          note={
            explained === 0
              ? `${counted(breaks, 'break')} in all`
              : `${counted(explained, 'break')} explained`
          }
        />
        <StatCard
          label="Lines that agree"
          value={<Quantity value={comparison.agreed} />}
          note={`of ${comparison.lines}`}
        />
        <StatCard
          label="With unsettled trades"
          value={<Quantity value={rowsOf(rows, 'unsettled').length} />}
          note="shown apart, no breaks by themselves"
        />
        <StatCard label="CDS accounts" value={<Quantity value={comparison.accounts} />} />
      </Stats>
      <DataGrid
        id="cds-comparison-lines"
        title={`CDS comparison ${comparison.statement_date}`}
        noun="lines"
        rows={shown}
        columns={columns}
        rowKey={keyOf}
        onOpen={(row) => open(keyOf(row))}
        muted={(row) => which === 'all' && row.cause === null}
        filters={
          <SegmentedControl
            size="xs"
            value={which}
            onChange={(value) => choose(value as Which)}
            data={Object.entries(WHICH).map(([value, label]) => ({ value, label }))}
            aria-label="Which lines"
          />
        }
        empty={
          <EmptyState title={which === 'breaks' ? 'No breaks' : 'No lines'}>
            {which === 'breaks'
              ? 'The statement and the settled shares agree.'
              : 'No line of the statement has trades that settle later.'}
          </EmptyState>
        }
      />
      {line !== undefined && <LineModal comparison={id} line={line} onClose={() => open(null)} />}
    </Section>
  )
}

const keyOf = (row: ComparedLine) => `${row.account_id} ${row.symbol}`
