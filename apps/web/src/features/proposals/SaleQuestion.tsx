import { holdings } from '@em/contract/holdings/holdings'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRoute } from '../../lib/query.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import css from './Proposals.module.css'

/** How much is to be sold, in the order of the choices. */
const TARGETS = [
  { value: 'shares', label: 'Shares', field: 'Shares to sell' },
  { value: 'net', label: 'Net proceeds', field: 'Net proceeds (LKR)' },
  { value: 'gross', label: 'Gross value', field: 'Gross value (LKR)' },
  { value: 'gain', label: 'Capital gain', field: 'Capital gain (LKR)' },
] as const
type Target = (typeof TARGETS)[number]['value']

export interface SaleAsked {
  readonly portfolioId: string
  readonly symbol: string
  readonly price: string
  readonly tradeDate: string
  readonly costOfFunds: string
  readonly shares?: string
  readonly gross?: string
  readonly net?: string
  readonly gain?: string
}

interface SaleQuestionProps {
  of: { readonly portfolioId: string; readonly symbol: string }
  asking: boolean
  onAsk: (asked: SaleAsked) => void
  /** A field was changed: what was asked before is another question. */
  onChange: () => void
}

/** The question of a proposal: portfolio, security, how much, at which price, on which day. */
export function SaleQuestion({ of, asking, onAsk, onChange }: SaleQuestionProps) {
  const form = useForm({
    initialValues: {
      ...of,
      target: 'shares' as Target,
      amount: '',
      price: '',
      tradeDate: '',
      costOfFunds: '',
    },
    onValuesChange: onChange,
    validate: (values) => ({
      ...(values.portfolioId === '' && { portfolioId: 'Portfolio is required.' }),
      ...(values.symbol === '' && { symbol: 'Security is required.' }),
      ...(values.amount.trim() === '' && { amount: 'How much is required.' }),
    }),
  })
  const { portfolioId, target } = form.values
  const list = useRoute(portfolios.routes.list, { query: {} })
  const held = useRoute(holdings.companies, { query: { portfolioId } }, { enabled: portfolioId !== '' })
  const chosen = TARGETS.find(({ value }) => value === target)
  return (
    <FormShell
      form={form}
      sticky={false}
      quiet
      onSubmit={async ({ target: kind, amount, ...values }) => onAsk({ ...values, [kind]: amount })}
    >
      <div className={css.question}>
        <SelectField
          name="portfolioId"
          label="Portfolio"
          required
          options={(list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))}
        />
        <SelectField
          name="symbol"
          label="Security"
          required
          options={(held.data ?? []).map((one) => ({
            value: one.symbol,
            label: `${one.symbol}, ${one.quantity.toLocaleString('en-LK')} held`,
          }))}
        />
        <SelectField
          name="target"
          label="Sell for"
          required
          options={TARGETS.map(({ value, label }) => ({ value, label }))}
        />
        <NumberField
          name="amount"
          label={chosen?.field ?? 'Shares to sell'}
          required
          whole={target === 'shares'}
          {...(target === 'gain' && { help: 'Before fees; a loss with a minus' })}
        />
        <NumberField name="price" label="Price (LKR)" help="Default: the newest price" />
        <DateField name="tradeDate" label="Trade Date" help="Default: today, or the next market day" />
        <NumberField name="costOfFunds" label="Cost of Funds (%)" help="Default: the rate in force" />
        <div className={css.compare}>
          <Button type="submit" loading={asking}>
            Compare
          </Button>
        </div>
      </div>
    </FormShell>
  )
}
