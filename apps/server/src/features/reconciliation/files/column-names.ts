/** Which field of a statement a column's header seems to mean: letters and digits only, any case. */
import type { StatementField } from '@em/contract/books/reconciliation-statements'

/** The earlier in a list, the surer. Debit and credit are the bank's words here: its credit is our money in. */
const WORDS: Record<StatementField, readonly string[]> = {
  date: [
    'date',
    'transactiondate',
    'txndate',
    'trndate',
    'trandate',
    'tdate',
    'postingdate',
    'postdate',
    'bookingdate',
    'bookdate',
    'entrydate',
    'valuedate',
    'valdate',
    'valuedt',
  ],
  description: [
    'description',
    'particulars',
    'narration',
    'narrative',
    'details',
    'transactiondetails',
    'transactiondescription',
    'remarks',
    'memo',
    'text',
    'transaction',
  ],
  reference: [
    'reference',
    'ref',
    'refno',
    'referenceno',
    'referencenumber',
    'chequeno',
    'chqno',
    'chequenumber',
    'cheque',
    'instrumentno',
    'instrument',
    'documentno',
  ],
  amount: ['amount', 'amountlkr', 'transactionamount', 'txnamount', 'amountrs', 'value', 'netamount'],
  sign: [
    'drcr',
    'crdr',
    'dc',
    'cd',
    'debitcredit',
    'creditdebit',
    'sign',
    'indicator',
    'type',
    'transactiontype',
  ],
  moneyIn: [
    'credit',
    'credits',
    'creditamount',
    'creditlkr',
    'cr',
    'deposit',
    'deposits',
    'depositamount',
    'moneyin',
    'paidin',
    'receipts',
    'in',
  ],
  moneyOut: [
    'debit',
    'debits',
    'debitamount',
    'debitlkr',
    'dr',
    'withdrawal',
    'withdrawals',
    'withdrawalamount',
    'withdrawl',
    'moneyout',
    'paidout',
    'payments',
    'out',
  ],
  balance: [
    'balance',
    'runningbalance',
    'balancelkr',
    'ledgerbalance',
    'closingbalance',
    'bookbalance',
    'accountbalance',
    'availablebalance',
  ],
  bankId: ['transactionid', 'txnid', 'tranid', 'fitid', 'bankreference', 'bankref', 'uniqueid', 'journalno'],
  currency: ['currency', 'ccy', 'curr', 'currencycode'],
}
const FIELDS = new Map(
  (Object.entries(WORDS) as [StatementField, readonly string[]][]).flatMap(([field, words]) =>
    words.map((word, rank): [string, { field: StatementField; rank: number }] => [word, { field, rank }]),
  ),
)

/** The field, and how sure: 0 is surest. Null for a header that means nothing here. */
export function fieldOfHeader(header: string): { field: StatementField; rank: number } | null {
  const plain = header.toLowerCase().replace(/[^a-z0-9]/g, '')
  return FIELDS.get(plain) ?? FIELDS.get(plain.replace(/(lkr|rs|slr)$/, '')) ?? null
}
