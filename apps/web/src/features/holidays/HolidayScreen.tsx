import { holidays } from '@em/contract/holidays/holidays'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useMemo, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { EditModal } from '../../registers/EditModal.tsx'
import { NewModal } from '../../registers/NewModal.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRecords, useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { holidayMaster } from './holiday-master.ts'
import { type HolidayOfYear, holidaysOf, yearsOf } from './years.ts'

const ALL = 'all'
const columns: Column<HolidayOfYear>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (one) => one.date, width: 130 },
  { id: 'weekday', header: 'Weekday', value: (one) => one.weekday, width: 130 },
  { id: 'name', header: 'Name', value: (one) => String(one.record['name']), width: 340 },
  { id: 'type', header: 'Type', value: (one) => String(one.record['type']), width: 170 },
  {
    id: 'every-year',
    header: 'Every year',
    kind: 'boolean',
    value: (one) => one.record['isRecurring'] === true,
    width: 110,
    hint: 'Closed on this day in every year',
  },
]

/** Holiday Calendar: the days on which the exchange is closed; trade dates and settlement dates follow it. */
export default function HolidayScreen() {
  const chosen = useHashQuery().get('year') ?? today().slice(0, 4)
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const { query } = useRecords(holidayMaster.register)
  const remove = useRemoval(holidayMaster)
  const rows = useMemo(
    () => (query.data === undefined ? undefined : holidaysOf(query.data, chosen)),
    [query.data, chosen],
  )
  const years = [...new Set([...yearsOf(query.data ?? [], today()), ...(chosen === ALL ? [] : [chosen])])]
  const add = useMay()(holidayMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add holiday
    </Button>
  )
  return (
    <Page
      title="Holiday Calendar"
      lead="The days on which the exchange is closed. No trade can have such a date, and settlement dates skip them; trades already recorded keep theirs."
      actions={add}
    >
      <DataGrid
        id="holidays"
        title={chosen === ALL ? 'Holidays' : `Holidays ${chosen}`}
        noun="holidays"
        rows={rows}
        columns={columns}
        rowKey={(one) => one.date}
        onOpen={(one) => edit(one.record)}
        filters={
          <SelectField
            label="Year"
            clearable={false}
            value={chosen}
            onChange={(year) => changeHashQuery({ year: year === today().slice(0, 4) ? '' : year })}
            options={[
              { value: ALL, label: 'All years' },
              ...years.map((year) => ({ value: year, label: year })),
            ]}
          />
        }
        tools={{
          width: 124,
          calls: [holidays.routes.update, holidays.routes.remove],
          cell: ({ record }) => (
            <RowButtons
              name={holidayMaster.titleOf(record)}
              buttons={[
                editButton(holidayMaster, () => edit(record)),
                deleteButton(holidayMaster, () => void remove(record)),
              ]}
            />
          ),
        }}
        error={
          query.isError
            ? {
                title: holidayMaster.words.listFailed,
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        empty={
          <EmptyState title={chosen === ALL ? 'No holidays yet' : `No holidays in ${chosen}`} action={add}>
            Without its holidays every weekday of {chosen === ALL ? 'a year' : chosen} counts as a market day.
          </EmptyState>
        }
      />
      <NewModal
        master={holidayMaster}
        opened={adding}
        onClose={() => setAdding(false)}
        onSaved={(holiday) => changeHashQuery({ year: String(holiday['date']).slice(0, 4) })}
      />
      <EditModal master={holidayMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
