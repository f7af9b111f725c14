import { type CdsPledge, cds } from '@em/contract/cds/cds'
import { equities } from '@em/contract/equities/equities'
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
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'

const columns: Column<CdsPledge>[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 120, phone: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 170, phone: false },
  {
    id: 'quantity',
    header: 'Shares',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 110,
    phone: true,
  },
  {
    id: 'from',
    header: 'Pledged On',
    kind: 'date',
    value: (row) => row.pledged_on,
    width: 116,
    phone: false,
  },
  { id: 'pledgee', header: 'In Favour Of', value: (row) => row.pledgee, width: 190, phone: false },
  { id: 'reason', header: 'Reason', value: (row) => row.reason, width: 170, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => (row.released_on === null ? 'Pledged' : 'Released'),
    cell: (row) => (
      <Status tone={row.released_on === null ? 'warn' : 'quiet'}>
        {row.released_on === null ? 'Pledged' : 'Released'}
      </Status>
    ),
    width: 104,
    phone: true,
  },
  {
    id: 'released',
    header: 'Released On',
    kind: 'date',
    value: (row) => row.released_on,
    width: 116,
    phone: false,
  },
  {
    id: 'why',
    header: 'Release Reason',
    value: (row) => row.release_reason,
    width: 170,
    phone: false,
    hidden: true,
  },
  {
    id: 'by',
    header: 'Recorded By',
    value: (row) => row.recorded_by,
    width: 150,
    phone: false,
    hidden: true,
  },
]

/** The pledges of a CDS account. */
export function Pledges({ id, account }: { id: number; account: string }) {
  const query = useRoute(cds.pledges, { query: { account: id, limit: 1_000 } })
  const [adding, setAdding] = useState(false)
  const [releasing, release] = useState<CdsPledge | null>(null)
  const add = (
    <IfMay call={cds.pledge}>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
        Pledge shares
      </Button>
    </IfMay>
  )
  return (
    <Section title={`Pledges in ${account}`} actions={add}>
      <DataGrid
        id="cds-pledges"
        title={`Pledges in ${account}`}
        noun="pledges"
        rows={query.data}
        columns={columns}
        rowKey={(row) => row.id}
        muted={(row) => row.released_on !== null}
        tools={{
          width: 96,
          calls: [cds.release],
          cell: (row) =>
            row.released_on === null && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Release ${row.symbol}`}
                onClick={() => release(row)}
              >
                Release
              </Button>
            ),
        }}
        error={loadFailure(query, 'Failed to load the pledges')}
        empty={<EmptyState title="No pledges">All settled shares of this account are free.</EmptyState>}
      />
      {adding && <PledgeModal id={id} account={account} onClose={() => setAdding(false)} />}
      {releasing !== null && <ReleaseModal pledge={releasing} onClose={() => release(null)} />}
    </Section>
  )
}

const required = (what: string) => (text: string) => (text.trim() === '' ? `${what} is required.` : null)

function PledgeModal({ id, account, onClose }: { id: number; account: string; onClose: () => void }) {
  const served = useRoute(cds.portfolios, { params: { id } })
  const securities = useRoute(equities.routes.list, { query: {} })
  const save = useWrite(cds.pledge)
  const items = useMemo(() => securityItems(securities.data), [securities.data])
  const portfolios = (served.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))
  const form = useForm({
    initialValues: { portfolio: '', symbol: '', quantity: '', pledgedOn: today(), pledgee: '', reason: '' },
    validate: {
      symbol: required('Security'),
      quantity: required('Shares'),
      pledgedOn: required('Pledged on'),
      pledgee: required('In favour of'),
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Pledge shares in ${account}`} size="lg" dirty={form.isDirty()}>
      <FormShell
        form={form}
        sticky={false}
        saveLabel="Pledge shares"
        savingLabel="Saving"
        failed="The pledge was not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (values) => {
          const made = await save.mutateAsync({ query: {}, body: { account: id, ...values } })
          notify.success(`${made.quantity.toLocaleString('en-LK')} shares of ${made.symbol} are pledged.`)
          onClose()
        }}
      >
        <FormSection columns={2}>
          {portfolios.length > 1 && (
            <SelectField name="portfolio" label="Portfolio" required options={portfolios} />
          )}
          <Picker
            name="symbol"
            label="Security"
            required
            items={items}
            loading={securities.isPending}
            recentKey="equities"
            nothingFound="No securities found"
          />
          <NumberField name="quantity" label="Shares" whole required />
          <DateField name="pledgedOn" label="Pledged on" required max={today()} />
          <TextField name="pledgee" label="In favour of" required maxLength={200} help="The bank or lender" />
          <WholeRow>
            <TextField name="reason" label="Reason" maxLength={500} />
          </WholeRow>
        </FormSection>
      </FormShell>
    </Modal>
  )
}

function ReleaseModal({ pledge, onClose }: { pledge: CdsPledge; onClose: () => void }) {
  const save = useWrite(cds.release)
  const form = useForm({
    initialValues: { releasedOn: today(), reason: '' },
    validate: { releasedOn: required('Released on') },
  })
  return (
    <Modal opened onClose={onClose} title={`Release ${pledge.symbol}`} size="md" dirty={form.isDirty()}>
      <FormShell
        form={form}
        sticky={false}
        saveLabel="Release shares"
        savingLabel="Saving"
        failed="The release was not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (body) => {
          await save.mutateAsync({ params: { id: pledge.id }, query: {}, body })
          notify.success(`${pledge.quantity.toLocaleString('en-LK')} shares of ${pledge.symbol} are free.`)
          onClose()
        }}
      >
        <p>
          {pledge.quantity.toLocaleString('en-LK')} shares in favour of {pledge.pledgee} are free from this
          day on. With the day of the pledge itself, it counts as never made.
        </p>
        <FormSection columns={1}>
          <DateField name="releasedOn" label="Released on" required min={pledge.pledged_on} max={today()} />
          <TextField name="reason" label="Reason" maxLength={500} />
        </FormSection>
      </FormShell>
    </Modal>
  )
}
