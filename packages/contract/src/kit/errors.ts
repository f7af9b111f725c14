import './without-eval.ts'
import type { RejectionCode } from '@em/core/rejections'
import { dayInWords } from '@em/core/values/date-texts'
import { isPlainDate } from '@em/core/values/dates'
import { z } from 'zod'
import { fileQuestion } from './file-answers.ts'
import { accountingRefusals } from './refusals/accounting.ts'
import { actionRefusals } from './refusals/actions.ts'
import { approvalRefusals } from './refusals/approvals.ts'
import { brokerRefusals } from './refusals/brokers.ts'
import { cdsRefusals } from './refusals/cds.ts'
import { custodianRefusals } from './refusals/custodian.ts'
import { documentRefusals } from './refusals/documents.ts'
import { ledgerRefusals } from './refusals/ledger.ts'
import { limitRefusals } from './refusals/limits.ts'
import { marketRefusals } from './refusals/market.ts'
import { orderRefusals } from './refusals/orders.ts'
import { proposalRefusals } from './refusals/proposals.ts'
import { valuationRefusals } from './refusals/valuation.ts'

/** The one shape of every refusal: short error, a sentence for the user, a stable code, the fields at fault. */
export const apiError = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** The question about a file that can be read in two ways. */
  question: fileQuestion.optional(),
  requestId: z.string().optional(),
})
export type ApiError = z.infer<typeof apiError>

/**
 * Every refusal the server can give: its HTTP status and its sentence. `{name}` in a sentence is filled from the
 * facts of the refusal, `{count|row|rows}` with the number and the word that fits it. Core's rejections are
 * the first group here.
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
  'report.too-long': [
    422,
    'The report has {count} lines; {file} takes {limit}. Please choose one portfolio, or fewer days.',
  ],
  'holdings.too-many': [
    422,
    'All portfolios together have {count} holdings on this day; {limit} can be shown. Please choose one portfolio, or have the report made as a file under Schedules.',
  ],
  'view.too-many': [
    422,
    'You have {limit} saved views, the most that one person may have. Please delete one first.',
  ],
  'schedule.too-many': [
    422,
    'You have {limit} scheduled reports, the most that one person may have. Please delete one first.',
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
  'symbol.ambiguous': [
    422,
    '{value} was the symbol of several securities, now {choices}. Please enter today’s symbol.',
  ],
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
  'trade.not-a-market-day': [
    422,
    '{date} is {reason}. Please select a business day: the market days next to it are {before} and {after}.',
  ],
  'tariff.missing': [
    422,
    'No fee tariff is in force on {date}. Add one under Fee Tariffs, or type the fees as charged.',
  ],
  'trade.settlement-before-trade': [422, 'The settlement date must not be before the trade date.'],
  'trade.quantity-not-positive': [422, 'The quantity must be at least 1.'],
  'trade.price-too-small': [422, 'The price must be at least 0.0001.'],
  'costing-method.missing': [422, 'No costing method assigned to this portfolio.'],
  'lots.insufficient': [422, 'The holding would be negative on {date}.'],
  'proposal.too-little': [422, 'All {available} shares that can be sold bring less than that on {date}.'],
  'proposal.no-gain': [422, 'No share that can be sold brings a part of that gain at this price.'],
  'lots.not-listed': [
    422,
    'Only {available} shares can be sold or transferred on {date}, not {quantity}: {unlisted} new shares are not listed yet. Those of {event} can be sold from {from}.',
  ],
  'lots.listing-unknown': [
    422,
    'Only {available} shares can be sold or transferred on {date}, not {quantity}: {unlisted} new shares are not listed yet. Those of {event} can be sold once its allotment date is entered and has come.',
  ],
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
    'Settles on {date}, after the opening date {openingDate}. Record it under Open items, so that its payment is due in the books.',
  ],
  'opening.difference': [
    422,
    'Debits and credits differ by {difference}. Confirm that the difference goes to Capital.',
  ],
  'opening.date-fixed': [
    409,
    'The books of {portfolio} begin on {openingDate}. Remove its opening positions, balances and open items before choosing another date.',
  ],
  'opening.sold-before': [
    422,
    '{portfolio} has a sale on {date}, before the opening date {openingDate}. Choose an opening date that is not after it.',
  ],
  'opening.dealt-after': [
    422,
    'Dealt on {date}, not before the opening date {openingDate}. Record it as a trade.',
  ],
  'opening.settled-before': [
    422,
    'Settled on {date}, before the opening date {openingDate}. Record a purchase as an opening position.',
  ],
  'opening.nothing-open': [422, 'The fees are not below the gross value: nothing is to be settled.'],
  'opening.items': [422, '{failed} of {items|open item|open items} cannot be recorded. Please correct them.'],
  'opening.item-recorded': [
    409,
    '{item}: {recorded}. Send it unchanged, or confirm that what was recorded is taken back with it.',
  ],
  'opening.item-settled': [409, '{item}: {recorded}. Send it unchanged, or reopen its settlement first.'],
  'trade.open-item': [
    409,
    '{deal} was dealt before the books of its portfolio began. Change it, or take it out, under Open items.',
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
  'batch.repeated': [
    409,
    '{count|row is|rows are} recorded already. Decide what to skip and what to keep. Nothing was saved.',
  ],
  'batch.all-skipped': [422, 'Every row was skipped. Nothing was saved.'],
  'batch.undone': [409, 'This import was already undone.'],
  'batch.empty': [409, 'This import holds no trades that could be undone.'],
  'batch.needed': [
    422,
    'The import cannot be undone: without it the holding of {symbol} in {portfolio} would be negative on {date}. Delete the later sales first.',
  ],
  'file.kind': [415, 'This is not an .xlsx or .csv file. Please choose an Excel workbook or a CSV file.'],
  'file.other-kind': [
    415,
    'This is {found}. Please save it as an Excel workbook (.xlsx) or a CSV file and choose that.',
  ],
  'file.formula': [
    422,
    'Cell {cell} holds a formula without its result. Open the file in a spreadsheet program, save it and import it again.',
  ],
  'file.date-order': [422, 'Is “{example}” {orders}? Choose how the file writes its dates.'],
  'file.decimal-mark': [
    422,
    'Is “{example}” a number with a decimal point or with a decimal comma? Choose how the file writes its numbers.',
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
  'settlement.too-many-reconciliations': [
    422,
    'More than {limit} reconciliations at work have unmatched bank lines. Choose an account or a portfolio.',
  ],
  'costing-method.locked': [409, 'This portfolio already has a costing method assigned: {label}'],
  'account.mapped': [409, 'Account {account} takes postings ({roles}) and cannot be deactivated.'],
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
  ...brokerRefusals,
  ...cdsRefusals,
  ...custodianRefusals,
  ...orderRefusals,
  ...approvalRefusals,
  ...accountingRefusals,
  ...limitRefusals,
  ...proposalRefusals,
  ...documentRefusals,
  ...ledgerRefusals,
  ...marketRefusals,
  ...valuationRefusals,
  ...actionRefusals,
} as const satisfies Record<RejectionCode, readonly [number, string]> &
  Record<string, readonly [number, string]>

export type RefusalCode = keyof typeof refusals

const FACT = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g

/** 19065 as 19,065. */
const grouped = (count: string) => count.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A refusal's sentence with its facts filled in. A count comes as digits; a fact that is a date comes as `YYYY-MM-DD` and is said in words. */
export function refusalMessage(code: RefusalCode, facts: Record<string, string | number> = {}): string {
  return refusals[code][1].replace(FACT, (_, name: string, one?: string, many?: string) => {
    const fact = String(facts[name] ?? '')
    if (one !== undefined) return `${grouped(fact)} ${fact === '1' ? one : many}`
    return isPlainDate(fact) ? dayInWords(fact) : fact
  })
}
