import { INDEX_SOURCES, type IndexValue, indexValues } from '@em/contract/indices/index-values'
import { marketIndices } from '@em/contract/indices/market-indices'
import { Button, Group } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { EditModal } from '../../registers/EditModal.tsx'
import { NewModal } from '../../registers/NewModal.tsx'
import { useRecords } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import css from './Indices.module.css'
import { indexMaster } from './index-master.ts'
import { RecordValues } from './RecordValues.tsx'
import { SectorWeights } from './SectorWeights.tsx'

/** Days that the screen shows; more are exported by the call. */
const SHOWN_MOST = 750

interface Row extends IndexValue {
  /** From the value before, in percent. */
  readonly move: number | null
}

const columns: Column<Row>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 112 },
  { id: 'value', header: 'Value', kind: 'number', decimals: 2, value: (row) => row.value, width: 120 },
  {
    id: 'total',
    header: 'Total return',
    kind: 'number',
    decimals: 2,
    value: (row) => row.totalReturn,
    width: 140,
    phone: false,
  },
  {
    id: 'move',
    header: 'Change',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.move,
    width: 120,
  },
  { id: 'source', header: 'Source', value: (row) => INDEX_SOURCES[row.source], width: 120, phone: false },
  { id: 'by', header: 'Recorded by', value: (row) => row.recorded_by, width: 180, phone: false },
  {
    id: 'version',
    header: 'Version',
    kind: 'number',
    decimals: 0,
    value: (row) => row.version,
    width: 100,
    phone: false,
  },
]

/** The indices, their values by day, and the weights of sectors in them. */
export default function IndexValuesScreen() {
  const { query } = useRecords(indexMaster.register)
  const [adding, add] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const records = (query.data ?? []).toSorted((a, b) => rankOf(a) - rankOf(b))
  const asked = useHashQuery().get('index')
  const chosen = records.find((one) => one['code'] === asked) ?? records[0]
  const may = useMay()
  const newIndex = may(marketIndices.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => add(true)}>
      New index
    </Button>
  )
  return (
    <Page
      title="Index Values"
      lead="The indices that portfolios are compared with: their values by day, typed or pasted from a spreadsheet, and the weights of sectors in them."
      actions={newIndex}
    >
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState
            title={indexMaster.words.listFailed}
            message={messageOf(query.error, '')}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeletons rows={8} />
        )
      ) : chosen === undefined ? (
        <EmptyState title="No indices yet" action={newIndex}>
          An index has a code, as ASPI, and a value for each market day.
        </EmptyState>
      ) : (
        <>
          <Group align="end" gap="sm">
            <div className={css.picker}>
              <SelectField
                label="Index"
                clearable={false}
                value={String(chosen['code'])}
                onChange={(code) => changeHashQuery({ index: code })}
                options={records.map((one) => ({
                  value: String(one['code']),
                  label: `${one['code']}, ${one['name']}`,
                }))}
              />
            </div>
            <IfMay call={marketIndices.routes.update}>
              <Button variant="default" onClick={() => edit(chosen)}>
                Edit index
              </Button>
            </IfMay>
          </Group>
          <OneIndex
            key={String(chosen['code'])}
            code={String(chosen['code'])}
            sector={chosen['kind'] === 'Sector'}
          />
        </>
      )}
      <NewModal
        master={indexMaster}
        opened={adding}
        onClose={() => add(false)}
        onSaved={(index) => changeHashQuery({ index: String(index['code']) })}
      />
      <EditModal master={indexMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}

const rankOf = (record: AnyRecord) => Number(record['place'] ?? 1_000_000) * 1_000 + Number(record['id'])

function OneIndex({ code, sector }: { code: string; sector: boolean }) {
  const query = useRoute(indexValues.list, { params: { code }, query: { limit: SHOWN_MOST } })
  const takeBack = useWrite(indexValues.record, { invalidates: ['performance'] })
  const rows = query.data?.map((row, at): Row => {
    const before = query.data[at + 1]?.value
    return { ...row, move: before === undefined ? null : (row.value / before - 1) * 100 }
  })
  const inOrder = (query.data ?? []).toReversed()
  const hasTotal = inOrder.some(({ totalReturn }) => totalReturn !== null)
  const remove = async ({ date }: Row) => {
    const agreed = await confirm({
      title: `Take back the value of ${formatDate(date)}?`,
      message: `${code} has no value of this day then. What was recorded stays in its versions.`,
      confirm: 'Take back',
    })
    if (!agreed) return
    try {
      await takeBack.mutateAsync({ params: { code }, query: {}, body: { rows: [{ date }] } })
      notify.success(`The value of ${formatDate(date)} was taken back.`)
    } catch (error) {
      notify.error('The value was not taken back.', error)
    }
  }
  return (
    <>
      <Section card>
        <Chart
          title={code}
          kind="line"
          categories={inOrder.map(({ date }) => formatDate(date))}
          series={[
            { name: 'Value', values: inOrder.map(({ value }) => value) },
            ...(hasTotal
              ? [{ name: 'Total return', values: inOrder.map(({ totalReturn }) => totalReturn) }]
              : []),
          ]}
          xName="Day"
          yName="Points"
          fromZero={false}
          height={260}
          empty={<EmptyState title="No data">Type or paste the first values below.</EmptyState>}
        />
      </Section>
      <IfMay call={indexValues.record}>
        <RecordValues code={code} />
      </IfMay>
      {!sector && <SectorWeights code={code} />}
      <DataGrid
        id="index-values"
        title={`Values of ${code}`}
        noun="values"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.date}
        tools={{
          width: 110,
          calls: [indexValues.record],
          cell: (row) => (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void remove(row)}>
              Take back
            </Button>
          ),
        }}
        error={
          query.isError
            ? {
                title: 'Failed to load the values',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        empty={<EmptyState title="No data">{code} has no values yet.</EmptyState>}
      />
    </>
  )
}
