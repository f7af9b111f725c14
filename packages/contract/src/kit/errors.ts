import './without-eval.ts'
import type { RejectionCode } from '@em/core/rejections'
import { dayInWords } from '@em/core/values/date-words'
import { isPlainDate } from '@em/core/values/dates'
import { z } from 'zod'

/** The one shape of every refusal: short error, a sentence for the user, a stable code, the fields at fault. */
export const apiError = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
})
export type ApiError = z.infer<typeof apiError>

/**
 * Every refusal the server can give: its HTTP status and its sentence. `{name}` in a sentence is filled from the
 * facts of the refusal, `{count|row|rows}` with the number and the word that fits it. Read beside core's rejections, which are the first group here.
 */
export const refusals = {
  // Shape and access
  'request.invalid': [400, 'Please check the marked fields.'],
  'request.malformed': [400, 'The request is not valid JSON.'],
  'request.form': [400, 'The form broke off, or has more fields than it may. Please send it again.'],
  'request.encoding': [400, 'The request is not UTF-8 text. Please send it in UTF-8.'],
  'request.slow': [408, 'The request took too long to arrive. Please send it again.'],
  'request.too-large': [413, 'The request is larger than {limit}.'],
  'request.media-type': [415, 'Please send JSON (Content-Type: application/json).'],
  'request.compressed': [415, 'The server does not take compressed requests. Please send the body as it is.'],
  'request.method': [405, 'This address does not take {method}.'],
  'request.too-many': [429, '{what} Please try again in {seconds} seconds.'],
  'auth.required': [401, 'Please sign in.'],
  'auth.wrong': [401, 'The email or the password is incorrect.'],
  'auth.password-wrong': [422, 'The current password is incorrect.'],
  'auth.too-many': [429, 'Too many attempts. Please try again in {seconds} seconds.'],
  'auth.signup-closed': [
    403,
    'Sign-up is closed on this installation. Please ask the administrator for an account.',
  ],
  'auth.first-run-code': [
    422,
    'The first-run code is missing or incorrect. The server printed it when it started: look at its console or log.',
  ],
  'auth.email-taken': [409, 'An account with this email already exists.'],
  'auth.password-blocked': [
    422,
    'This password is too easy to guess: it is on the list of common passwords. Please choose another.',
  ],
  'auth.password-own': [422, 'The password must not be your own name or email. Please choose another.'],
  'auth.link-invalid': [
    422,
    'This link was already used, was replaced, has expired or is not valid any more. Please ask the administrator for a new one.',
  ],
  'auth.signups-full': [
    429,
    'Too many new accounts are waiting for the administrator. Please try again later.',
  ],
  'account.waiting': [
    403,
    'Your account is waiting for the administrator. You can sign in once it has been approved.',
  ],
  'account.disabled': [403, 'Your account is disabled. Please ask the administrator to enable it.'],
  'rights.missing': [403, 'You need the right "{right}" for this. Ask an administrator.'],
  'rights.scope': [
    403,
    'This concerns all portfolios, and you were given only some of them. Ask an administrator.',
  ],
  'rights.only-seen': [403, 'You may see this portfolio, but not change it. Ask an administrator.'],
  'rights.outside': [
    403,
    'This would change something outside your portfolios, such as a line without a portfolio. Only somebody who may change all portfolios can do it.',
  ],
  'rights.beyond-own': [
    403,
    'This concerns the right "{right}", which you do not have yourself. Ask an administrator.',
  ],
  'users.last-administrator': [
    422,
    '{name} is the only active administrator and cannot be disabled, demoted or given only some portfolios.',
  ],
  'users.role-unknown': [422, 'There is no role {role}.'],
  'users.portfolio-unknown': [422, 'There is no portfolio {portfolio}.'],
  'users.changes-beyond-seen': [
    422,
    'What a person changes must be among the portfolios that the person sees.',
  ],
  'roles.built-in': [422, '{role} is a built-in role, which cannot be changed or deleted.'],
  'users.not-active': [422, 'The account of {name} is not active. Enable it first.'],
  'edition.premium': [403, 'FIFO and Cherry Picking are premium features.'],
  'record.missing': [404, '{what} was not found.'],
  'record.stale': [
    409,
    '{what} was changed by someone else in the meantime. Reload it and make your change again.',
  ],
  'record.duplicate': [409, '{what} with this {field} already exists.'],
  'record.in-use': [409, '{what} is in use and cannot be deleted. Dependencies: {uses}.'],
  'record.fixed': [422, '{field} cannot change once it is saved.'],
  'record.protected': [409, '{what} belongs to the system and cannot be deleted or deactivated.'],
  'idempotency.running': [409, 'The same request is still being carried out. Please wait a moment.'],
  'idempotency.other-body': [422, 'This Idempotency-Key was already used for a different request.'],
  'idempotency.outside': [
    409,
    'This was answered before, when you were given more portfolios. Please look in the lists whether it was saved.',
  ],
  'job.outside': [
    403,
    'What became of this job concerns a right or portfolios that you do not have any more. Ask an administrator.',
  ],
  'job.not-own': [403, 'Only the person who sent this job can try it again.'],
  'job.cancelled': [409, 'The job was cancelled. Nothing was saved.'],
  'job.ended': [409, 'The job has ended already: it is {status}.'],
  'job.forgotten': [409, 'What was sent for this job is not kept any more. Please send it again.'],
  'job.not-failed': [409, 'Only a job that failed can be tried again.'],
  'job.crashed': [
    500,
    'The work on it broke off {count|time|times} without a result, and nothing was saved. Please try again later.',
  ],
  'export.gone': [404, 'This file was kept until {date} and is gone. Please export again.'],
  'export.outside': [
    403,
    'This file holds what lies outside the portfolios that you may see now. Please export again: the new file holds what you may see.',
  ],
  'export.too-large': [
    422,
    'The file would be larger than {limit}. Please narrow the filters, to one year for example.',
  ],
  'export.person-full': [
    422,
    'Your exports of the last {days} days would take more than {limit}, the most that is kept for one person. Please narrow the filters, or export again after {date}, when the oldest file goes.',
  ],
  'preview.stale': [409, 'The figures have changed since they were shown. Please check them and save again.'],
  'server.busy': [503, 'The server is busy at the moment. Nothing was saved. Please try again.'],
  'read.too-slow': [
    422,
    'This takes longer than {limit} to read. Please narrow it (one portfolio, fewer days, a longer search text) or try again later.',
  ],
  'server.no-database': [
    503,
    'The database is not available at the moment. Nothing was saved. Please try again.',
  ],
  'server.no-space': [
    503,
    'The disk of the server is almost full. Nothing was saved. Please tell whoever runs the server.',
  ],
  'server.no-writes': [
    503,
    'The database does not accept changes at the moment. Nothing was saved. Please try again, or tell whoever runs the server.',
  ],
  'server.unknown': [
    503,
    'The connection was lost while saving. Please check whether it was saved before trying again; the same request sent again is safe.',
  ],
  'server.fault': [500, 'Something went wrong on the server. Nothing was saved. Please try again.'],
  // Rules
  'name.ambiguous': [422, '{value} has several securities: {choices}. Please name the symbol.'],
  'portfolio.mismatch': [422, 'Portfolio {name} and portfolio id {id} are not the same portfolio.'],
  'portfolio.not-active': [422, 'Portfolio {name} is {status}. New trades need an active portfolio.'],
  'portfolio.treatment-fixed': [422, 'The accounting treatment cannot change after the first trade.'],
  'equity.inactive': [422, '{symbol} is inactive and cannot be bought.'],
  'equity.symbol-mismatch': [422, '{company} does not trade under the symbol {symbol}.'],
  'settlement-account.method-mismatch': [
    422,
    'The settlement account {name} does not use the payment method {method}.',
  ],
  'trade.gross-too-small': [422, 'The gross value must be at least 0.01.'],
  'trade.gross-too-large': [422, 'The gross value must not exceed 1,000,000,000,000.00.'],
  'trade.date-in-future': [422, 'The trade date {date} is after today.'],
  'trade.not-a-market-day': [422, '{date} is {reason}. Please select a business day.'],
  'tariff.missing': [
    422,
    'No fee tariff is in force on {date}. Add one under Fee Tariffs, or type the fees as charged.',
  ],
  'trade.settlement-before-trade': [422, 'The settlement date must not be before the trade date.'],
  'trade.quantity-not-positive': [422, 'The quantity must be at least 1.'],
  'trade.price-too-small': [422, 'The price must be at least 0.0001.'],
  'costing-method.missing': [422, 'No costing method assigned to this portfolio.'],
  'lots.insufficient': [422, 'The holding would be negative on {date}.'],
  'allocations.missing': [422, 'Please allocate the shares to the lots they come from.'],
  'allocations.not-allowed': [422, 'Only a portfolio with Cherry Picking takes allocations.'],
  'allocations.sum-mismatch': [422, 'Total allocated ({allocated}) must match sell quantity ({quantity})'],
  'allocations.lot-unavailable': [422, 'Lot {lotId} is not available on {date}.'],
  'allocations.exceed-lot': [422, 'Lot {lotId} has only {available|share|shares} left on {date}.'],
  'trade.before-opening': [
    422,
    'The books of {portfolio} begin on {openingDate} with its opening positions. A sale cannot be dated {date}, before them.',
  ],
  'opening.bought-after': [
    422,
    'Bought on {date}, not before the opening date {openingDate}. Record it as a buy.',
  ],
  'opening.not-settled': [
    422,
    'Settles on {date}, after the opening date {openingDate}. Record it as a buy, so that its payment is due in the books.',
  ],
  'opening.difference': [
    422,
    'Debits and credits differ by {difference}. Confirm that the difference goes to Capital.',
  ],
  'opening.date-fixed': [
    409,
    'The books of {portfolio} begin on {openingDate}. Remove its opening positions and balances before choosing another date.',
  ],
  'opening.sold-before': [
    422,
    '{portfolio} has a sale on {date}, before the opening date {openingDate}. Choose an opening date that is not after it.',
  ],
  'opening.no-balances': [404, '{portfolio} has no opening balances.'],
  'trade.place-fixed': [
    422,
    'The portfolio and the security of a recorded trade cannot change. Delete it and record it again.',
  ],
  'trade.allocated': [409, '{what} cannot be deleted: its shares are allocated to {sells}.'],
  'trade.method-mismatch': [422, 'Portfolio {name} sells by {assigned}, not by {sent}.'],
  'batch.rows': [422, '{failed} of {rows|row|rows} cannot be recorded. Nothing was saved.'],
  'batch.undecided': [
    409,
    '{count|row repeats|rows repeat} a contract number. Decide what to skip and what to keep. Nothing was saved.',
  ],
  'batch.all-skipped': [422, 'Every row was skipped. Nothing was saved.'],
  'batch.undone': [409, 'This import was already undone.'],
  'batch.empty': [409, 'This import holds no trades that could be undone.'],
  'batch.needed': [
    422,
    'The import cannot be undone: without it the holding of {symbol} in {portfolio} would be negative on {date}. Delete the later sales first.',
  ],
  'prices.no-table': [
    422,
    'The file has no table with the columns Symbol and Last Trade. Please choose the trade summary as the exchange gives it.',
  ],
  'prices.date-missing': [400, 'Please select a date and file.'],
  'prices.other-day': [
    422,
    'The file says {found}, but the date selected is {date}. Select {found}, or choose the file of {date}.',
  ],
  'prices.not-over': [422, 'There are no prices of {date} yet: it is after today.'],
  'prices.no-market-day': [
    422,
    '{date} was no market day: {reason}. Please select the day that the prices are of.',
  ],
  'prices.rows': [422, '{count|row|rows} of the file cannot be read. Nothing was saved.'],
  'prices.duplicate': [
    409,
    'Trade summaries for {date} are already uploaded: duplicates were detected for the same date and symbols. Contact an administrator or use a different date.',
  ],
  'prices.unusual': [409, '{count|price is|prices are} unusual: {list}. Record all the same?'],
  'prices.unknown-symbol': [
    422,
    '{count|row names|rows name} no security of the Equity Master. Nothing was saved.',
  ],
  'prices.signed-off': [
    409,
    'The price sheet of {date} was signed off by {by}. Reopen it before you change its prices.',
  ],
  'prices.not-signed-off': [409, 'The price sheet of {date} is not signed off.'],
  'feed.unreachable': [
    502,
    'The exchange could not be read: {why}. Try again later; prices can be uploaded or typed meanwhile.',
  ],
  'feed.unexpected': [
    502,
    'The exchange answered in another form than expected ({call}: {what}). Nothing was saved; upload the trade summary instead.',
  ],
  'feed.nothing': [409, 'The exchange has no prices of {date} yet.'],
  'prices.none': [404, 'There are no prices of {date}.'],
  'file.kind': [415, 'This is not an .xlsx or .csv file. Please choose an Excel workbook or a CSV file.'],
  'file.other-kind': [
    415,
    'This is {found}. Please save it as an Excel workbook (.xlsx) or a CSV file and choose that.',
  ],
  'file.formula': [
    422,
    'Cell {cell} holds a formula without its result. Open the file in a spreadsheet program, save it and import it again.',
  ],
  'file.unreadable': [422, 'The file cannot be read: {reason}'],
  'file.too-large': [413, 'The file is larger than {limit}.'],
  'file.too-many': [422, 'The file has more than {limit}.'],
  'file.merged': [422, 'The sheet has merged cells ({range}). Unmerge them and import the file again.'],
  'attachment.kind': [
    415,
    'This file is not accepted: it must be a PDF, PNG, JPEG, Excel workbook (.xlsx), CSV or text file with the matching name.',
  ],
  'attachment.too-many': [422, 'No more than {limit} files can be attached here.'],
  'attachment.person-full': [
    413,
    'Your files would take more than {limit}, the most that one person may keep; there is room for {left}. Delete files that are no longer needed, or ask the administrator to raise the limit.',
  ],
  'attachment.permanent': [
    409,
    'This file was posted with an entry and is not deleted. It can be marked as removed, with a reason.',
  ],
  'attachment.not-permanent': [409, 'This file was never posted with an entry. It can be deleted.'],
  'attachment.removed': [409, '{by} has marked this file as removed already.'],
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
  'settlement.too-many-reconciliations': [
    422,
    'More than {limit} reconciliations at work have unmatched bank lines. Choose an account or a portfolio.',
  ],
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
  'costing-method.locked': [409, 'This portfolio already has a costing method assigned: {label}'],
  'account.mapped': [409, 'Account {account} takes postings ({roles}) and cannot be deactivated.'],
  'period.locked': [
    409,
    'The books of {entity} are locked through {through}. This can be posted on {open}, the first open day.',
  ],
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
  'settlement.nothing': [422, '{deal} has a net value of zero: there is nothing to settle.'],
  'settlement.settled': [409, '{deal} is already settled.'],
  'settlement.failed-already': [
    409,
    'The settlement of {deal} has already failed. Reschedule it or confirm it.',
  ],
  'settlement.paid-in-parts': [
    422,
    '{deal} was paid in several parts. Keep the confirmation here and reopen the settlement in Settlement Instructions: that reverses all of its parts.',
  ],
  'settlement.matched': [
    409,
    'The payment of {deal} is matched with a bank line in the reconciliation of {account} until {end}. Choose whether to unmatch it or keep the match.',
  ],
  'settlement.match-cannot-stay': [
    422,
    'Reopening reverses the entry of {deal} that is matched. Unmatch it as well.',
  ],
  'settlement.not-confirmed': [409, '{deal} has no confirmation, so there is nothing to reopen.'],
  'settlement.date-in-future': [422, 'The date {date} is after today.'],
  'settlement.before-trade': [422, 'The date {date} is before the trade date {tradeDate}.'],
  'settlement.amount-zero': [422, 'The amount must be at least 0.01.'],
  'settlement.too-much': [
    422,
    'At most {outstanding} is outstanding for {deal}. Record what was paid beyond it as a journal entry.',
  ],
  'settlement.next-date': [422, 'The new date {date} is before today.'],
  'settlement.same-date': [422, '{deal} is expected on {date} already.'],
  'settlement.stale': [
    409,
    'The settlement of {deal} has changed since it was shown. Please look at it and confirm again.',
  ],
  'payments.none': [409, 'No payment is ready for a file.'],
  'payments.incomplete': [422, 'The payment of {deal} is incomplete. Please enter in Brokers: {missing}.'],
  'settlement.items': [422, '{failed} of {items|settlement|settlements} cannot be saved. Nothing was saved.'],
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
  'ledger.too-many': [422, 'The filters leave {count} lines; {file} holds {limit}. Please narrow them.'],
  'journal.unbalanced': [422, 'Debits and credits differ by {difference}.'],
  'journal.no-lines': [422, 'An entry needs at least two lines.'],
  'journal.line-sides': [422, 'Line {line}: exactly one of debit and credit must be above zero.'],
  'journal.account-unknown': [422, 'Line {line}: there is no account {account}.'],
  'journal.derived-account': [
    422,
    'Account {account} follows from trades and events and takes no manual entries.',
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
} as const satisfies Record<RejectionCode, readonly [number, string]> &
  Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

const FACT = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g

/** A refusal's sentence with its facts filled in. A fact that is a date comes as `YYYY-MM-DD` and is said in words. */
export function refusalMessage(code: RefusalCode, facts: Record<string, string | number> = {}): string {
  return refusals[code][1].replace(FACT, (_, name: string, one?: string, many?: string) => {
    const fact = String(facts[name] ?? '')
    if (one !== undefined) return `${fact} ${fact === '1' ? one : many}`
    return isPlainDate(fact) ? dayInWords(fact) : fact
  })
}
