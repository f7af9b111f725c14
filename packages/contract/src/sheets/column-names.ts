import { byField } from '../fee-tariffs/fees.ts'

/** Fields of a trade that are quantities, prices or rupees: their texts have a decimal mark. */
export const AMOUNT_FIELDS: ReadonlySet<string> = new Set([
  'quantity',
  'price',
  'grossValue',
  ...Object.keys(byField(() => true)),
])

/** Column names of a sheet of trades: letters only, any case. */
export const TRADE_COLUMN_NAMES: Readonly<Record<string, readonly string[]>> = {
  side: [
    'side',
    'buysell',
    'buyorsell',
    'buysale',
    'bs',
    'ps',
    'purchasesale',
    'boughtsold',
    'tradetype',
    'transactiontype',
    'trantype',
    'txntype',
    'type',
    'transaction',
    'action',
  ],
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
    'stockcode',
    'sharecode',
    'securitycode',
    'counter',
    'share',
  ],
  companyName: [
    'company',
    'companyname',
    'nameofcompany',
    'securityname',
    'nameofsecurity',
    'stockname',
    'sharename',
    'scripname',
    'name',
    'issuer',
    'equity',
  ],
  portfolio: [
    'portfolio',
    'portfolioname',
    'portfolioid',
    'portfoliocode',
    'fund',
    'clientaccount',
    'cdsaccount',
  ],
  quantity: [
    'quantity',
    'qty',
    'noofshares',
    'numberofshares',
    'nosofshares',
    'sharesqty',
    'shares',
    'nos',
    'noofunits',
    'units',
    'volume',
  ],
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
    'priceperunit',
    'ratepershare',
    'raters',
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
    'valuers',
    'amountrs',
    'grossamountrs',
    'grossvaluers',
    'totalvalue',
  ],
  contractNumber: [
    'contract',
    'contractno',
    'contractnumber',
    'contractnote',
    'contractnoteno',
    'contractnotenumber',
    'cnno',
    'noteno',
    'billno',
    'billnumber',
    'tradeno',
    'reference',
    'ref',
  ],
  brokerName: ['broker', 'brokername', 'nameofbroker', 'stockbroker', 'brokingfirm', 'brokeragehouse'],
  tradeDate: [
    'tradedate',
    'dateoftrade',
    'tradedon',
    'transactiondate',
    'dateoftransaction',
    'contractdate',
    'dealdate',
    'purchasedate',
    'date',
    'datetime',
    'dateandtime',
    'tradedatetime',
    'tradedateandtime',
    'tradetimestamp',
    'executiondate',
    'executiondatetime',
    'timestamp',
  ],
  tradeTime: [
    'tradetime',
    'timeoftrade',
    'dealtime',
    'timeofdealing',
    'executiontime',
    'exectime',
    'timeofexecution',
    'executedtime',
    'transactiontime',
    'contracttime',
    'tradedtime',
    'time',
  ],
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
  Object.entries(TRADE_COLUMN_NAMES).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
)

const letters = (header: string) => header.toLowerCase().replaceAll(/[^a-z]/g, '')

/**
 * How well a header says its field: 0 for the first word of the list, which says it best; undefined where it says another
 * field or none.
 */
export function headerRank(header: string, field: string): number | undefined {
  const words = TRADE_COLUMN_NAMES[field] ?? []
  const at = [letters(header), letters(header.replaceAll(/\(.*?\)/g, ''))]
    .map((word) => words.indexOf(word))
    .find((index) => index !== -1)
  return at
}

/**
 * The field, or null where the header says none that is known. Text in brackets, mostly a unit, may be left
 * out.
 */
export function suggestedField(header: string): string | null {
  return FIELD_OF.get(letters(header)) ?? FIELD_OF.get(letters(header.replaceAll(/\(.*?\)/g, ''))) ?? null
}
