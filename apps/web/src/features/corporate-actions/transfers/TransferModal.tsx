import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isHeld } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { counted } from '../../../lib/numerals.ts'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Picker } from '../../../ui/picker/Picker.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { sharesOf, type Typed } from '../../trades/sell/allocations.ts'
import { asksForReason, REASON_FIELD } from '../event/limit-reason.ts'
import { type FieldsTaken, useEventStart } from '../form/useEventStart.ts'
import { FormEffects } from '../shared/FormEffects.tsx'
import { PortfolioField } from '../shared/PortfolioField.tsx'
import { useFormPreview, useRecordAndProcess } from '../shared/useRecordAndProcess.ts'
import { LotsToMove } from './LotsToMove.tsx'
import {
  emptyTransfer,
  faultsOf,
  requestOf,
  TRANSFER,
  type TransferTerms,
  type TransferValues,
} from './transfer.ts'
import { useTransferTerms } from './useTransferTerms.ts'

const FAILED = 'The transfer could not be saved. Please try again.'
const TAKEN: FieldsTaken = {
  portfolios: ['portfolio', 'toPortfolio'],
  always: [],
  ofTheDay: ['transferDate'],
}

interface TransferModalProps {
  opened: boolean
  onClose: () => void
  /** Called with an event that was recorded but not processed: it is shown. */
  onLeft: (event: CorporateActionDetail) => void
}

/** Moves shares from one portfolio to another, after showing what that does to both. */
export function TransferModal({ opened, onClose, onLeft }: TransferModalProps) {
  const [dirty, setDirty] = useState(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="New portfolio transfer"
      size="80rem"
      dirty={dirty && opened}
    >
      <Entry closed={!opened} onClose={onClose} onLeft={onLeft} onDirty={setDirty} />
    </Modal>
  )
}

interface EntryProps extends Omit<TransferModalProps, 'opened'> {
  /** Saved or discarded: fading out. */
  closed: boolean
  onDirty: (dirty: boolean) => void
}

interface DraftValues {
  values: TransferValues
  typed: Typed
}

function Entry({ closed, onClose, onLeft, onDirty }: EntryProps) {
  const [typed, setTyped] = useState<Typed>({})
  const known = useRef<{ typed: Typed; terms: TransferTerms } | null>(null)
  const form = useForm<TransferValues>({
    initialValues: emptyTransfer(),
    validate: (values) =>
      known.current === null ? {} : faultsOf(values, known.current.typed, known.current.terms),
  })
  const { values } = form
  const { started } = useEventStart({
    kind: TRANSFER,
    form,
    empty: emptyTransfer,
    taken: TAKEN,
    enabled: true,
  })
  const { terms, companies, lots, entities } = useTransferTerms(values)
  useEffect(() => {
    known.current = { typed, terms }
  })
  const dirty = form.isDirty()
  const draftValues = useMemo<DraftValues>(() => ({ values, typed }), [values, typed])
  const draft = useDraft<DraftValues>('portfolio-transfer', draftValues, dirty)
  const { clear } = draft
  useEffect(() => {
    if (closed && dirty) clear()
  }, [closed, dirty, clear])
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const record = useRecordAndProcess()
  const [saving, setSaving] = useState(false)
  const faults = faultsOf(values, typed, terms)
  const isSound = Object.keys(faults).length === 0
  const { preview, refusal } = useFormPreview(isSound ? requestOf(values, typed, terms) : null)
  const change = (changes: Partial<TransferValues>) => {
    form.setValues(changes)
    setTyped({})
  }
  const items = useMemo(
    () =>
      (companies.data ?? []).map((one) => ({
        key: one.symbol,
        symbol: one.symbol,
        name: one.company_name,
        detail: `${counted(one.quantity, 'share')} held`,
      })),
    [companies.data],
  )
  const save = async (sent: TransferValues) => {
    setSaving(true)
    const { event, left } = await record(requestOf(sent, typed, terms)).finally(() => setSaving(false))
    clear()
    form.resetDirty(sent)
    onDirty(false)
    if (left === null) notify.success(`${event.title} is recorded.`)
    else if (isHeld(left))
      notify.info('The transfer is recorded. It is in the books once its processing is approved.')
    else notify.error('The transfer is recorded, but not in the books yet.', left)
    onClose()
    if (left !== null) onLeft(event)
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      sticky={false}
      failed={FAILED}
      remembered={started.remembered}
      summaryTitle="Please fill in all required fields:"
    >
      {!dirty && (
        <DraftOffer
          draft={draft}
          what="portfolio transfer"
          onRestore={(found) => {
            form.setValues(found.values)
            setTyped(found.typed)
          }}
        />
      )}
      <FormSection title="Portfolios" columns={2}>
        <PortfolioField
          name="portfolio"
          label="From Portfolio"
          required
          onChange={() => change({ securityCode: '' })}
          {...(entities.from === undefined ? {} : { help: `Entity: ${String(entities.from)}` })}
        />
        <PortfolioField
          name="toPortfolio"
          label="To Portfolio"
          required
          except={values.portfolio}
          {...(entities.to === undefined ? {} : { help: `Entity: ${String(entities.to)}` })}
        />
      </FormSection>
      <FormSection title="Shares" columns={3}>
        <DateField
          name="transferDate"
          label="Transfer Date"
          required
          max={today()}
          onChange={() => setTyped({})}
        />
        <Picker
          name="securityCode"
          label="Security"
          required
          disabled={values.portfolio === ''}
          items={items}
          loading={values.portfolio !== '' && companies.isPending}
          placeholder={
            values.portfolio === '' ? 'Choose the giving portfolio first' : 'Type a symbol or name'
          }
          nothingFound={companies.isError ? 'Failed to fetch companies' : 'Nothing is held'}
          onPick={() => setTyped({})}
        />
        <NumberField
          name="quantity"
          label="Quantity"
          required
          whole
          unit="shares"
          {...(terms.held === null ? {} : { help: `${counted(terms.held, 'share')} held on that date` })}
        />
        {terms.isSale ? (
          <NumberField
            name="transferPrice"
            label="Price"
            required
            unit="LKR"
            help="The portfolios belong to different entities: the shares are sold at this price"
          />
        ) : (
          values.toPortfolio !== '' &&
          values.portfolio !== '' && (
            <CalcField
              label="Price"
              text
              value="At cost"
              help="Within one entity shares move with their cost and dates"
            />
          )
        )}
        <WholeRow>
          <TextArea name="remarks" label="Remarks" maxLength={1000} rows={1} />
        </WholeRow>
        {(asksForReason(refusal) || values.reason !== '') && (
          <WholeRow>
            <TextArea {...REASON_FIELD} />
          </WholeRow>
        )}
      </FormSection>
      {terms.isPicked && values.securityCode !== '' && lots.data !== undefined && (
        <LotsToMove
          lots={lots.data}
          wanted={sharesOf(values.quantity)}
          typed={typed}
          onChange={setTyped}
          isSale={terms.isSale}
          fault={
            faults['allocations'] ??
            (sharesOf(values.quantity) === 0 ? 'Enter the quantity first.' : undefined)
          }
        />
      )}
      {isSound && <FormEffects preview={preview} refusal={refusal} failed={FAILED} />}
      <DialogActions>
        <CancelButton disabled={saving} />
        <Button type="submit" loading={saving}>
          Save Transfer
        </Button>
      </DialogActions>
    </FormShell>
  )
}
