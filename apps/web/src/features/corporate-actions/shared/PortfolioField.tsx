import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import type { FieldProps } from '../../../ui/form/FormContext.tsx'
import { byLabel } from '../../../ui/form/options.ts'
import { SelectField } from '../../../ui/form/TextFields.tsx'

interface PortfolioFieldProps extends FieldProps<string> {
  /** Not offered: the one that gives cannot take. */
  except?: string
}

/** A portfolio that is active and that the person may change; the value is its code. */
export function PortfolioField({ except = '', ...props }: PortfolioFieldProps) {
  const { data, isError } = useRoute(activePortfolios)
  const mayChange = useMayChange()
  const options = byLabel(
    (data ?? [])
      .filter(({ portfolioId }) => mayChange(String(portfolioId)) && portfolioId !== except)
      .map(({ portfolioId, portfolioName }) => ({
        value: String(portfolioId),
        label: `${portfolioName} (${portfolioId})`,
      })),
  )
  return (
    <SelectField
      {...props}
      searchable
      options={options}
      placeholder={data?.length === 0 ? 'No active portfolio' : 'Select Portfolio'}
      {...(isError ? { error: 'Failed to fetch portfolios' } : {})}
    />
  )
}
