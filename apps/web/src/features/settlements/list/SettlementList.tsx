import { SETTLEMENT_ITEMS_MAX, type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { changeHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useMay } from '../../../lib/may.ts'
import { goTo } from '../../../links/tabs.ts'
import { ChosenRows } from '../../../ui/grid/ChosenRows.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { FAILED, listOf } from './lists.ts'
import { NoSettlements } from './NoSettlements.tsx'
import { useSelection } from './selection.tsx'
import {
  commonActions,
  type SettlementAction,
  settlementActionsOf,
  useOfferedActions,
} from './settlement-actions.ts'
import { type Asked, useSettlementList, useSettlementSummary } from './useSettlements.ts'

const count = (value: number) => value.toLocaleString('en-LK')

interface ListProps {
  asked: Asked
  onAction: (action: SettlementAction, rows: readonly SettlementRow[]) => void
}

/** The instructions one by one, those ticked with what can be done with all of them. */
export function SettlementList({ asked, onAction }: ListProps) {
  const { list, rows, total, more } = useSettlementList(asked, true)
  const summary = useSettlementSummary(asked)
  const selection = useSelection()
  const narrow = useNarrow()
  const offered = useOfferedActions()
  const shown = listOf(asked.status)
  const mayAct = useMay()(settlements.confirm)
  const listed = narrow ? shown.phone : shown.wide
  const columns = useMemo(
    () => (mayAct ? listed : listed.filter(({ id }) => id !== 'select')),
    [listed, mayAct],
  )
  const open = (row: SettlementRow) => changeHashQuery({ settlement: String(row.trade_id) })
  const refresh = () => void Promise.all([list.refetch(), summary.refetch()])
  const sums = summary.data
  return (
    <>
      {selection.rows.length > 0 && <Chosen rows={rows} onAction={onAction} />}
      <DataGrid
        id={shown.id}
        title="Settlement Instructions"
        noun="settlements"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.trade_id}
        search={false}
        exportable={false}
        offset={130}
        {...(selection.rows.length === 0 && mayAct ? { filters: <SelectAll rows={rows} /> } : {})}
        onOpen={open}
        actions={(row) => [
          { label: 'Show details', onClick: () => open(row) },
          ...offered(settlementActionsOf(row)).map((action) => ({
            label: action.label,
            onClick: () => onAction(action, [row]),
            ...(action.word === 'fail' || action.word === 'reopen' ? { danger: true } : {}),
          })),
          {
            label: 'Show trade',
            call: transactions.list,
            onClick: () => goTo('Trade Capture', 'Transactions', { trade: String(row.trade_id) }),
          },
          {
            call: settlements.confirm,
            label: selection.has(row) ? 'Remove from the selection' : 'Select',
            onClick: () => selection.toggle(row),
          },
        ]}
        more={{ ...more, total }}
        totalsLabel=""
        {...(sums === undefined
          ? {}
          : {
              totals: {
                [shown.day]: `Net of all ${count(sums.count)}`,
                [shown.amount]: (
                  <Amount
                    value={sums.net}
                    parts={[
                      { label: 'To receive', value: <Amount value={sums.receive.amount} /> },
                      { label: 'To pay', value: <Amount value={sums.pay.amount} /> },
                    ]}
                  />
                ),
              },
            })}
        error={loadFailure(list, FAILED, refresh)}
        empty={<NoSettlements asked={asked} />}
      />
    </>
  )
}

/** Ticks all loaded rows, as many as can be confirmed at once. */
function SelectAll({ rows }: { rows: readonly SettlementRow[] | undefined }) {
  const selection = useSelection()
  const loaded = (rows ?? []).slice(0, SETTLEMENT_ITEMS_MAX)
  if (loaded.length === 0) return null
  return (
    <Button size="compact-sm" variant="default" onClick={() => selection.choose(loaded)}>
      Select {loaded.length === rows?.length ? 'all' : 'the first'} {count(loaded.length)}
    </Button>
  )
}

/** The ticked settlements, their net amount, and the actions that all of them allow. */
function Chosen({
  rows,
  onAction,
}: {
  rows: readonly SettlementRow[] | undefined
  onAction: ListProps['onAction']
}) {
  const selection = useSelection()
  const chosen = selection.rows
  const sumsOf = (direction: SettlementRow['direction']) =>
    sumOf(chosen.flatMap((row) => (row.direction === direction ? [row.outstanding] : [])))
  const actions = useOfferedActions()(commonActions(chosen))
  const tooMany = chosen.length > SETTLEMENT_ITEMS_MAX
  return (
    <ChosenRows>
      <span>
        <strong>{count(chosen.length)} selected</strong>: to pay <Amount value={sumsOf('pay')} unit="LKR" />,
        to receive <Amount value={sumsOf('receive')} unit="LKR" />
        {tooMany && `. At most ${count(SETTLEMENT_ITEMS_MAX)} at once.`}
        {!tooMany && actions.length === 0 && '. No action applies to all of them.'}
      </span>
      <SelectAll rows={rows} />
      <Button size="compact-sm" variant="default" onClick={selection.clear}>
        Clear selection
      </Button>
      {actions.map((action) => (
        <Button
          key={action.word}
          size="compact-sm"
          variant={action.word === 'confirm' ? 'filled' : 'default'}
          disabled={tooMany}
          onClick={() => onAction(action, chosen)}
        >
          {action.label}
        </Button>
      ))}
    </ChosenRows>
  )
}
