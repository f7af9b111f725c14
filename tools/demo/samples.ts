/**
 * Files to drop into the demo: a broker's confirmation for Trade Report, a sheet as a dealer kept it for Many Rows, a bank's
 * statement for Account Reconciliation, a custodian's confirmations for Custodian Integration. Companies, accounts and days are those of the demo.
 */
import { formatConfirmation } from '@em/core/documents/confirmation'
import { NO_HEADER } from '@em/core/documents/line'
import { addDays } from '@em/core/values/dates'
import { linesBetween } from '../../apps/server/src/features/reconciliation/lines/lines.queries.ts'
import { scopeOf } from '../../apps/server/src/features/reconciliation/lines/scope.queries.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import type { DemoSample } from '../../apps/server/src/platform/http/serve.ts'
import { confirmationPdf } from '../../apps/server/test/support/confirmation-pdf.ts'
import { bankLineOf, seenByBank } from './bank.ts'
import { ACCOUNTS, DEMO_TODAY } from './book.ts'
import { fillsOf } from './broker-documents.ts'
import { custodianConfirmations } from './custodian.ts'

const CLIENT = { account: 'CBT-70345-LC/00', name: 'SERENDIB TRADING BOOK' }

/** A confirmation of the demo's last day for the trading book. */
function confirmation(): Buffer {
  const lines = fillsOf(
    [
      { side: 'buy', symbol: 'BIL.N0000', quantity: 40_000, contract: '61207', time: '09:44:10' },
      { side: 'buy', symbol: 'PACK.N0000', quantity: 15_000, contract: '61208', time: '10:20:35' },
      { side: 'sell', symbol: 'CIC.N0000', quantity: 5_000, contract: '61209', time: '13:05:02' },
    ],
    CLIENT,
  )
  const header = {
    ...NO_HEADER,
    brokerName: 'ASIA SECURITIES (PVT) LTD',
    address: 'Colombo 02',
    clientAccount: CLIENT.account,
    clientName: CLIENT.name,
    attention: CLIENT.name,
    tradeDate: DEMO_TODAY,
    settlementDate: lines[0]?.settlementDate ?? null,
  }
  return Buffer.from(confirmationPdf([formatConfirmation(header, lines)]))
}

/**
 * Dealings of the week as a user kept them: titles, totals, Rs. and commas, names instead of symbols, one of
 * them misspelt.
 */
function trades(): Buffer {
  const lines = [
    'Mahaweli Growth Fund \u2013 dealings of the week',
    '',
    'Date,Contract No,B/S,Share,No of Shares,Rate (Rs.),Amount,Broker',
    '16/11/2026,A-70411,B,JKH,"12,000",Rs. 20.10,"241,200.00",Asia Securities (Pvt) Ltd',
    '16/11/2026,A-70412,B,DIAL.N0000,"5,000",Rs. 44.20,"221,000.00",Asia Securities (Pvt) Ltd',
    '17/11/2026,A-70413,Buy,Access Engineering PLC,"3,000",Rs. 76.50,"229,500.00",Asia Securities (Pvt) Ltd',
    'Sub Total,,,,"20,000",,"691,700.00",',
    '',
    '18/11/2026,A-70414,Sell,Sampath Bank PLC,"4,000",Rs. 137.00,"548,000.00",John Keells Stock Brokers (Pvt) Ltd',
    '18/11/2026,A-70415,B,Comercial Bank of Ceylon,"1,000",Rs. 201.00,"201,000.00",John Keells Stock Brokers (Pvt) Ltd',
    '19/11/2026,A-70416,B,TKYO.N,"2,000",Rs. 114.00,"228,000.00",John Keells Stock Brokers (Pvt) Ltd',
    'Grand Total,,,,"27,000",,"1,668,700.00",',
  ]
  // As an old spreadsheet program writes it: Windows line ends and code page.
  return Buffer.from(lines.join('\r\n').replaceAll('\u2013', '\u0096'), 'latin1')
}

/** The trust's account, whose November is not reconciled yet. */
const TRUST = ACCOUNTS[2]
const [FROM, UNTIL] = ['2026-11-01', addDays(DEMO_TODAY, -1)]
const CHARGE = '350.00'
const ACCOUNT = 'SELECT id FROM settlement_accounts WHERE account_number = $1'

/**
 * The bank's payments and receipts of November, by the books, a payment a day later, and its charge, which
 * the books do not have.
 */
async function statement(database: Database): Promise<Buffer> {
  const [account] = await database.query<{ id: number }>(ACCOUNT, [TRUST.account_number])
  const scope = await scopeOf(database, { accountCode: '1010', settlementAccount: account?.id ?? null })
  const { rows } = await linesBetween(database, scope, FROM, UNTIL, {})
  const lines = seenByBank(rows).map((row, at) => {
    const line = bankLineOf(row)
    const late = at === 0 && line.date < UNTIL
    return [late ? addDays(line.date, 1) : line.date, line.description, line.credit, line.debit] as const
  })
  const money = (amount: number | null) => (amount === null ? '' : amount.toFixed(2))
  const text = [...lines, ['2026-11-16', 'SMS ALERTS AND LEDGER FEE', Number(CHARGE), null] as const]
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([date, description, out, come]) =>
      [date.split('-').reverse().join('/'), `"${description}"`, money(out), money(come)].join(','),
    )
  const head = [
    `${TRUST.bank_name},${TRUST.branch_name.replaceAll(',', ' ')}`,
    `Account,${TRUST.account_number}`,
    'Date,Description,Withdrawals,Deposits',
  ]
  return Buffer.from(`${[...head, ...text].join('\r\n')}\r\n`)
}

export const demoSamples: readonly DemoSample[] = [
  {
    name: 'confirmation',
    fileName: 'Confirmation Asia Securities 19-11-2026.pdf',
    mediaType: 'application/pdf',
    make: async () => confirmation(),
  },
  {
    name: 'trades',
    fileName: 'Dealings of the week.csv',
    mediaType: 'text/csv',
    make: async () => trades(),
  },
  {
    name: 'statement',
    fileName: 'Trust Settlement November 2026.csv',
    mediaType: 'text/csv',
    make: statement,
  },
  {
    name: 'custodian',
    fileName: 'Deutsche Bank confirmations.fin',
    mediaType: 'text/plain',
    make: (database) => custodianConfirmations(database, DEMO_TODAY),
  },
]
