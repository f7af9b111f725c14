import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import type { Choosing } from '@em/contract/corporate-actions/kind'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { Button, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiFailure, messageOf } from '../../../../lib/api.ts'
import { formatDate, today } from '../../../../lib/dates.ts'
import { counted } from '../../../../lib/numerals.ts'
import { invalidateAfter, useWrite } from '../../../../lib/query.ts'
import { useOnce } from '../../../../lib/useOnce.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../../ui/Dialog.tsx'
import { DialogActions } from '../../../../ui/DialogActions.tsx'
import { DateField } from '../../../../ui/form/DateField.tsx'
import { SelectField } from '../../../../ui/form/TextFields.tsx'
import { Quantity } from '../../../../ui/Numbers.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { SmallTable } from '../../../../ui/SmallTable.tsx'
import textCss from '../../../../ui/Text.module.css'
import { useAccountChoices } from '../../form/choices.tsx'
import { isStale, useActPreview } from '../ActDialog.tsx'
import { Previewed } from '../Entitlements.tsx'
import css from '../Event.module.css'
import { asksForReason, REASON_FIELD } from '../limit-reason.ts'
import {
  type Choices,
  type Chosen,
  changedIn,
  dayFault,
  lotsFault,
  lotsTyped,
  needsLots,
  type Payment,
  periodOf,
  sumsOf,
  textOf,
  totalOf,
  withRest,
} from './elections.ts'
import { LotsToGive } from './LotsToGive.tsx'

interface ElectionsDialogProps {
  action: CorporateActionDetail
  entitlements: readonly Entitlement[]
  onClose: () => void
}

/** Rows on the page at once; the search leads to the others. */
const SHOWN = 100
/** Choices of more portfolios are saved without a preview of what they post. */
const PREVIEWED_MOST = 200
const FAILED = 'The elections could not be saved. Please try again.'

/** The elections of each portfolio, until the last day; after it, those that were made in time. */
export function ElectionsDialog({ action, entitlements, onClose }: ElectionsDialogProps) {
  const [choices, setChoices] = useState<Choices>(() => new Map())
  const [search, setSearch] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const { choices: words = {}, unchosen, isPaid = false } = KINDS[action.kind].elects ?? {}
  const offered = Object.keys(words) as Choosing[]
  const [paid, setPaid] = useState<Payment>({ date: '', settlementAccount: null })
  const period = periodOf(action)
  const isOver = period.last !== null && period.last < today()
  const fault = dayFault(paid.date, period, today())
  const accounts = useAccountChoices()
  const changed = changedIn(entitlements, choices, offered, paid)
  const total = totalOf(entitlements, choices)
  const isReady = changed.length > 0 && total.faults === 0 && fault === null
  const isPreviewed = isReady && changed.length <= PREVIEWED_MOST
  const given = { reason: reason === '' ? undefined : reason }
  const previewed = useActPreview(
    corporateActions.elect,
    action.id,
    isPreviewed ? { elections: changed, ...given } : null,
  )
  const write = useWrite(corporateActions.elect)
  const save = useOnce(write.mutateAsync)
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return entitlements.filter(({ portfolioName, portfolioId }) =>
      `${portfolioName} ${portfolioId}`.toLowerCase().includes(wanted),
    )
  }, [entitlements, search])
  const put = (row: Entitlement, chosen: Chosen) => {
    setFailure(null)
    setChoices((before) =>
      new Map(before).set(row.portfolioId, { ...before.get(row.portfolioId), ...chosen }),
    )
  }
  const type = (row: Entitlement, choice: Choosing, text: string) => put(row, { [choice]: text })
  const fill = (choice: Choosing) => {
    setFailure(null)
    setChoices(withRest(found, choices, choice))
  }
  const submit = async () => {
    setFailure(null)
    try {
      await save({ params: { id: action.id }, query: {}, body: { elections: changed, ...given } })
      notify.success(`Elections of ${counted(changed.length, 'portfolio')} saved: ${action.title}.`)
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const refusal = failure ?? previewed.refusal
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Elections: ${action.title}`}
      size="80rem"
      dirty={changed.length > 0}
    >
      <Stack gap="md">
        <p className={textCss.lead}>
          {action.dates.last !== null &&
            (isOver
              ? `The last day was ${formatDate(action.dates.last)}: what was elected in time is recorded with its day. `
              : `Until ${formatDate(action.dates.last)}. `)}
          {unchosen}
          {isPaid &&
            ' Sell only reserves the rights: their sale is recorded as a trade of the rights symbol.'}
        </p>
        <div className={css.row}>
          <div className={css.grow}>
            <TextInput
              type="search"
              label="Portfolio"
              placeholder="Type a name or an ID"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
          {offered
            .filter((choice) => choice !== 'additional')
            .map((choice) => (
              <Button key={choice} variant="default" onClick={() => fill(choice)}>
                {words[choice]} the rest
              </Button>
            ))}
        </div>
        {(isPaid || isOver) && (
          <div className={css.fields}>
            <DateField
              label={isPaid ? 'Paid on' : 'Elected on'}
              required={isOver}
              value={paid.date}
              onChange={(date) => setPaid({ ...paid, date })}
              {...(period.last === null ? {} : { max: period.last })}
              error={paid.date === '' && changed.length === 0 ? null : fault}
              help={isOver ? 'On or before the last day.' : 'Leave blank for today.'}
            />
            {isPaid && (
              <SelectField
                label="Settlement Account"
                placeholder="The one used last"
                searchable
                options={accounts}
                value={paid.settlementAccount === null ? '' : String(paid.settlementAccount)}
                onChange={(id) => setPaid({ ...paid, settlementAccount: id === '' ? null : Number(id) })}
              />
            )}
          </div>
        )}
        <SmallTable label="Elections" tall>
          <thead>
            <tr>
              <th scope="col">Portfolio</th>
              <th scope="col" data-right>
                Entitled
              </th>
              {offered.map((choice) => (
                <th key={choice} scope="col" data-right>
                  {words[choice]}
                </th>
              ))}
              <th scope="col" data-right>
                Left
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, SHOWN).map((row) => (
              <ElectionRow key={row.portfolioId} {...{ row, choices, offered, words, type }} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{counted(entitlements.length, 'portfolio')}</th>
              <td data-right>
                <Quantity value={total.entitled} />
              </td>
              {offered.map((choice) => (
                <td key={choice} data-right>
                  <Quantity value={total[choice]} />
                </td>
              ))}
              <td data-right>
                <Quantity value={total.left} />
              </td>
            </tr>
          </tfoot>
          {found.length > SHOWN && (
            <caption>
              The first {SHOWN} of {counted(found.length, 'portfolio')}: type a name to find the others.
            </caption>
          )}
        </SmallTable>
        {found.slice(0, SHOWN).map((row) => {
          const { sell } = sumsOf(row, choices)
          if (!needsLots(row, sell)) return null
          return (
            <LotsToGive
              key={row.portfolioId}
              {...{ action, row }}
              wanted={sell}
              typed={lotsTyped(row, choices)}
              fault={lotsFault(row, choices, sell)}
              onChange={(lots) => put(row, { lots })}
            />
          )
        })}
        {refusal !== null && (
          <Banner tone="error">
            {messageOf(refusal, FAILED)}
            {refusal instanceof ApiFailure && refusal.details.length > 0 && (
              <ul className={css.list}>
                {refusal.details.slice(0, 8).map(({ field, message }) => (
                  <li key={field}>{message}</li>
                ))}
              </ul>
            )}
            {isStale(refusal) && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  setFailure(null)
                  void invalidateAfter(client, 'corporate-actions')
                }}
              >
                Reload
              </Button>
            )}
          </Banner>
        )}
        {(asksForReason(refusal) || reason !== '') && (
          <TextInput
            label={REASON_FIELD.label}
            maxLength={REASON_FIELD.maxLength}
            value={reason}
            onChange={(event) => {
              setFailure(null)
              setReason(event.currentTarget.value)
            }}
          />
        )}
        {previewed.preview !== null && <Previewed preview={previewed.preview} brief />}
        <DialogActions>
          <CancelButton disabled={write.isPending} />
          <Button
            loading={write.isPending}
            disabled={!isReady || (isPreviewed && previewed.preview === null)}
            onClick={() => void submit()}
          >
            {changed.length === 0
              ? 'Save elections'
              : `Save elections of ${counted(changed.length, 'portfolio')}`}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

interface ElectionRowProps {
  row: Entitlement
  choices: Choices
  offered: readonly Choosing[]
  words: Readonly<Partial<Record<Choosing, string>>>
  type: (row: Entitlement, choice: Choosing, text: string) => void
}

function ElectionRow({ row, choices, offered, words, type }: ElectionRowProps) {
  const sums = sumsOf(row, choices)
  return (
    <tr>
      <td data-wrap>
        {row.portfolioName}
        {sums.fault !== null && <div className={css.fault}>{sums.fault}</div>}
        {row.allotted > 0 && <div className={css.quiet}>Allotted {row.allotted.toLocaleString('en-LK')}</div>}
      </td>
      <td data-right>
        <Quantity value={row.entitled_shares} />
      </td>
      {offered.map((choice) => (
        <td key={choice} data-right>
          <TextInput
            size="xs"
            className={css.number}
            aria-label={`${words[choice]}, ${row.portfolioName}`}
            autoComplete="off"
            inputMode="numeric"
            value={textOf(row, choices, choice)}
            error={sums.fault !== null}
            onChange={(event) => type(row, choice, event.currentTarget.value)}
          />
        </td>
      ))}
      <td data-right>
        <Quantity value={sums.left} />
      </td>
    </tr>
  )
}
