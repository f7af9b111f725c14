import { journalAccountList } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { type OpeningDetail, openings } from '@em/contract/openings/openings'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { ActionIcon, Button, Stack } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useEffect, useMemo, useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { CheckField, SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import {
  type BalanceLine,
  emptyLine,
  faultOf,
  isEmpty,
  linesOf,
  linesToSend,
  RESERVED_ACCOUNTS,
  sumsOf,
} from './balances.ts'
import css from './Openings.module.css'

const FAILED = 'The opening balances could not be recorded. Please try again.'

interface BalancesModalProps {
  detail: OpeningDetail
  onClose: () => void
}

/** Opening balances line by line, with their difference in sight; it goes to Capital only when that is ticked. */
export function BalancesModal({ detail, onClose }: BalancesModalProps) {
  const [dirty, setDirty] = useState(false)
  const [forget, setForget] = useState(() => () => undefined as void)
  return (
    <Modal
      opened
      onClose={() => {
        // The draft of an earlier visit is offered as long as nothing is typed.
        if (dirty) forget()
        onClose()
      }}
      title={`${detail.balances === null ? 'Opening balances' : 'Replace opening balances'} of ${detail.portfolio}`}
      size="xl"
      dirty={dirty}
    >
      <BalancesForm detail={detail} onClose={onClose} dirty={dirty} onDirty={setDirty} onDraft={setForget} />
    </Modal>
  )
}

/** The state of the dialog that is stored over a reload. */
interface DraftValues {
  readonly lines: readonly BalanceLine[]
  readonly openingDate: string
  readonly reference: string
  /** The entry that these lines are to replace. */
  readonly replaces: number | null
}

interface BalancesFormProps extends BalancesModalProps {
  dirty: boolean
  onDirty: (dirty: boolean) => void
  /** Gets what forgets the unsaved lines, for a dialog that is closed by Discard. */
  onDraft: (forget: () => () => void) => void
}

function BalancesForm({ detail, onClose, dirty, onDirty, onDraft }: BalancesFormProps) {
  // The entry that the form began with: the save is refused where another user has recorded another since.
  const [balances] = useState(detail.balances)
  const first = useMemo(() => linesOf(balances), [balances])
  const [lines, setLines] = useState<readonly BalanceLine[]>(() => [
    ...first,
    ...[0, 1, 2].slice(Math.min(2, first.length)).map((at) => emptyLine(first.length + at)),
  ])
  const [openingDate, setOpeningDate] = useState(detail.openingDate ?? '')
  const [reference, setReference] = useState(balances?.reference ?? '')
  const [confirmed, setConfirmed] = useState(false)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const accounts = useAccountOptions()
  const fixed = detail.lots > 0
  const replaces = balances?.entryId ?? null
  const draftValues = useMemo<DraftValues>(
    () => ({ lines, openingDate, reference, replaces }),
    [lines, openingDate, reference, replaces],
  )
  const draft = useDraft(`opening-balances.${detail.portfolioId}`, draftValues, dirty)
  useEffect(() => onDraft(() => draft.clear), [draft.clear, onDraft])
  const restore = (found: DraftValues) => {
    onDirty(true)
    setLines(found.lines)
    setReference(found.reference)
    if (!fixed) setOpeningDate(found.openingDate)
  }
  const save = useWrite(openings.saveBalances)
  const saveOnce = useOnce(save.mutateAsync)
  const sums = sumsOf(lines)
  const filled = lines.filter((line) => !isEmpty(line))
  const faulty = filled.some((line) => faultOf(line) !== null)
  const change = (next: readonly BalanceLine[]) => {
    onDirty(true)
    setFailure(null)
    setConfirmed(false)
    setLines(next)
  }
  const set = (key: number, more: Partial<BalanceLine>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...more } : line)))
  const add = () => setLines([...lines, emptyLine(Math.max(0, ...lines.map((line) => line.key)) + 1)])
  const submit = async () => {
    setTried(true)
    setFailure(null)
    if (faulty || openingDate === '') return
    try {
      await saveOnce({
        params: { portfolio: detail.portfolioId },
        query: {},
        body: {
          openingDate,
          reference: reference.trim() || null,
          description: null,
          lines: linesToSend(lines),
          differenceToCapital: confirmed,
          replaces,
        },
      })
      draft.clear()
      notify.success('Opening balances recorded.')
      onClose()
    } catch (error) {
      setFailure(problemOf(error, FAILED))
    }
  }
  const toCredit = sums.difference > 0n
  return (
    <Stack gap="lg">
      {!dirty && draft.found?.values.replaces === replaces && (
        <DraftOffer draft={draft} what="entry of opening balances" onRestore={restore} />
      )}
      <FormSection title="When the books begin" columns={3}>
        <DateField
          label="Opening Date"
          required
          max={today()}
          value={openingDate}
          onChange={(date) => {
            onDirty(true)
            setOpeningDate(date)
          }}
          disabled={fixed}
          help={fixed ? 'Set by the opening positions' : 'The first day of the books'}
          {...(tried && openingDate === '' ? { error: 'Opening Date is required.' } : {})}
        />
        <TextField
          label="Reference"
          maxLength={60}
          value={reference}
          onChange={(text) => {
            onDirty(true)
            setReference(text)
          }}
        />
      </FormSection>
      <div className={css.lines}>
        {lines.map((line, index) => {
          const fault = tried ? faultOf(line) : null
          return (
            <div className={css.line} key={line.key}>
              <SelectField
                label="Account or settlement account"
                searchable
                options={accounts}
                value={line.place}
                onChange={(chosen) => set(line.key, { place: chosen })}
              />
              <NumberField
                label="Debit (LKR)"
                value={line.debit}
                onChange={(debit) => set(line.key, { debit })}
              />
              <NumberField
                label="Credit (LKR)"
                value={line.credit}
                onChange={(credit) => set(line.key, { credit })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Remove line ${index + 1}`}
                onClick={() => change(lines.filter((one) => one.key !== line.key))}
              >
                <IconTrash size={16} />
              </ActionIcon>
              {fault !== null && (
                <p className={css.fault} role="alert">
                  Line {index + 1}: {fault}
                </p>
              )}
            </div>
          )
        })}
        <div>
          <Button variant="default" size="xs" onClick={add}>
            Add Line
          </Button>
        </div>
        <div className={css.sums}>
          <span data-label>Total of {counted(filled.length, 'line')}</span>
          <span data-right>
            <Amount value={sums.debit} />
          </span>
          <span data-right>
            <Amount value={sums.credit} />
          </span>
          <span />
          {sums.difference !== 0n && (
            <>
              <span data-label className={css.capital}>
                Difference, to 3000 Capital
              </span>
              <span data-right>{toCredit ? null : <Amount value={sums.amount} />}</span>
              <span data-right>{toCredit ? <Amount value={sums.amount} /> : null}</span>
              <span />
            </>
          )}
        </div>
      </div>
      {sums.difference !== 0n && (
        <CheckField
          label={`The difference of LKR ${formatNumber(sums.amount, { decimals: 2 })} goes to Capital (${toCredit ? 'credit' : 'debit'}).`}
          help="These balances make it the owners’ capital. Check that no line is missing before you confirm."
          value={confirmed}
          onChange={setConfirmed}
        />
      )}
      {balances !== null && (
        <Banner tone="info">
          Journal entry {balances.entryId} is reversed and these balances are posted in its place.
        </Banner>
      )}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <DialogActions>
        <CancelButton disabled={save.isPending} />
        <Button
          loading={save.isPending}
          disabled={filled.length === 0 || (sums.difference !== 0n && !confirmed)}
          onClick={() => void submit()}
        >
          {balances === null ? 'Record Opening Balances' : 'Replace Opening Balances'}
        </Button>
      </DialogActions>
    </Stack>
  )
}

/** Settlement accounts first, then the ledger accounts that take a balance of their own. */
function useAccountOptions() {
  const banks = useRoute(settlementAccounts.routes.list, { query: {} })
  const accounts = useRoute(journalAccountList, {})
  return useMemo(
    () => [
      ...(banks.data ?? []).map((bank) => ({
        value: `bank:${bank.id}`,
        label: `Cash: ${bank.account_name} ${bank.account_number}, ${bank.bank_name}`,
      })),
      ...(accounts.data?.data ?? [])
        .filter((account) => !RESERVED_ACCOUNTS.has(account.account_code))
        .map((account) => ({
          value: `account:${account.account_code}`,
          label: `${account.account_code} ${account.account_name}`,
        })),
    ],
    [banks.data, accounts.data],
  )
}
