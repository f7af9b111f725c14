import { journal } from '@em/contract/journal/journal'
import { ledger } from '@em/contract/ledger/ledger'
import { periods } from '@em/contract/periods/periods'
import { type SuspenseItem, suspenseItems } from '@em/contract/suspense/suspense'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useEffect, useRef, useState } from 'react'
import { formatDate, today } from '../../lib/dates.ts'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterDate, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { byLabel } from '../../ui/form/options.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, sumOf } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { toCsv } from '../../ui/grid/export.ts'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState, NothingFound } from '../../ui/States.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ClearDialog, Sided } from './ClearDialog.tsx'
import css from './Suspense.module.css'
import {
  AGES,
  itemKey,
  loadItems,
  NO_SUSPENSE_FILTERS,
  SelectionProvider,
  type SuspenseFilters,
  Tick,
  useSelection,
  useSuspenseItems,
  useSuspenseSummary,
} from './suspense-items.ts'

const FAILED = 'Failed to load the suspense items'
const open = (row: Pick<SuspenseItem, 'entry_id'>) => changeHashQuery({ entry: String(row.entry_id) })
/** An amount that is not there stays empty. */
const side = (amount: number) => (amount === 0 ? null : amount)

const money = (id: string, header: string, value: (row: SuspenseItem) => number): Column<SuspenseItem> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (row) => side(value(row)),
  width: 128,
})
/** The columns of the list and of its file. */
const listed: readonly Column<SuspenseItem>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (r) => r.date, width: 108, phone: false },
  {
    id: 'age',
    header: 'Age',
    unit: 'days',
    kind: 'quantity',
    value: (r) => r.age_days,
    width: 84,
    phone: true,
  },
  { id: 'entry', header: 'Entry', value: (r) => String(r.entry_id), width: 72, phone: false },
  { id: 'description', header: 'Description', value: (r) => r.description, width: 240, phone: true },
  { id: 'reference', header: 'Reference', value: (r) => r.reference, width: 120, hidden: true },
  { id: 'portfolio', header: 'Portfolio', value: (r) => r.portfolioName, width: 140, phone: false },
  { ...money('open_debit', 'Open debit', (r) => r.open_debit), phone: false },
  { ...money('open_credit', 'Open credit', (r) => r.open_credit), phone: false },
  {
    ...money('amount', 'Posted', (r) => r.debit + r.credit),
    hint: 'The amount of the line. If less is open, a part was cleared.',
    hidden: true,
  },
  { id: 'account', header: 'Account', value: (r) => r.account_code, width: 90, hidden: true },
]
const columns: readonly Column<SuspenseItem>[] = [
  {
    id: 'tick',
    header: 'Select',
    value: () => null,
    cell: (row) => <Tick row={row} />,
    untitled: true,
    width: 48,
    sortable: false,
    phone: true,
  },
  // A phone has room for one amount, with its side.
  {
    id: 'open',
    header: 'Open',
    unit: 'LKR',
    kind: 'money',
    value: (r) => r.open_debit + r.open_credit,
    cell: (r) => <Sided row={r} />,
    width: 134,
    hidden: true,
    phone: true,
    sortable: false,
  },
  ...listed.map((column) => ({ ...column, sortable: false })),
]

const unticked = columns.filter(({ id }) => id !== 'tick')

/** The open items of Suspense, to be cleared together or by an entry. */
export function SuspenseItems({ filters }: { filters: SuspenseFilters }) {
  return (
    <SelectionProvider listName={JSON.stringify(filters)}>
      <Screen filters={filters} />
    </SelectionProvider>
  )
}

function Screen({ filters }: { filters: SuspenseFilters }) {
  const { list, rows, total, more } = useSuspenseItems(filters)
  const summary = useSuspenseSummary(filters)
  const selection = useSelection()
  const mayClear = useMay()(suspenseItems.clear)
  useOpenOnly(filters)
  const [clearing, setClearing] = useState<readonly SuspenseItem[] | null>(null)
  const sums = summary.data
  const loading = sums === undefined && !summary.isError
  const oldest = sums?.oldest_days ?? null
  return (
    <>
      <Filters filters={filters} />
      <Stats>
        <StatCard
          label="Open items"
          loading={loading}
          value={sums === undefined ? '–' : sums.count.toLocaleString('en-LK')}
        />
        <StatCard
          label="Open debits (LKR)"
          loading={loading}
          value={<Amount value={sums?.debits ?? null} />}
        />
        <StatCard
          label="Open credits (LKR)"
          loading={loading}
          value={<Amount value={sums?.credits ?? null} />}
          note="Sum of the credit items"
        />
        <StatCard
          label="Oldest"
          loading={loading}
          value={oldest === null ? '–' : `${oldest.toLocaleString('en-LK')} ${oldest === 1 ? 'day' : 'days'}`}
          {...(sums?.oldest_date == null ? {} : { note: formatDate(sums.oldest_date) })}
        />
      </Stats>
      <Chosen filters={filters} total={total} onClear={() => setClearing(selection.rows)} />
      <DataGrid
        id="suspense-items"
        title="Suspense items"
        noun="items"
        rows={rows}
        columns={mayClear ? columns : unticked}
        rowKey={itemKey}
        search={false}
        exportable={false}
        offset={130}
        onOpen={open}
        actions={(row) => [
          { label: 'Show entry', onClick: () => open(row) },
          {
            label: selection.has(row) ? 'Remove from the selection' : 'Select',
            call: suspenseItems.clear,
            onClick: () => selection.toggle(row),
          },
          { label: 'Correct with an entry', call: journal.create, onClick: () => correct([row]) },
        ]}
        more={{ ...more, total }}
        error={loadFailure(list, FAILED)}
        empty={
          filtersSet(filters) > 0 ? (
            <NothingFound
              title="No open items found"
              onClear={() => changeHashQuery({ ...NO_SUSPENSE_FILTERS })}
            />
          ) : (
            <EmptyState title="Suspense is clear">
              The other side of a one-line entry is listed here until it is cleared.
            </EmptyState>
          )
        }
      />
      <ClearDialog items={clearing} onClose={() => setClearing(null)} onDone={selection.clear} />
    </>
  )
}

/** After any user's correction: takes closed items out of the selection, and updates what is open of the others. */
function useOpenOnly({ asOf }: SuspenseFilters) {
  const { rows, choose } = useSelection()
  const items = rows.map(itemKey).join(',')
  const query = { items, ...(asOf === '' ? {} : { asOf }) }
  const { data } = useRoute(suspenseItems.list, { query }, { enabled: items !== '' })
  const seen = useRef(data)
  useEffect(() => {
    if (data === undefined || data === seen.current) return
    seen.current = data
    const found = new Map(data.map((row) => [itemKey(row), row]))
    choose(rows.flatMap((row) => found.get(itemKey(row)) ?? []))
  }, [data, rows, choose])
}

/** Why the items chosen cannot be cleared of each other; null where they can, or where there is one alone. */
function whyApart(rows: readonly SuspenseItem[]): string | null {
  const [first, ...others] = rows
  if (first === undefined || others.length === 0) return null
  if (others.some((row) => row.portfolioId !== first.portfolioId)) {
    return 'The items belong to different portfolios. Clear those of each portfolio together.'
  }
  if (others.some((row) => row.account_code !== first.account_code)) {
    return 'The items are on different accounts. Clear those of each account together.'
  }
  const bothSides = rows.some((r) => r.open_debit > 0) && rows.some((r) => r.open_credit > 0)
  return bothSides ? null : 'To clear them together, select a debit and a credit.'
}

/** Opens the journal's form with a line for each item, which clears it. */
const correct = (rows: readonly SuspenseItem[]) => changeHashQuery({ clear: rows.map(itemKey).join(',') })

function Chosen({
  filters,
  total,
  onClear,
}: {
  filters: SuspenseFilters
  total: number
  onClear: () => void
}) {
  const { rows, clear } = useSelection()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const [debits, credits] = [sumOf(rows.map((r) => r.open_debit)), sumOf(rows.map((r) => r.open_credit))]
  const apart = whyApart(rows)
  const save = async () => {
    setBusy(true)
    try {
      const found = await loadItems(filters)
      const day = filters.asOf === '' ? today() : filters.asOf
      saveFile(`Suspense items ${day}.csv`, await toCsv(found.rows, listed), MEDIA_TYPES.csv)
    } catch (error) {
      notify.error('The file could not be made. Please try again.', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.chosen} role="status">
      {!may(suspenseItems.clear) ? null : rows.length === 0 ? (
        <span className={css.hint}>Select a debit and a credit that belong together to clear them.</span>
      ) : (
        <span>
          <strong>{rows.length.toLocaleString('en-LK')} selected</strong>: debits{' '}
          <Amount value={debits} unit="LKR" />, credits <Amount value={credits} unit="LKR" />
          {apart !== null && `. ${apart}`}
        </span>
      )}
      {rows.length > 0 && (
        <>
          <Button size="compact-sm" variant="default" onClick={clear}>
            Clear selection
          </Button>
          {may(journal.create) && (
            <Button size="compact-sm" variant="default" onClick={() => correct(rows)}>
              Correct with an entry
            </Button>
          )}
          <Button size="compact-sm" disabled={rows.length < 2 || apart !== null} onClick={onClear}>
            Clear together
          </Button>
        </>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} />}
        loading={busy}
        disabled={total === 0}
        onClick={() => void save()}
      >
        Export CSV
      </Button>
    </div>
  )
}

const change = (changes: Partial<SuspenseFilters>) => changeHashQuery(changes)

function Filters({ filters }: { filters: SuspenseFilters }) {
  const portfolios = useRoute(ledger.portfolios)
  const all = useAllPortfolios()
  const entities = useRoute(periods.list)
  const entity = (entities.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))
  return (
    <FilterFrame
      label="Filter the suspense items"
      count={filtersSet(filters)}
      onClear={() => change(NO_SUSPENSE_FILTERS)}
    >
      <SearchField
        placeholder="Number, description, reference"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label="Portfolio"
        placeholder={all}
        value={filters.portfolio}
        onChange={(portfolio) => change({ portfolio })}
        options={byLabel(
          (portfolios.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName })),
        )}
      />
      <SelectField
        label="Age"
        placeholder="Any age"
        value={filters.age}
        onChange={(age) => change({ age })}
        options={AGES.map((age) => ({ value: age, label: `${age} days or more` }))}
      />
      <FilterDate label="Open on" value={filters.asOf} onChange={(asOf) => change({ asOf })} />
      {filters.entity !== '' && (
        <SelectField
          label="Entity"
          placeholder="All entities"
          value={filters.entity}
          onChange={(value) => change({ entity: value })}
          options={withChosen(entity, filters.entity)}
        />
      )}
    </FilterFrame>
  )
}
