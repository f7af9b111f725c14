import { type NettedRow, settlements } from '@em/contract/settlements/settlements'
import { changeHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { nettedColumns } from './columns.tsx'
import { FAILED, filtersOfGroup } from './lists.ts'
import { NoSettlements } from './NoSettlements.tsx'
import { type Asked, useNetted } from './useSettlements.ts'

const count = (value: number) => value.toLocaleString('en-LK')

/** The netted amounts: one row of a day, a broker and a settlement account. */
export function NettedList({ asked, onConfirm }: { asked: Asked; onConfirm: (group: NettedRow) => void }) {
  const { list, rows, more } = useNetted(asked, true)
  const show = (group: NettedRow) => changeHashQuery({ ...filtersOfGroup(group), view: '' })
  return (
    <DataGrid
      id="settlements-netted"
      title="Netted settlements"
      noun="rows"
      search={false}
      rows={rows}
      columns={nettedColumns}
      rowKey={(row) => `${row.date} ${row.broker_name ?? ''} ${row.settlement_account ?? ''}`}
      exportable={false}
      offset={130}
      onOpen={show}
      actions={(row) => [
        { label: 'Show trades', onClick: () => show(row) },
        ...(asked.status === 'settled' || asked.status === 'assumed' || asked.status === 'all'
          ? []
          : [
              {
                label: `Confirm ${count(row.count)}`,
                call: settlements.confirm,
                onClick: () => onConfirm(row),
              },
            ]),
      ]}
      more={more}
      error={loadFailure(list, FAILED)}
      empty={<NoSettlements asked={asked} />}
    />
  )
}
