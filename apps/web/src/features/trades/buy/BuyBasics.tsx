import type { ReactNode } from 'react'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { PortfolioField } from '../form/PortfolioField.tsx'
import { ContractFields } from '../form/ReferenceFields.tsx'
import type { TradeForm } from '../form/useTradeForm.ts'
import { ListedCompanyField } from './ListedCompanyField.tsx'

interface BuyBasicsProps {
  trade: TradeForm
  /** The price: typed in a single buy, following from the gross value in a bulk one. */
  children: ReactNode
}

/** The fields of the security, the portfolio, the price and the contract. */
export function BuyBasics({ trade, children }: BuyBasicsProps) {
  return (
    <>
      <ListedCompanyField trade={trade} />
      <TextField name="symbol" label="Symbol" required readOnly placeholder="Set by the company" />
      <PortfolioField
        label="Portfolio"
        portfolioId={trade.values.portfolioId}
        onChoose={(portfolio) => trade.change((now) => ({ ...now, ...portfolio }))}
      />
      <NumberField name="quantity" label="Quantity" whole unit="shares" required />
      {children}
      <ContractFields />
    </>
  )
}
