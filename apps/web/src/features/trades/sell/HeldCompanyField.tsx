import { useMemo } from 'react'
import { counted } from '../../../lib/numerals.ts'
import type { AnyForm } from '../../../ui/form/FormContext.tsx'
import type { Started } from '../../../ui/form/useStart.ts'
import { CompanyField } from '../form/CompanyField.tsx'
import { companyChosen, type SellValues } from './sell-values.ts'
import type { Holding } from './useHolding.ts'

interface HeldCompanyFieldProps {
  sale: {
    values: SellValues
    form: AnyForm
    holding: Holding
    started?: Started
    change: (how: (values: SellValues) => SellValues) => void
  }
  /** Called while no portfolio is chosen: the picker has nothing to list and stays shut. */
  noPortfolio: string
}

/** The company of a sale: one that the chosen portfolio holds. */
export function HeldCompanyField({ sale, noPortfolio }: HeldCompanyFieldProps) {
  const { values, change, form } = sale
  const { companies } = sale.holding
  const hasPortfolio = values.portfolioId !== ''
  // The portfolio of the last trade is on its way: what is typed meanwhile is looked for in it.
  const isExpected = !hasPortfolio && sale.started?.isPending === true
  const items = useMemo(
    () =>
      (companies.data ?? []).map((held) => ({
        key: held.symbol,
        symbol: held.symbol,
        name: held.company_name,
        ...(held.formerly != null && { formerly: held.formerly }),
        detail: `${counted(held.quantity, 'share')} held`,
      })),
    [companies.data],
  )
  return (
    <CompanyField
      name="companyName"
      label="Company Name"
      required
      placeholder={hasPortfolio ? 'Select Company' : 'Select a portfolio first'}
      items={items}
      loading={isExpected || (hasPortfolio && companies.isPending)}
      recentKey="held-equities"
      {...(companies.isError ? { nothingFound: 'Failed to fetch companies' } : {})}
      onAsk={() => {
        const asks = hasPortfolio || isExpected
        if (!asks) form.setFieldError('portfolio', noPortfolio)
        return asks
      }}
      onPick={(company) => change((now) => companyChosen(now, company))}
    />
  )
}
