/** The sentence of a request: "Buy 100,000 JKH.N0000 at 10.00 for GROW (BUY-20260618-101500)". */
import { actionOf } from '@em/contract/kit/act-labels'
import type { AuditRow } from '../../platform/door.ts'
import { changesOf, kindOf, nameOf, type RecordFields } from '../audit/audit-texts.ts'
import type { Found } from './facts.queries.ts'

const MOST = 500
const LABELS = 3

const plain = (state: unknown): unknown => (state === undefined ? null : JSON.parse(JSON.stringify(state)))
const fields = (state: unknown): RecordFields | null =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as RecordFields) : null

/** A record that an act changes, as it is shown. */
export function recordOf({ action, entity, entityId, before, after }: AuditRow) {
  const [was, is] = [plain(before), plain(after)]
  return {
    kind: kindOf(entity),
    name: nameOf(entity, String(entityId), fields(was), fields(is)),
    what: actionOf(action),
    changes: changesOf(entity, was, is),
  }
}

/** The verb of an act on one record, by the last word of its action. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'Add'],
  ['update', 'Change'],
  ['change', 'Change'],
  ['remove', 'Delete'],
  ['delete', 'Delete'],
  ['reverse', 'Reverse'],
  ['process', 'Process'],
  ['confirm', 'Confirm'],
  ['invite', 'Invite'],
  ['enable', 'Enable'],
  ['disable', 'Disable'],
  ['reopen', 'Reopen'],
  ['lock', 'Lock'],
])
/** Of trades and orders, before side, quantity and symbol. */
const BEFORE: ReadonlyMap<string, string> = new Map([
  ['trades.correct', 'Correct a trade to: '],
  ['trades.delete', 'Delete: '],
  ['orders.create', 'Order: '],
  ['orders.change', 'Change the order to: '],
  ['orders.approve', 'Approve the order: '],
])

const count = (quantity: unknown) => Number(quantity).toLocaleString('en-LK')
const money = (rupees: unknown) =>
  Number(rupees).toLocaleString('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const verbOf = (action: string) => VERBS.get(action.split('.').at(-1) ?? '')

/** The name of an act whose record has only the number of a run that was rolled back. */
const SAYS: ReadonlyMap<string, (after: RecordFields, file: string | null) => string> = new Map([
  ['batches.record', (_, file) => `Import ${file ?? 'of rows'}`],
  ['valuations.run', ({ date, portfolio }) => `Mark-to-market run of ${date}${of(portfolio)}`],
  [
    'valuations.confirm',
    ({ date, portfolio }) => `Confirm the mark-to-market run of ${date}${of(portfolio)}`,
  ],
])
const of = (portfolio: unknown) => (typeof portfolio === 'string' ? `, ${portfolio}` : '')

interface Asked {
  readonly audits: readonly AuditRow[]
  readonly found: Found
  /** The summary of the call. */
  readonly summary: string
  /** The JSON that was sent. */
  readonly json: unknown
}

/** The request in a sentence. */
export function titleOf({ audits, found, summary, json }: Asked): string {
  const whole = audits.at(-1)
  if (whole === undefined) return clauseOf(summary)
  const says = SAYS.get(whole.action)?.(fields(plain(whole.after)) ?? {}, fileIn(json))
  return sentenceOf(whole, found, { summary, says }).slice(0, MOST)
}

function fileIn(json: unknown): string | null {
  const { fileName } = fields(json) ?? {}
  return typeof fileName === 'string' && fileName.trim() !== '' ? fileName.trim() : null
}

interface Words {
  readonly summary: string
  /** Where the act has words of its own. */
  readonly says: string | undefined
}

function sentenceOf(whole: AuditRow, { facts, counts, amount }: Found, { summary, says }: Words): string {
  const { kind, name, changes } = recordOf(whole)
  const [trade] = facts.trades
  if (whole.entity === 'order') return orderSentence(whole)
  if (whole.entity === 'trade' && trade !== undefined && counts.trades === 1) {
    const { side, quantity, symbol, price, portfolio } = trade
    const title = `${side.replace(', deleted', '')} ${count(quantity)} ${symbol} at ${money(price)} for ${portfolio}`
    return `${first(`${BEFORE.get(whole.action) ?? ''}${title}`)} (${name})`
  }
  const record = name.startsWith(kind) ? name : `${kind} ${name}`
  const verb = verbOf(whole.action)
  const title =
    says ?? (verb === undefined ? `${clauseOf(summary)}: ${name}` : `${verb} ${lowerFirst(record)}`)
  if (counts.trades > 1)
    return `${title} (${count(counts.trades)} trades, gross ${money(Number(amount ?? 0n) / 100)})`
  const labels = changes.map(({ label }) => label)
  if (says !== undefined || verb !== 'Change' || labels.length === 0) return title
  const more = labels.length - LABELS
  return `${title}: ${labels.slice(0, LABELS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** "Order: buy 50,000 JKH.N0000 at 10.00 or better for Growth Fund". */
function orderSentence({ action, before, after }: AuditRow): string {
  const order = fields(plain(after ?? before)) ?? {}
  const { side, symbol, quantity, amount, limit_price: limit, portfolios, number } = order
  const what = quantity == null ? `${symbol} for ${money(amount)}` : `${count(quantity)} ${symbol}`
  const at = limit == null ? '' : ` at ${money(limit)} or better`
  const portfolioNames = String(portfolios ?? '').replace(/ \d+(?=,|$)/g, '')
  const title = `${BEFORE.get(action) ?? 'Order: '}${side} ${what}${at} in ${portfolioNames}`
  // The number of a new one is given when it is carried out.
  return action === 'orders.create' ? title : `${title} (${number})`
}

/** The first clause of what a call does, without what only programs read. */
const clauseOf = (summary: string) =>
  (summary.split(/[;:(]/, 1)[0] ?? summary).replaceAll('`', '').trim().slice(0, 120)
const lowerFirst = (text: string) =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
