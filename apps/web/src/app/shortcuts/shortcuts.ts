import { addressOf, type TabId } from '@em/contract/tabs/tabs'

/** Two keys, one after the other, outside of fields: `g` goes to a tab, `n` begins something new. */
export interface Shortcut {
  readonly keys: readonly [first: 'g' | 'n', second: string]
  readonly label: string
  readonly tab: TabId
  readonly address: string
}

const to = (
  first: 'g' | 'n',
  second: string,
  label: string,
  tab: TabId,
  query: Readonly<Record<string, string>> = {},
): Shortcut => ({ keys: [first, second], label, tab, address: addressOf(tab, query) })

export const SHORTCUTS: readonly Shortcut[] = [
  to('g', 'd', 'Dashboard', 'Dashboard / Dashboard'),
  to('g', 't', 'Transactions', 'Trade Capture / Transactions'),
  to('g', 'p', 'Portfolio', 'Trade Capture / Portfolio'),
  to('g', 'o', 'Deal Slip and orders', 'Trade Capture / Deal Slip'),
  to('g', 'l', 'General Ledger', 'Accounting Entries / General Ledger'),
  to('g', 'b', 'Trial Balance', 'Accounting Entries / Trial Balance'),
  to('g', 'r', 'Account Reconciliation', 'Accounting Entries / Account Reconciliation'),
  to('g', 's', 'Settlement Instructions', 'Settlement and Accounting / Settlement Instructions'),
  to('g', 'm', 'Mark To Market', 'Valuation and MTM / Mark To Market'),
  to('g', 'a', 'Approvals', 'Administration / Approvals'),
  to('g', 'j', 'Jobs', 'Administration / Jobs'),
  to('n', 'b', 'Buy', 'Trade Capture / Buy'),
  to('n', 's', 'Sell', 'Trade Capture / Sell'),
  to('n', 'd', 'Dividend', 'Corporate Actions / Dividend', { new: 'dividend' }),
  to('n', 'j', 'Journal entry', 'Accounting Entries / Journal Entries', { new: '1' }),
]

/** Keys that work on one screen only: listed here, handled there. */
export const OTHER_KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl K', 'Search everything'],
  ['Ctrl Enter', 'Save a form (also Ctrl S)'],
  ['Ctrl Shift Enter', 'Save and next, where a form offers it'],
  ['Esc', 'Close a dialog'],
  ['Arrows, Enter', 'Move in a table, open a row'],
  ['F2, Esc', 'Into the links of a cell, or its text, and back'],
  ['Shift arrows', 'Select cells: sum, average, count'],
  ['Ctrl D', 'Fill down in a table that is typed into'],
  ['Ctrl C', 'Copy the selected cells of a table'],
  ['j, k, a, r', 'In Approvals: next, previous, approve, reject'],
  ['?', 'This list'],
]
