import type { DemoSampleName } from '@em/contract/demo/demo'
import { hrefOf } from '../../links/tabs.ts'

/** The first hour in the demo: six screens, and what to look at there. */
export interface Stop {
  readonly title: string
  /** The address of the screen. */
  readonly href: string
  readonly hint: string
  /** A file to drop there. */
  readonly sample?: DemoSampleName
}

export const STOPS: readonly Stop[] = [
  {
    title: 'A figure’s reasons',
    href: hrefOf('Dashboard', 'Portfolio Overview'),
    hint: 'Open a row of the holdings: its lots, their trades and the ledger entries behind its cost follow, one click after the other.',
  },
  {
    title: 'A late trade',
    href: hrefOf('Trade Capture', 'Transactions', { search: 'ASEC/26/90017' }),
    hint: 'This buy of 12 October came after October was locked. Open it: its entry is posted in November, and each later sale whose cost it changed has one difference entry.',
  },
  {
    title: 'A broker’s file',
    href: hrefOf('Batch Transaction Import', 'Trade Report'),
    hint: 'Today’s trade file waits. Choose it, open Record Trades, then Preview; Record saves the trades and Undo takes all of them back. Or drop a confirmation:',
    sample: 'confirmation',
  },
  {
    title: 'Settlement day',
    href: hrefOf('Settlement and Accounting', 'Settlement Instructions'),
    hint: 'What is due on which day, overdue, failed or settled in part. Confirm a payment with its date, amount and reference.',
  },
  {
    title: 'Month end',
    href: hrefOf('Accounting Entries', 'Period Close'),
    hint: 'October is valued, reconciled and locked. Change lock, with a day of November, lists what is still open; Account Reconciliation, in the same group, has two lines of the November statement to match and takes this file as another statement:',
    sample: 'statement',
  },
  {
    title: 'Check the Books',
    href: hrefOf('Administration', 'Check the Books'),
    hint: 'Check recalculates positions, lots, balances and entries from the recorded facts and lists every difference.',
  },
]
