import type { StartReport } from '@em/contract/batches/batch-start'
import { COSTING_METHOD_LABELS, COSTING_METHODS } from '@em/contract/costing-methods/costing-methods'
import { Button } from '@mantine/core'
import { today } from '../../../lib/dates.ts'
import { useHealth } from '../../../lib/health.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { BrokerField } from '../../trades/form/BrokerField.tsx'
import type { RowsAre, Setup } from './start-sheet.ts'

interface SetupFieldsProps {
  rowsAre: RowsAre
  setup: Setup
  onChange: (setup: Setup) => void
  report: StartReport | null
  disabled: boolean
}

/** The records to add for the trades, filled in already: portfolio, method, account and opening cash. */
export function SetupFields({ rowsAre, setup, onChange, report, disabled }: SetupFieldsProps) {
  const edition = useHealth().data?.edition
  const methods = COSTING_METHODS.filter((method) => method === 'WAP' || edition === 'premium')
  const field = (name: keyof Setup) => ({
    value: setup[name],
    onChange: (value: string) => onChange({ ...setup, [name]: value }),
    disabled,
  })
  // While rows are at fault it is not known.
  const needed = report?.ok === true ? report.cashNeeded : 0
  const suggested = needed > 0 && setup.openingCash === '' ? needed.toFixed(2) : null
  return (
    <FormSection
      title="Portfolio and account"
      lead={
        report?.portfolio.isNew === false
          ? `Portfolio ${report.portfolio.portfolioId} is there already and is used as it stands.`
          : 'Added with the trades. You can change the names now or later.'
      }
    >
      <TextField label="Portfolio Name" required maxLength={200} {...field('portfolioName')} />
      <TextField label="Portfolio ID" required maxLength={50} {...field('portfolioId')} />
      <SelectField
        label="Costing Method"
        required
        help="Fixed after the first trade"
        options={methods.map((value) => ({ value, label: COSTING_METHOD_LABELS[value] }))}
        {...field('costingMethod')}
      />
      <TextField label="Entity" required maxLength={200} {...field('entity')} />
      <TextField label="Fund Manager" required maxLength={200} {...field('fundManager')} />
      <BrokerField
        label="Broker Name"
        help="For rows without a broker; may stay blank"
        {...field('brokerName')}
      />
      <TextField label="Account Name" required maxLength={200} {...field('accountName')} />
      <TextField label="Account Number" required maxLength={50} {...field('accountNumber')} />
      <TextField label="Bank Name" required maxLength={200} {...field('bankName')} />
      <TextField label="Branch Name" required maxLength={200} {...field('branchName')} />
      {rowsAre === 'holdings' && (
        <DateField
          plain
          label="Held on"
          max={today()}
          help="The first day of the books; blank: the last market day"
          {...field('heldOn')}
        />
      )}
      <NumberField
        label="Opening Cash"
        unit="LKR"
        help="In the account before the first trade"
        {...field('openingCash')}
      />
      {suggested !== null && (
        <div style={{ alignSelf: 'center' }}>
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            onClick={() => onChange({ ...setup, openingCash: suggested })}
          >
            Use LKR {formatNumber(needed, { decimals: 2 })}, what the trades needed
          </Button>
        </div>
      )}
    </FormSection>
  )
}
