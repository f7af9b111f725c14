import { dayInWords } from '@em/core/values/date-texts'
import { isPlainDate } from '@em/core/values/dates'

/** Refusals of the ledger: entries, suspense, mappings, periods, reconciliation, statements: status and sentence, see `refusals` in errors.ts. */
export const ledgerRefusals = {
  'reconciliation.closed': [
    409,
    'This belongs to the reconciliation of {account} until {end}, which is signed off. Reopen it first.',
  ],
  'reconciliation.signed-off-day': [
    409,
    'The reconciliation of {account} is signed off through {end}, and this is dated {date}. If it is saved, that reconciliation is marked as changed since its sign-off.',
  ],
  'reconciliation.overlaps': [
    409,
    'A reconciliation of {account} from {start} to {end} already covers lines of this period.',
  ],
  'reconciliation.later': [
    409,
    'The reconciliation of {account} until {end} came later and is signed off. Reopen it first.',
  ],
  'reconciliation.earlier': [
    409,
    'The reconciliation of {account} until {end} comes before this one and is not signed off. Sign it off first.',
  ],
  'reconciliation.line-taken': [
    409,
    '{count} of these lines cannot be matched any more: {line} is matched already, skipped or gone. Reload and choose again.',
  ],
  'reconciliation.undecided': [
    409,
    '{count|statement line repeats an earlier one or is|statement lines repeat earlier ones or are} outside the period. Decide what to keep and what to skip.',
  ],
  'reconciliation.no-balance': [422, 'Enter the closing balance of the statement.'],
  'reconciliation.difference': [
    422,
    'A difference of {difference} remains. Find it, or enter why it is accepted.',
  ],
  'reconciliation.sums-differ': [
    422,
    'The ledger lines add up to {ledger} and the statement lines to {external}: they differ by {difference}. Choose other lines, post the difference, or enter why it is accepted.',
  ],
  'reconciliation.entry-outside': [
    422,
    'The entry would be dated {date}, outside the days of this reconciliation ({start} to {end}).',
  ],
  'reconciliation.nothing-differs': [422, 'The sums agree: there is no difference to post.'],
  'reconciliation.period': [422, 'The period must end on or after its start and last at most a year.'],
  'reconciliation.too-many': [422, 'A reconciliation takes at most {limit}. Choose a shorter period.'],
  'reconciliation.too-many-settlements': [
    422,
    'At most {limit} settlements are confirmed or reopened at once. Choose fewer matches.',
  ],
  'reconciliation.kept': [
    409,
    'This reconciliation was signed off before and stays in the history. It cannot be deleted.',
  ],
  'reconciliation.statement-matched': [
    409,
    '{count|line of this statement is|lines of this statement are} matched. Unmatch before removing the statement.',
  ],
  'statement.kind': [
    415,
    'This file cannot be read as a statement. Please choose a .csv, .xlsx, OFX, MT940, camt.053 or .pdf file.',
  ],
  'statement.currency': [422, 'The statement is in {currency}. The books are kept in LKR.'],
  'statement.unreadable': [422, 'Line {line}: {reason}'],
  'period.locked': [409, 'The books of {entity} are locked through {through}. {remedy}'],
  'period.not-over': [422, 'Books can be locked up to {latest}, the day before today.'],
  'period.same': [409, 'The books of {entity} are already locked through that day.'],
  'period.reason': [422, 'Please enter why the lock is moved back.'],
  'period.open-points': [422, 'Please enter why the books are locked with open points: {points}.'],
  'year-end.not-a-year-end': [
    422,
    'The financial year of {entity} ends with {month}; {date} is not its last day.',
  ],
  'year-end.not-over': [422, 'The year to {date} is not over yet.'],
  'year-end.nothing': [409, 'There is nothing to close: income and expenses to {date} are all zero.'],
  'year-end.undone': [409, 'This closing was already undone.'],
  'year-end.earlier': [422, 'The year to {date} is not closed yet. Years are closed in their order.'],
  'year-end.later': [409, 'A later year of {entity} is closed ({date}). Undo that closing first.'],
  'mapping.cash-only': [422, 'Only cash is mapped by settlement account.'],
  'mapping.inactive': [422, 'Account {account} is not active.'],
  'mapping.type': [422, 'Account {account} is not of type {type}, so {role} cannot be mapped to it.'],
  'mapping.taken': [
    422,
    'Account {account} is already mapped to {role}, whose balance must be kept separate.',
  ],
  'mapping.manual-lines': [
    422,
    'Account {account} holds manual entries, so {role}, which follows from trades and events, cannot go there.',
  ],
  'mapping.shared': [
    422,
    'Account {account} is also mapped to {role}, so its balance cannot be moved separately. Map without moving the balance.',
  ],
  'mapping.shared-balance': [
    422,
    'Account {account} is also mapped to {role}, so its balance can neither be moved separately nor divided. Please bring it to zero by journal entries first.',
  ],
  'mapping.later-change': [
    409,
    'The mapping of {role} already changes on {date}. Choose that day or a later one.',
  ],
  'mapping.too-far': [
    422,
    'Please enter an effective date up to {date}: a mapping is planned one year ahead at most.',
  ],
  'mapping.in-force': [
    409,
    'The mapping of {role} from {date} is in force and cannot be withdrawn. Map the role to another account from a day on.',
  ],
  'mapping.balance-stays': [
    422,
    'Account {account} has a balance of {role}. Move the balance, or it would be divided between two accounts.',
  ],
  'mapping.entries-stay': [
    422,
    'Account {account} has entries of {role} until {date}. Move the balance, or choose a later effective date.',
  ],
  'mapping.nothing-left': [409, 'Account {account} has no balance in this portfolio.'],
  'mapping.general': [422, 'The general mapping of a role can be changed but not removed.'],
  'ledger.search-too-wide': [
    422,
    'The search finds more than 50,000 lines. Please narrow it, or filter by account, portfolio or date.',
  ],
  'ledger.sort-too-wide': [
    422,
    'Only {limit} lines can be sorted by {field}. Narrow the filters, or sort by date.',
  ],
  'audit.too-many': [
    422,
    'The filters leave more than {limit} acts, which is what {file} holds. Narrow them and try again.',
  ],
  'ledger.too-many': [422, 'The filters leave {count} lines; {file} holds {limit}. Please narrow them.'],
  'realized.too-many': [
    422,
    'A workbook takes {limit} trades, and this range has more. Please choose a shorter one.',
  ],
  'journal.unbalanced': [422, 'Debits and credits differ by {difference}.'],
  'journal.no-lines': [422, 'An entry needs at least two lines.'],
  'journal.line-sides': [422, 'Line {line}: exactly one of debit and credit must be above zero.'],
  'journal.account-unknown': [422, 'Line {line}: there is no account {account}.'],
  'journal.derived-account': [
    422,
    // What to do instead, where there is something.
    'Account {account} follows from trades and events and takes no manual entries.{remedy}',
  ],
  'journal.clearing-one-sided': [
    422,
    'Account {account} clears between portfolios: what one owes, another is owed. Add a {side} of {difference} on it for the other portfolio.',
  ],
  'journal.account-inactive': [422, 'Account {account} is not active.'],
  'journal.one-side': [422, 'Exactly one of debit and credit must be above zero.'],
  'journal.already-reversed': [409, 'Journal entry {id} was already reversed by entry {by}.'],
  'journal.is-reversal': [
    409,
    'Journal entry {id} reverses entry {of} and cannot be changed. Enter the correct figures as a new entry.',
  ],
  'journal.not-posted': [
    422,
    'Journal entry {id} is not in the ledger, so there is nothing to reverse. Cancel the draft instead.',
  ],
  'journal.reversal-early': [422, 'The reversal cannot be dated before the entry, {date}.'],
  'journal.no-draft': [422, 'Journal entry {id} is not a draft.'],
  'suspense.one-side': [422, 'Items clear each other only if there is a debit and a credit among them.'],
  'suspense.too-much': [422, 'At most {open} of this item is open.'],
  'suspense.amounts-differ': [
    422,
    'The amounts do not agree: debits of {debit} against credits of {credit}, a difference of {difference}. Correct an amount, or leave one side blank.',
  ],
  'suspense.not-open': [409, 'Line {line} of entry {entry} is not open on Suspense any more.'],
  'suspense.not-an-item': [422, 'Line {line} of entry {entry} is not on a Suspense account.'],
  'suspense.apart': [
    422,
    'Entries {entry} and {other} belong to different portfolios or accounts. Correct between portfolios with a journal entry on Inter-portfolio Clearing.',
  ],
  'suspense.line': [
    422,
    'Line {line} clears an item of entry {entry}. It must be on the same Suspense account and portfolio, on the other side.',
  ],
  'suspense.undone': [409, 'This clearing was already undone.'],
  'recurring.too-many': [422, '{count} entries would be due at once. Choose a first date nearer to today.'],
  'recurring.ended': [409, 'This recurring entry has ended.'],
  'journal.system-entry': [409, 'This entry was made by the system and changes only through its source.'],
} as const satisfies Record<string, readonly [number, string]>

/** The remedy for an entry in a locked period, with the day in words or as a date. */
export const onFirstOpenDay = (open: string): string =>
  `This can be posted on ${isPlainDate(open) ? dayInWords(open) : open}, the first open day.`
