import { PAYMENT_METHODS, settlementAccountsByMethod } from '@em/contract/registers/settlement-accounts'
import { Anchor, Button } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { hrefOf } from '../../app/places.ts'
import { useRoute } from '../../lib/query.ts'
import { CalcField, RequiredMark } from '../../ui/form/CalcField.tsx'
import { FormSection } from '../../ui/form/FormShell.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { PickerModal } from '../../ui/picker/PickerModal.tsx'
import css from './Buy.module.css'
import { accountChosen, accountDropped, methodChosen, pickerClosed } from './buy-values.ts'
import type { BuyForm } from './useBuyForm.ts'

const METHODS = PAYMENT_METHODS.map((method) => ({ value: method, label: method }))
const YES_NO = ['No', 'Yes'].map((value) => ({ value, label: value }))

/** Payment & Settlement Details: choosing a method opens the picker of its accounts. */
export function PaymentSection({ buy }: { buy: BuyForm }) {
  const { change, values, form } = buy
  const [picking, setPicking] = useState(false)
  // Stays while the picker fades out, after the form's own method may already be cleared.
  const [asked, setAsked] = useState('')
  const choice = useRef<HTMLDivElement>(null)
  return (
    <FormSection title="Payment & Settlement Details">
      {/* The account is chosen by way of the method: what is wrong with it is mended here. */}
      <div ref={choice}>
        <SelectField
          name="settlementAccount"
          label="Payment Method"
          required
          options={METHODS}
          value={values.paymentMethod}
          error={form.errors['settlementAccount']}
          onChange={(method) => {
            change((now) => methodChosen(now, method))
            if (method === '') return
            setAsked(method)
            setPicking(true)
          }}
        />
      </div>
      <div className={css.accountCell}>
        {values.settlementAccount === '' ? (
          <CalcField
            label="Settlement Account"
            text
            required
            value={<span className={css.quiet}>Choose a payment method to pick its account</span>}
          />
        ) : (
          <Account
            buy={buy}
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
        help="A remark on the money that moves on the settlement date"
      />
      <SelectField
        name="generatePayment"
        label="Generate Payment"
        options={YES_NO}
        clearable={false}
        onChange={(answer) => change((now) => ({ ...now, generatePayment: answer === 'Yes' ? 'Yes' : 'No' }))}
      />
      <AccountPicker
        method={asked}
        opened={picking}
        onClose={() => {
          setPicking(false)
          change(pickerClosed)
        }}
        onPick={(account) => change((now) => accountChosen(now, account))}
      />
    </FormSection>
  )
}

function Account({ buy, onChange }: { buy: BuyForm; onChange: () => void }) {
  const { accountName, accountNumber, bankName, branchName } = buy.values
  return (
    <>
      <span className={css.cellLabel}>
        Settlement Account
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
        </span>
        <Button variant="default" size="compact-sm" onClick={onChange}>
          Change Account
        </Button>
      </div>
    </>
  )
}

interface AccountPickerProps {
  method: string
  opened: boolean
  onClose: () => void
  onPick: (account: AccountRecord) => void
}
interface AccountRecord {
  id: number
  account_name: string
  account_number: string
  bank_name: string
  branch_name: string
}

function AccountPicker({ method, opened, onClose, onPick }: AccountPickerProps) {
  const accounts = useRoute(settlementAccountsByMethod, { params: { method } }, { enabled: method !== '' })
  const items = useMemo(
    () =>
      (accounts.data ?? []).map((account) => ({
        key: String(account.id),
        symbol: account.account_number,
        name: account.account_name,
        detail: `${account.bank_name}, ${account.branch_name}`,
        account,
      })),
    [accounts.data],
  )
  return (
    <PickerModal
      opened={opened}
      onClose={onClose}
      title={`Select Settlement Account: ${method}`}
      items={items}
      noun={{ one: 'account', many: 'accounts' }}
      placeholder="Type an account number or name"
      loading={accounts.isPending}
      {...(accounts.isError ? { nothingFound: 'Failed to load settlement accounts' } : {})}
      {...(accounts.data?.length === 0 ? { nothingFound: <NoAccounts method={method} /> } : {})}
      onPick={(item) => onPick(item.account)}
    />
  )
}

function NoAccounts({ method }: { method: string }) {
  return (
    <>
      No settlement accounts for {method}. Please configure accounts in{' '}
      <Anchor href={hrefOf('Master Data Management', 'Account Master')}>Account Master</Anchor>.
    </>
  )
}
