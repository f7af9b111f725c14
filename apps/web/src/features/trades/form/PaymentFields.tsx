import { PAYMENT_METHODS } from '@em/contract/settlement-accounts/settlement-accounts'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { CalcField, RequiredMark } from '../../../ui/form/CalcField.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import css from './TradeForm.module.css'
import {
  accountChosen,
  accountDropped,
  methodChosen,
  pickerClosed,
  type TradeValues,
} from './trade-values.ts'
import type { TradeForm } from './useTradeForm.ts'

const METHODS = PAYMENT_METHODS.map((method) => ({ value: method, label: method }))

interface PaymentFieldsProps {
  trade: TradeForm
  /** The label of the account in this form: "Settlement Account". */
  label: string
}

/** Payment method, account and remark: choosing a method opens the picker of its accounts. */
export function PaymentFields({ trade, label }: PaymentFieldsProps) {
  const { change, values, form } = trade
  const [picking, setPicking] = useState(false)
  // Stays while the picker fades out, after the form's own method may already be cleared.
  const [asked, setAsked] = useState('')
  const choice = useRef<HTMLDivElement>(null)
  return (
    <>
      {/* The account is chosen by way of the method: what is wrong with it is mended here. */}
      <div ref={choice}>
        <SelectField
          name="settlementAccount"
          label="Payment Method"
          required
          options={METHODS}
          value={values.paymentMethod}
          error={form.errors['settlementAccount']}
          onChange={(method) => change((now) => methodChosen(now, method))}
          // Taken again: another account of the same method.
          onTaken={(method) => {
            setAsked(method)
            setPicking(true)
          }}
        />
      </div>
      <div className={css.accountCell}>
        {values.settlementAccount === '' ? (
          <CalcField
            label={label}
            text
            required
            value={<span className={css.quiet}>Choose a payment method to pick its account</span>}
          />
        ) : (
          <Account
            values={values}
            label={label}
            onChange={() => {
              change(accountDropped)
              choice.current?.querySelector('input')?.focus()
            }}
          />
        )}
      </div>
      <TextField
        name="cashFlowOnSettlement"
        label="Cash Flow on Settlement"
        maxLength={200}
        help="A remark on the payment at settlement"
      />
      <AccountPicker
        method={asked}
        opened={picking}
        title={`Select ${label}: ${asked}`}
        onClose={() => {
          setPicking(false)
          change(pickerClosed)
        }}
        onPick={(account) => change((now) => accountChosen(now, account))}
      />
    </>
  )
}

interface AccountProps {
  values: TradeValues
  label: string
  onChange: () => void
}

function Account({ values, label, onChange }: AccountProps) {
  const { accountName, accountNumber, bankName, branchName, swiftCode, iban } = values
  // A draft of an earlier version has neither.
  const codes = [swiftCode && `SWIFT ${swiftCode}`, iban && `IBAN ${iban}`].filter(Boolean)
  return (
    <>
      <span className={css.cellLabel}>
        {label}
        <RequiredMark />
      </span>
      <div className={css.account}>
        <span className={css.accountLines}>
          <span>
            <span className={css.strong}>{accountName}</span> {accountNumber}
          </span>
          <span className={css.quiet}>
            {bankName}, {branchName}
          </span>
          {codes.length > 0 && <span className={css.quiet}>{codes.join(', ')}</span>}
        </span>
        <Button variant="default" size="compact-sm" onClick={onChange}>
          Change Account
        </Button>
      </div>
    </>
  )
}
