import { equities } from '@em/contract/equities/equities'
import { limits, type IssuedShares as Row } from '@em/contract/limits/limits'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useMemo, useState } from 'react'
import { today } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { EmptyState } from '../../ui/States.tsx'

const columns: Column<Row>[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 130, phone: true },
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 240, phone: false },
  { id: 'from', header: 'From', kind: 'date', value: (row) => row.from, width: 110, phone: true },
  {
    id: 'quantity',
    header: 'Issued',
    unit: 'shares',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 160,
    phone: true,
  },
  {
    id: 'today',
    header: 'Today',
    unit: 'shares',
    kind: 'quantity',
    value: (row) => row.today,
    hint: 'With the splits recorded since',
    width: 160,
    phone: false,
  },
  { id: 'source', header: 'Source', value: (row) => row.source, width: 240, phone: false },
  { id: 'by', header: 'Recorded By', value: (row) => row.recordedBy, width: 150, phone: false },
]

/** How many shares of a security are issued, from a day on: what a share of the issue is measured by. */
export function IssuedShares() {
  const query = useRoute(limits.issued, { query: {} })
  const [adding, add] = useState(false)
  const button = (
    <IfMay call={limits.addIssued}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => add(true)}>
        Add Issued Shares
      </Button>
    </IfMay>
  )
  return (
    <Section title="Issued shares" actions={(query.data?.length ?? 0) > 0 && button}>
      <DataGrid
        id="issued-shares"
        title="Issued shares"
        noun="rows"
        rows={query.data}
        columns={columns}
        rowKey={(row) => row.id}
        error={loadFailure(query, 'Failed to load the issued shares')}
        empty={
          <EmptyState title="No issued shares yet" action={button}>
            A share of the issue or of the votes cannot be measured before its issued shares are recorded.
          </EmptyState>
        }
      />
      {adding && <IssuedForm onClose={() => add(false)} />}
    </Section>
  )
}

function IssuedForm({ onClose }: { onClose: () => void }) {
  const save = useWrite(limits.addIssued)
  const securities = useRoute(equities.routes.list, { query: {} })
  const items = useMemo(() => securityItems(securities.data), [securities.data])
  const form = useForm({
    initialValues: { symbol: '', from: today(), quantity: '', source: '' },
    validate: (values) => ({
      ...(values.symbol === '' && { symbol: 'Security is required.' }),
      ...(values.from === '' && { from: 'From is required.' }),
      ...(values.quantity.trim() === '' && { quantity: 'Issued shares is required.' }),
      ...(values.source.trim() === '' && { source: 'Source is required.' }),
    }),
  })
  return (
    <Modal opened onClose={onClose} title="Add issued shares" dirty={form.isDirty()}>
      <FormShell
        form={form}
        sticky={false}
        saveLabel="Save issued shares"
        savingLabel="Saving"
        failed="The issued shares were not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (body) => {
          const saved = await save.mutateAsync({ query: {}, body })
          notify.success(`Issued shares of ${saved.symbol} recorded.`)
          onClose()
        }}
      >
        <FormSection columns={2}>
          <WholeRow>
            <Picker
              name="symbol"
              label="Security"
              required
              items={items}
              loading={securities.isPending}
              recentKey="equities"
              nothingFound="No securities found"
            />
          </WholeRow>
          <DateField name="from" label="From" required />
          <NumberField name="quantity" label="Issued shares" required whole />
          <WholeRow>
            <TextField
              name="source"
              label="Source"
              required
              maxLength={300}
              help="Where the number stands: the exchange, an annual report"
            />
          </WholeRow>
        </FormSection>
      </FormShell>
    </Modal>
  )
}
