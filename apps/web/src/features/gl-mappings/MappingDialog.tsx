import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { type GlMapping, glMappings, type MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { histories } from '@em/contract/histories/histories'
import type { Reply } from '@em/contract/kit/route'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { MAPPED_FROM_START } from '@em/core/ledger/role-book'
import { addMonths } from '@em/core/values/dates'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { formatDate, isDate, today } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { WithHistory } from '../../registers/RecordHistory.tsx'
import { ReferencePicker } from '../../registers/ReferencePicker.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { CheckField, SelectField } from '../../ui/form/TextFields.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { nameOf, subjectOf } from './mapping.ts'

interface MappingDialogProps {
  role: MappedRole
  /** The exception to change; `new` for one more; null for the general mapping. */
  exception: GlMapping | 'new' | null
  /** The settlement account that a new exception is for, where one was chosen. */
  bank?: number | undefined
  /** In place of "Cash at bank: add an exception". */
  title?: string
  onClose: () => void
}
interface Draft {
  portfolioId: string
  bank: string
  account_code: string
  /** The first day of the account. */
  from: string
  move: boolean
}

/** Chooses the account of a role, in general or for a portfolio or bank account, and shows what would move. */
export function MappingDialog({ role, exception, bank, title, onClose }: MappingDialogProps) {
  const isNew = exception === 'new'
  const known = isNew ? null : exception
  const form = useForm<Draft>({
    initialValues: {
      portfolioId: known?.portfolioId ?? '',
      bank: String(known?.settlement_account_id ?? bank ?? ''),
      account_code: (known ?? role).account_code,
      // A change that is to come is mended on its day.
      from: known !== null && known.effective_from > today() ? known.effective_from : today(),
      move: true,
    },
    validate: {
      account_code: (value) => (value === '' ? 'Please choose an account.' : null),
      from: (value) => (isDate(value) ? null : 'Please enter the effective date.'),
      portfolioId: (value, values) =>
        isNew && value === '' && values.bank === ''
          ? role.role === 'cash'
            ? 'Choose a portfolio, a settlement account or both.'
            : 'Please choose a portfolio.'
          : null,
    },
  })
  const set = useWrite(glMappings.set)
  const accounts = useAccounts(role)
  const save = async (values: Draft) => {
    const { data, moved } = await set.mutateAsync({ body: bodyOf(role, values) })
    const where =
      data.portfolioName === null && data.settlement_account === null ? '' : ` of ${subjectOf(data)}`
    const entries =
      moved.length === 0
        ? ''
        : `; ${moved.length === 1 ? 'one entry' : `${moved.length} entries`} moved the balance`
    notify.success(
      `${role.label}${where} goes to ${data.account_code} ${data.account_name} from ${formatDate(data.effective_from)} on${entries}.`,
    )
    onClose()
  }
  const subject = {
    role: role.role,
    portfolio: known?.portfolioId ?? 'all',
    bank: known?.settlement_account_id ?? 0,
  }
  const withHistory = (details: ReactNode) =>
    isNew ? details : <WithHistory of={{ ...histories.glMappings, params: subject }}>{details}</WithHistory>
  return (
    <Modal
      opened
      onClose={onClose}
      title={title ?? (isNew ? `${role.label}: add an exception` : `${role.label}: change the account`)}
      size="lg"
      dirty={form.isDirty()}
    >
      {withHistory(
        <FormShell
          form={form}
          onSubmit={save}
          saveLabel="Save mapping"
          savingLabel="Saving..."
          failed="Failed to save the mapping"
          sticky={false}
          actions={<CancelButton />}
        >
          <Stack gap="md">
            <Text size="sm">
              {known === null && !isNew
                ? 'This holds for every portfolio without an exception.'
                : `Everything else goes to ${role.account_code} ${role.account_name}.`}{' '}
              Entries before the effective date stay on their account. Where the balance moves, what a later
              correction changes moves with it.
            </Text>
            {isNew && (
              <ReferencePicker
                register="portfolios"
                name="portfolioId"
                label="Portfolio"
                required={role.role !== 'cash'}
              />
            )}
            {isNew && role.role === 'cash' && <BankField />}
            {known !== null && <Text fw={600}>{subjectOf(known)}</Text>}
            <Picker
              name="account_code"
              label="Account"
              required
              items={accounts.items}
              loading={accounts.loading}
              placeholder="Type a code or a name"
              nothingFound={`No active ${role.account_type} account found`}
              help={
                role.is_control
                  ? `Choose an active account of type ${role.account_type} that no other posting uses and that has no manual entries.`
                  : `Choose an active account of type ${role.account_type}.`
              }
            />
            <DateField
              name="from"
              label="Effective From"
              required
              min={MAPPED_FROM_START}
              max={addMonths(today(), 12)}
            />
            <CheckField name="move" label="Move the balance to the new account on that day" />
            <Effect
              role={role}
              values={form.values}
              changed={
                isDate(form.values.from) &&
                form.values.account_code !== (known ?? role).account_code &&
                (!isNew || form.values.portfolioId !== '' || form.values.bank !== '')
              }
            />
          </Stack>
        </FormShell>,
      )}
    </Modal>
  )
}

function bodyOf(role: MappedRole, values: Draft) {
  return {
    role: role.role,
    portfolioId: values.portfolioId,
    settlementAccount: values.bank === '' ? null : Number(values.bank),
    account_code: values.account_code,
    move_balance: values.move,
    from_account_code: null,
    effective_from: values.from,
  }
}

/** The active accounts of the role's type. */
function useAccounts(role: MappedRole) {
  const query = useRoute(chartOfAccounts.routes.list, { query: {} })
  const items = (query.data ?? [])
    .filter((one) => one['account_type'] === role.account_type && one['active_status'] === 'Yes')
    .map((one) => ({
      key: String(one['account_code']),
      symbol: String(one['account_code']),
      name: String(one['account_name']),
    }))
    .toSorted((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
  return { items, loading: query.isPending }
}

function BankField() {
  const query = useRoute(settlementAccounts.routes.list, { query: {} })
  const options = (query.data ?? []).map((one) => ({
    value: String(one.id),
    label: nameOf(one),
  }))
  return (
    <SelectField
      name="bank"
      label="Settlement Account"
      options={options}
      placeholder="Every settlement account"
    />
  )
}

/** The postings that the change would move and the account it would share, asked of the server. */
function Effect({ role, values, changed }: { role: MappedRole; values: Draft; changed: boolean }) {
  const body = bodyOf(role, values)
  const ready = changed && values.account_code !== ''
  const preview = useQuery({
    queryKey: ['gl-mappings', 'preview', body],
    queryFn: ({ signal }) => call(glMappings.set, { body, query: { dryRun: '1' }, signal }),
    enabled: ready,
    retry: false,
    // Each answer stays an object of its own: `askedOf` finds by identity whether it would wait for approval.
    structuralSharing: false,
  })
  const planned = preview.data
  if (!ready || planned === undefined) return null
  return (
    <>
      <WillWait preview={planned} />
      {planned.warnings.map((warning) => (
        <Banner key={warning} tone="warning">
          {warning}
        </Banner>
      ))}
      {values.move && <MovedTable moved={planned.moved} />}
    </>
  )
}

function MovedTable({ moved }: Pick<Reply<typeof glMappings.set>, 'moved'>) {
  if (moved.length === 0) return <Text size="sm">There is no balance to move.</Text>
  return (
    <SmallTable label="What moves" tall>
      <thead>
        <tr>
          <th>Date</th>
          <th>Portfolio</th>
          <th>From</th>
          <th>To</th>
          <th data-right>Amount (LKR)</th>
        </tr>
      </thead>
      <tbody>
        {moved.map((one) => (
          <tr key={`${one.date} ${one.portfolioId}`}>
            <td>
              <DateText value={one.date} />
            </td>
            <td>{one.portfolioId ?? 'None'}</td>
            <td>{one.from_account}</td>
            <td>{one.to_account}</td>
            <td data-right>
              <Amount value={one.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
