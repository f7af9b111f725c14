/** Which field of a CDS statement a column's header seems to mean: letters and digits only, any case. */
import type { CdsField } from '@em/contract/books/cds-comparison'

/** The earlier in a list, the surer. */
const WORDS: Record<CdsField, readonly string[]> = {
  account: [
    'cdsaccount',
    'cdsaccountno',
    'cdsaccountnumber',
    'cdsacno',
    'cdsno',
    'cdsid',
    'clientaccount',
    'clientaccountno',
    'clientacno',
    'securitiesaccount',
    'accountno',
    'accountnumber',
    'acno',
    'account',
    'clientid',
    'client',
  ],
  symbol: [
    'symbol',
    'securitysymbol',
    'securitycode',
    'stockcode',
    'seccode',
    'ticker',
    'security',
    'securityid',
    'stock',
    'code',
    'companycode',
    'company',
  ],
  isin: ['isin', 'isincode', 'isinno', 'isinnumber'],
  balance: [
    'balance',
    'totalbalance',
    'total',
    'totalquantity',
    'totalholding',
    'totalshares',
    'currentbalance',
    'closingbalance',
    'holding',
    'holdings',
    'quantity',
    'qty',
    'noofshares',
    'shares',
    'balancequantity',
    'balanceqty',
    'securitybalance',
  ],
  free: [
    'free',
    'freebalance',
    'freequantity',
    'freeqty',
    'freeshares',
    'available',
    'availablebalance',
    'availablequantity',
    'availableqty',
    'unencumbered',
  ],
  pledged: [
    'pledged',
    'pledgedbalance',
    'pledgedquantity',
    'pledgedqty',
    'pledgedshares',
    'pledge',
    'pledges',
    'locked',
    'lockedbalance',
    'lockedquantity',
    'lockedqty',
    'lien',
    'encumbered',
    'blocked',
    'blockedbalance',
  ],
  date: ['statementdate', 'asat', 'asof', 'asatdate', 'asofdate', 'balancedate', 'positiondate', 'date'],
}

const FIELDS = new Map(
  (Object.entries(WORDS) as [CdsField, readonly string[]][]).flatMap(([field, words]) =>
    words.map((word, rank): [string, { field: CdsField; rank: number }] => [word, { field, rank }]),
  ),
)

/** The field, and how sure: 0 is surest. Null for a header that means nothing here. */
export function fieldOfHeader(header: string): { field: CdsField; rank: number } | null {
  return FIELDS.get(header.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? null
}
