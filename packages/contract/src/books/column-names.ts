import { byField } from './fees.ts'

/** Which field a column's header seems to mean: letters only, any case. */
const WORDS: Record<string, readonly string[]> = {
  side: ['side', 'type', 'buysell', 'bs', 'transactiontype', 'tradetype', 'transaction', 'action'],
  symbol: [
    'symbol',
    'ticker',
    'tickersymbol',
    'security',
    'securityid',
    'stock',
    'instrument',
    'code',
    'scrip',
    'scripcode',
  ],
  companyName: ['company', 'companyname', 'securityname', 'name', 'issuer', 'equity'],
  portfolio: [
    'portfolio',
    'portfolioname',
    'portfolioid',
    'portfoliocode',
    'fund',
    'clientaccount',
    'cdsaccount',
  ],
  quantity: ['quantity', 'qty', 'shares', 'noofshares', 'units', 'volume', 'numberofshares'],
  price: [
    'price',
    'rate',
    'unitprice',
    'tradeprice',
    'soldprice',
    'sellingprice',
    'buyprice',
    'pricers',
    'priceshare',
    'pricepershare',
    'avgprice',
    'averageprice',
    'pricelkr',
  ],
  grossValue: [
    'gross',
    'grossvalue',
    'grossamount',
    'amount',
    'value',
    'consideration',
    'turnover',
    'grossvaluelkr',
  ],
  contractNumber: [
    'contract',
    'contractno',
    'contractnumber',
    'contractnoteno',
    'noteno',
    'billno',
    'reference',
    'ref',
  ],
  brokerName: ['broker', 'brokername', 'stockbroker', 'brokeragehouse'],
  tradeDate: ['tradedate', 'date', 'transactiondate', 'contractdate', 'dealdate', 'tradedon', 'dateoftrade'],
  settlementDate: ['settlementdate', 'settlement', 'settledate', 'settlementon', 'settle', 'valuedate'],
  settlementAccount: [
    'settlementaccount',
    'account',
    'accountno',
    'accountnumber',
    'bankaccount',
    'receivingaccount',
  ],
  description: ['description', 'remarks', 'narration', 'note', 'notes', 'comment'],
  costOfFunds: ['costoffunds', 'cof', 'costoffundspercent'],
  ...byField(({ headers }) => headers),
  feeSource: ['feesource'],
  buyContract: ['buycontract', 'relatedbuy', 'buydeal', 'buydealnumber', 'lot'],
  cashFlowOnSettlement: ['cashflowonsettlement', 'cashflow'],
  generatePayment: ['generatepayment'],
}
const FIELD_OF = new Map(
  Object.entries(WORDS).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
)

const letters = (header: string) => header.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The field, or null where the header says none that is known. What stands in brackets, a unit mostly, may be left out. */
export function suggestedField(header: string): string | null {
  return FIELD_OF.get(letters(header)) ?? FIELD_OF.get(letters(header.replaceAll(/\(.*?\)/g, ''))) ?? null
}
