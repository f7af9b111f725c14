import { DateField } from '../../../ui/form/DateField.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { Picker } from '../../../ui/picker/Picker.tsx'
import { useChoices } from '../../journal/entry/useChoices.ts'
import recordCss from '../record/Record.module.css'

/** The typed other side of an entry; '' leaves a field to its default. */
export interface EntryTyped {
  readonly accountCode: string
  readonly description: string
  readonly reference: string
  readonly date: string
  readonly portfolioId: string
  readonly settlementAccount: string
}

export const BANK_CHARGES = '6300'

/** The same for the server: blank fields are left to it. */
export function entryBody(typed: EntryTyped) {
  return {
    accountCode: typed.accountCode,
    description: typed.description,
    reference: typed.reference,
    date: typed.date,
    portfolioId: typed.portfolioId,
    settlementAccount: typed.settlementAccount === '' ? null : Number(typed.settlementAccount),
  }
}

interface EntryFieldsProps {
  typed: EntryTyped
  onChange: (changes: Partial<EntryTyped>) => void
  /** The values of fields that are left blank. */
  defaults: { description: string; date: string; reference?: string }
  /** The reconciliation is of one portfolio, or of one bank account: nothing to choose. */
  fixed?: { portfolio: boolean; settlementAccount: boolean }
}

/** The other account of a missing entry, and what else it says. */
export function EntryFields({ typed, onChange, defaults, fixed }: EntryFieldsProps) {
  const choices = useChoices()
  return (
    <div className={recordCss.fields}>
      <Picker
        label="Other Account"
        required
        items={choices.accounts}
        loading={choices.loading}
        recentKey="reconciliation-accounts"
        placeholder="Code or name"
        nothingFound="No accounts found"
        value={typed.accountCode}
        onChange={(accountCode) => onChange({ accountCode })}
        {...(choices.failed ? { help: 'The accounts could not be loaded.' } : {})}
      />
      <TextField
        label="Description"
        value={typed.description}
        placeholder={defaults.description}
        maxLength={500}
        onChange={(description) => onChange({ description })}
      />
      <TextField
        label="Reference"
        value={typed.reference}
        placeholder={defaults.reference ?? ''}
        maxLength={100}
        onChange={(reference) => onChange({ reference })}
      />
      <DateField
        label="Date"
        value={typed.date}
        onChange={(date) => onChange({ date })}
        help={`Left blank: ${defaults.date}`}
      />
      {fixed?.portfolio !== true && (
        <SelectField
          label="Portfolio"
          placeholder="None"
          options={choices.portfolios}
          value={typed.portfolioId}
          onChange={(portfolioId) => onChange({ portfolioId })}
        />
      )}
      {fixed?.settlementAccount !== true && (
        <SelectField
          label="Settlement Account"
          placeholder="None"
          options={choices.banks}
          value={typed.settlementAccount}
          onChange={(settlementAccount) => onChange({ settlementAccount })}
        />
      )}
    </div>
  )
}
