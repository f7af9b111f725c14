import { type GlMapping, glMappings, type MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { Button, Group } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { EffectiveFrom } from './EffectiveFrom.tsx'
import { EventTable } from './EventTable.tsx'
import { MappingDialog } from './MappingDialog.tsx'
import { accountOf, dayOf, nameOf } from './mapping.ts'
import { useRemoveException } from './useRemoveException.ts'

interface BankRow {
  readonly key: string
  /** Null: every settlement account. */
  readonly id: number | null
  readonly name: string
  readonly bank: string
  readonly method: string
  readonly portfolio: string
  readonly account_code: string
  readonly account_name: string
  readonly effective_from: string
  readonly exception: GlMapping | null
}

/** The subject of the dialog: a mapping to change, or a new one, of a settlement account where one was chosen. */
type Editing = { readonly exception: GlMapping } | { readonly bank: number | null }

const columns: Column<BankRow>[] = [
  { id: 'bank', header: 'Settlement Account', value: (row) => row.name, width: 236, phone: true },
  { id: 'bankName', header: 'Bank', value: (row) => row.bank, width: 200, phone: false },
  { id: 'method', header: 'Payment Method', value: (row) => row.method, width: 144, hidden: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 122 },
  { id: 'code', header: 'Account Code', value: (row) => row.account_code, width: 116, phone: true },
  { id: 'name', header: 'Account', value: (row) => row.account_name, width: 150 },
  {
    id: 'from',
    header: 'Effective From',
    kind: 'date',
    value: (row) => dayOf(row.effective_from),
    cell: (row) => <EffectiveFrom value={row.effective_from} />,
    width: 136,
    phone: false,
  },
  {
    id: 'own',
    header: 'Own Mapping',
    kind: 'boolean',
    value: (row) => row.exception !== null,
    width: 118,
  },
]

/** Cash Flow Mapping: the ledger account behind each settlement account, and what each event debits and credits. */
export default function CashFlowMappingScreen() {
  const mappings = useRoute(glMappings.list)
  const banks = useRoute(settlementAccounts.routes.list, { query: {} })
  const [editing, edit] = useState<Editing | null>(null)
  const remove = useRemoveException()
  const mayMap = useMay()(glMappings.set)
  const cash = mappings.data?.find((role) => role.role === 'cash')
  const change = ({ id, exception }: BankRow) => edit(exception === null ? { bank: id } : { exception })
  const rows = cash === undefined || banks.data === undefined ? undefined : bankRows(cash, banks.data)
  return (
    <Page
      title="Cash Flow Mapping"
      lead="The ledger account behind each settlement account, and which accounts each event debits and credits. An entry goes to the account mapped on its own date."
      actions={
        mayMap && (
          <Button
            leftSection={<IconPlus size={16} />}
            disabled={cash === undefined || banks.data === undefined || banks.data.length === 0}
            onClick={() => edit({ bank: null })}
          >
            Map a settlement account
          </Button>
        )
      }
    >
      <DataGrid
        id="cash-flow-mappings"
        title="Settlement accounts"
        noun="settlement accounts"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.key}
        {...(mayMap ? { onOpen: change } : {})}
        error={
          mappings.isError || banks.isError
            ? {
                title: 'Failed to fetch the cash flow mapping',
                onRetry: () => void Promise.all([mappings.refetch(), banks.refetch()]),
              }
            : null
        }
        actions={(row) =>
          row.exception === null || cash === undefined
            ? [{ label: 'Map to another account', call: glMappings.set, onClick: () => change(row) }]
            : [
                { label: 'Change account', call: glMappings.set, onClick: () => change(row) },
                {
                  label: 'Remove the mapping',
                  call: glMappings.remove,
                  danger: true,
                  onClick: () => void remove(cash, row.exception as GlMapping),
                },
              ]
        }
        empty={
          <EmptyState
            title="No settlement accounts yet"
            action={
              <TabButton to={['Master Data Management', 'Account Master']}>Open Account Master</TabButton>
            }
          >
            They are set up in Account Master.
          </EmptyState>
        }
      />
      <Events roles={mappings.data ?? []} />
      {editing !== null && cash !== undefined && (
        <MappingDialog
          role={cash}
          title="Map a settlement account"
          {...('exception' in editing
            ? { exception: editing.exception }
            : { exception: 'new', bank: editing.bank ?? undefined })}
          onClose={() => edit(null)}
        />
      )}
    </Page>
  )
}

/** Each settlement account with the account it goes to, then its exceptions, then those of cash per portfolio. */
function bankRows(cash: MappedRole, banks: readonly Readonly<Record<string, unknown>>[]): BankRow[] {
  const row = (bank: Readonly<Record<string, unknown>> | null, exception: GlMapping | null): BankRow => {
    const id = bank === null ? null : Number(bank['id'])
    const { account_code, account_name, effective_from } = exception ?? accountOf(cash, null, id)
    return {
      key: `${id ?? 0}/${exception?.portfolioId ?? ''}/${exception === null ? 'general' : 'own'}`,
      id,
      name: bank === null ? 'Every settlement account' : nameOf(bank),
      bank: bank === null ? '–' : String(bank['bank_name']),
      method: bank === null ? '–' : String(bank['payment_method']),
      portfolio: exception?.portfolioName ?? 'Every portfolio',
      account_code,
      account_name,
      effective_from,
      exception,
    }
  }
  return [
    ...banks.flatMap((bank) => {
      const own = cash.exceptions.filter((one) => one.settlement_account_id === Number(bank['id']))
      const general = own.find((one) => one.portfolioId === null) ?? null
      return [
        row(bank, general),
        ...own.filter((one) => one.portfolioId !== null).map((one) => row(bank, one)),
      ]
    }),
    ...cash.exceptions.filter((one) => one.settlement_account_id === null).map((one) => row(null, one)),
  ]
}

function Events({ roles }: { roles: readonly MappedRole[] }) {
  const hash = useHashQuery()
  const portfolioId = hash.get('portfolio') ?? ''
  const bank = hash.get('bank') ?? ''
  const events = useRoute(glMappings.events)
  const portfolioList = useRoute(portfolios.routes.list, { query: {} })
  const banks = useRoute(settlementAccounts.routes.list, { query: {} })
  return (
    <Section title="What each event posts" card>
      <Group gap="md" mb="md" align="end">
        <SelectField
          label="Portfolio"
          value={portfolioId}
          onChange={(portfolio) => changeHashQuery({ portfolio })}
          placeholder="Any portfolio"
          options={(portfolioList.data ?? []).map((one) => ({
            value: String(one['portfolioId']),
            label: String(one['portfolioName']),
          }))}
        />
        <SelectField
          label="Settlement Account"
          value={bank}
          onChange={(value) => changeHashQuery({ bank: value })}
          placeholder="Any settlement account"
          options={(banks.data ?? []).map((one) => ({
            value: String(one.id),
            label: nameOf(one),
          }))}
        />
      </Group>
      <Loaded query={events} failed="Failed to fetch the events">
        {(list) => (
          <EventTable
            events={list}
            roles={roles}
            portfolioId={portfolioId === '' ? null : portfolioId}
            settlementAccount={bank === '' ? null : Number(bank)}
          />
        )}
      </Loaded>
    </Section>
  )
}
