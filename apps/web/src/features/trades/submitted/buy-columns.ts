import type { BuyTransaction } from '@em/contract/trades/trades'
import { feeColumns, moneyColumn, sharedColumns, submittedColumns } from './trade-columns.ts'

const shared = sharedColumns<BuyTransaction>((buy) => buy.portfolio)

/** The stored buy, in the order in which a trader reads it; the rest waits in the columns menu. */
export const buyColumns = submittedColumns<BuyTransaction>([
  shared.deal,
  shared.date,
  shared.symbol,
  shared.company,
  shared.quantity,
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (r) => r.price, width: 94 },
  shared.gross,
  shared.fees,
  moneyColumn('net', 'Net Value', (r) => r.net_value, {}),
  shared.portfolio,
  shared.settles,
  shared.contract,
  shared.broker,
  shared.method,
  shared.account,
  shared.portfolioId,
  ...feeColumns<BuyTransaction>(),
  shared.time,
  shared.feeSource,
  shared.stepUp,
  shared.costOfFunds,
  shared.generation,
  shared.number,
  shared.bank,
  shared.branch,
  {
    id: 'cashFlow',
    header: 'Cash Flow on Settlement',
    value: (r) => r.cash_flow_on_settlement,
    hidden: true,
  },
  { id: 'generate', header: 'Generate Payment', value: (r) => r.generate_payment, width: 130, hidden: true },
  shared.description,
  shared.recorded,
])
