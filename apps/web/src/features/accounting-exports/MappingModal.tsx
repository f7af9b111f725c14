import {
  type AccountingMapping,
  type AccountingMappingRow,
  type AccountingTarget,
  accountingTargets,
} from '@em/contract/accounting-exports/accounting-exports'
import { histories } from '@em/contract/histories/histories'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { WithHistory } from '../../registers/RecordHistory.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './AccountingExports.module.css'

/** A row as it is typed; blank texts are nothing. */
interface Typed {
  readonly account_code: string
  readonly outside: string
  readonly portfolioId: string
  readonly costCentre: string
  readonly effectiveFrom: string
}
const typed = (row: AccountingMappingRow): Typed => ({
  account_code: row.account_code,
  outside: row.outside,
  portfolioId: row.portfolioId ?? '',
  costCentre: row.costCentre ?? '',
  effectiveFrom: row.effectiveFrom ?? '',
})
const emptyRow = (account_code: string): Typed => ({
  account_code,
  outside: '',
  portfolioId: '',
  costCentre: '',
  effectiveFrom: '',
})

/** Accounts with amounts but no mapping first, each with an empty row, then the rows that are there. */
const rowsOf = ({ accounts, rows }: AccountingMapping): Typed[] => [
  ...accounts.filter(({ isMapped }) => !isMapped).map(({ account_code }) => emptyRow(account_code)),
  ...rows.map(typed),
]

/** The mapping of an outside ledger: which of its accounts each of ours is. */
export function MappingModal({ target, onClose }: { target: AccountingTarget; onClose: () => void }) {
  const query = useRoute(accountingTargets.mapping, { params: { id: target.id } })
  const [dirty, setDirty] = useState(false)
  return (
    <Modal opened onClose={onClose} title={`Mapping of ${target.name}`} size="80rem" dirty={dirty}>
      <WithHistory
        of={{
          route: histories.accountingMappings.route,
          params: { id: target.id },
          fields: histories.accountingMappings.fields,
        }}
      >
        <Loaded query={query} failed="Failed to load the mapping">
          {(mapping) => (
            <Rows
              key={mapping.version}
              target={target}
              mapping={mapping}
              onTyped={() => setDirty(true)}
              onSaved={() => setDirty(false)}
              onClose={onClose}
            />
          )}
        </Loaded>
      </WithHistory>
    </Modal>
  )
}

interface RowsProps {
  target: AccountingTarget
  mapping: AccountingMapping
  onTyped: () => void
  onSaved: () => void
  onClose: () => void
}

function Rows({ target, mapping, onTyped, onSaved, onClose }: RowsProps) {
  const [rows, setRows] = useState(() => rowsOf(mapping))
  const [problem, setProblem] = useState<string | null>(null)
  const save = useWrite(accountingTargets.changeMapping)
  const may = useMay()(accountingTargets.changeMapping)
  const accounts = new Map(mapping.accounts.map((account) => [account.account_code, account]))
  const change = (next: Typed[]) => {
    setRows(next)
    onTyped()
  }
  const put = (at: number, changes: Partial<Typed>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const missing = rows.filter(({ outside }) => outside.trim() === '').length
  const submit = async () => {
    setProblem(null)
    const sent = rows.filter(({ outside }) => outside.trim() !== '')
    try {
      await save.mutateAsync({ params: { id: target.id }, body: { rows: sent, version: mapping.version } })
      onSaved()
      notify.success(`The mapping of ${target.name} was saved.`)
      onClose()
    } catch (error) {
      setProblem(problemOf(error, 'The mapping was not saved. Please try again.'))
    }
  }
  return (
    <Stack gap="sm">
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {missing > 0 && (
        <Banner tone="warning">
          {counted(missing, 'account')} with amounts {missing === 1 ? 'has' : 'have'} no outside account. A
          batch with {missing === 1 ? 'its' : 'their'} lines is not made.
        </Banner>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          disabled={!may || missing === 0}
          onClick={() =>
            change(
              rows.map((row) => (row.outside.trim() === '' ? { ...row, outside: row.account_code } : row)),
            )
          }
        >
          Copy Codes from the Chart
        </Button>
      </Group>
      <SmallTable label="Mapping" tall>
        <thead>
          <tr>
            <th>Account</th>
            <th data-right data-optional>
              Balance (LKR)
            </th>
            <th className={css.typed}>Outside Account</th>
            <th className={css.typed}>Portfolio</th>
            <th className={css.typed}>Cost Centre</th>
            <th className={css.typed}>From</th>
            <th>More</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const account = accounts.get(row.account_code)
            return (
              <tr key={`${row.account_code} ${at}`}>
                <td data-wrap className={row.outside.trim() === '' ? css.missing : undefined}>
                  {row.account_code} {account?.account_name}
                </td>
                <td data-right data-optional>
                  {account !== undefined && <Amount value={account.debit - account.credit} />}
                </td>
                <td>
                  <TextField
                    labelHidden
                    label={`Outside account of ${row.account_code}`}
                    placeholder="None"
                    disabled={!may}
                    value={row.outside}
                    maxLength={200}
                    onChange={(outside) => put(at, { outside })}
                  />
                </td>
                <td>
                  <SelectField
                    labelHidden
                    label={`Portfolio of ${row.account_code}`}
                    placeholder="All others"
                    disabled={!may}
                    value={row.portfolioId}
                    options={target.portfolios.map((value) => ({ value, label: value }))}
                    onChange={(portfolioId) => put(at, { portfolioId })}
                  />
                </td>
                <td>
                  <TextField
                    labelHidden
                    label={`Cost centre of ${row.account_code}`}
                    disabled={!may}
                    value={row.costCentre}
                    maxLength={100}
                    onChange={(costCentre) => put(at, { costCentre })}
                  />
                </td>
                <td>
                  <DateField
                    labelHidden
                    label={`First day of ${row.account_code}`}
                    disabled={!may}
                    value={row.effectiveFrom}
                    onChange={(effectiveFrom) => put(at, { effectiveFrom })}
                  />
                </td>
                <td>
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={!may}
                      aria-label={`Another row of ${row.account_code}`}
                      onClick={() =>
                        change([...rows.slice(0, at + 1), emptyRow(row.account_code), ...rows.slice(at + 1)])
                      }
                    >
                      Add
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={!may}
                      aria-label={`Remove the row of ${row.account_code}`}
                      onClick={() => change(rows.filter((_, index) => index !== at))}
                    >
                      Remove
                    </Button>
                  </Group>
                </td>
              </tr>
            )
          })}
        </tbody>
      </SmallTable>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {may && (
          <Button loading={save.isPending} onClick={() => void submit()}>
            Save Mapping
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}
