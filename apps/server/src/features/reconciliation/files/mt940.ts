/** MT940, SWIFT's customer statement: fields like :61: with its :86: text, between the balances :60F: and :62F:. */
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { daysBetween, isPlainDate } from '@em/core/values/dates'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { amountOf } from './amounts.ts'
import {
  type AccountStatement,
  joined,
  type Line,
  LineFault,
  type LineProblem,
  lineCounter,
  sides,
  tooManyLines,
  unlessFaulty,
  unreadable,
  words,
} from './statement.ts'

export const isMt940 = (text: string) =>
  /^\s*(?:\{1:[^}]*\}[\s\S]{0,300}?\{4:\s*)?:20:/.test(text) ||
  (/^:60[FM]:/m.test(text) && /^:25:/m.test(text))

interface Field {
  readonly tag: string
  readonly text: string
  readonly line: number
}

/** The beginning of a field, such as `:61`, whose tag is not one: no line of a text begins with a colon. */
const DAMAGED = /^:\d/

/** The fields in their order; a blank tag is one that cannot be read. */
function* fieldsOf(text: string): Generator<Field> {
  let field: { tag: string; text: string; line: number } | undefined
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.replace(/^\{1:.*\{4:/, '').trimEnd()
    const start = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (start !== null) {
      if (field !== undefined) yield field
      field = { tag: start[1] as string, text: start[2] as string, line: index + 1 }
    } else if (DAMAGED.test(line)) {
      if (field !== undefined) yield field
      field = { tag: '', text: line, line: index + 1 }
    } else if (/^-\}?|^\{5:/.test(line) && !/^-[^}]/.test(line)) {
      if (field !== undefined) yield field
      field = undefined
    } else if (field !== undefined && line !== '') field.text += `\n${line}`
  }
  if (field !== undefined) yield field
}

/** Twenty for each entry. */
const FILE_LINES_MAX = 20 * STATEMENT_LINES_MAX
const tooManyFileLines = () =>
  new FileRefusal('file.too-many', { limit: `${FILE_LINES_MAX.toLocaleString('en')} lines` })

interface Open {
  account: string | null
  currency: string | null
  opening: bigint | null
  closing: bigint | null
  lines: Line[]
  problems: LineProblem[]
  start: number
}

const opened = (start: number): Open => ({
  account: null,
  currency: null,
  opening: null,
  closing: null,
  lines: [],
  problems: [],
  start,
})

/** @throws FileRefusal for a statement without a closing balance, balances that cannot be read, too many lines. */
export function readMt940(text: string): AccountStatement[] {
  const statements: AccountStatement[] = []
  let open: Open | undefined
  let count = 0
  if (lineCounter(text)(text.length) > FILE_LINES_MAX) throw tooManyFileLines()
  const end = () => {
    if (open === undefined) return
    if (open.closing === null) throw unreadable(open.start, 'the statement has no closing balance (:62F:).')
    statements.push({ ...open, warnings: [] })
  }
  // A :86: is the text of what is before it: of an entry, of one that was left out, or, behind a balance, of the whole statement.
  let isOfEntry = false
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') {
      end()
      open = opened(field.line)
      isOfEntry = false
      continue
    }
    // Some banks leave out :20:; then :25: begins the statement, as it does behind a closing balance.
    if (field.tag === '25' && (open === undefined || open.closing !== null)) {
      end()
      open = opened(field.line)
    }
    if (field.tag !== '61' && field.tag !== '86') isOfEntry = false
    if (field.tag === '') {
      const message = 'This begins like a field, such as :61:, and is none.'
      open?.problems.push({ line: field.line, field: 'amount', message, value: words(field.text, 200) })
      continue
    }
    if (open === undefined)
      throw unreadable(field.line, `:${field.tag}: stands before the statement begins (:20: or :25:).`)
    if (field.tag === '25') open.account = words(field.text.split('\n')[0], 100)
    else if (/^60[FM]$/.test(field.tag)) {
      const balance = balanceIn(field)
      open.opening ??= balance.amount
      open.currency ??= balance.currency
    } else if (/^62[FM]$/.test(field.tag)) {
      const balance = balanceIn(field)
      if (open.currency !== null && balance.currency !== open.currency) {
        throw unreadable(field.line, `the balances are in ${open.currency} and ${balance.currency}.`)
      }
      open.closing = balance.amount
    } else if (field.tag === '61') {
      const line = unlessFaulty(open.problems, () => lineIn(field))
      isOfEntry = line !== null
      if (line !== null) open.lines.push(line)
      count += 1
      if (count > STATEMENT_LINES_MAX) throw tooManyLines()
    } else if (field.tag === '86') {
      const last = isOfEntry ? open.lines.pop() : undefined
      if (last !== undefined) open.lines.push({ ...last, ...described(last, field.text) })
    }
  }
  end()
  if (statements.length === 0) throw new FileRefusal('statement.kind')
  return joined(statements)
}

/** The type of an entry, such as NTRF: said only where nothing else is. */
const TYPE = /^[A-Z][A-Z0-9]{3}$/

function described(line: Line, text: string): Pick<Line, 'description'> {
  const plain = text.replace(/\?\d{2}/g, ' ').replace(/\n/g, ' ')
  const more = TYPE.test(line.description ?? '') && plain.trim() !== '' ? '' : (line.description ?? '')
  return { description: words(`${plain} ${more}`, 500) }
}

/** Null: no day of any year. */
function dateIn(yymmdd: string): string | null {
  const year = Number(yymmdd.slice(0, 2))
  const date = `${year >= 80 ? 19 : 20}${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`
  return isPlainDate(date) ? date : null
}
/** Null: no amount. */
function centsIn(text: string): bigint | null {
  const amount = amountOf(text, ',')
  return typeof amount === 'string' ? null : amount.cents
}

function balanceIn({ tag, text, line }: Field): { amount: bigint; currency: string } {
  const found = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)/.exec(text)
  if (found === null) throw unreadable(line, `the balance :${tag}: is not in the expected form.`)
  const amount = centsIn(found[4] as string)
  if (amount === null || dateIn(found[2] as string) === null) {
    throw unreadable(line, `the balance :${tag}: is not in the expected form.`)
  }
  return { amount: found[1] === 'D' ? -amount : amount, currency: found[3] as string }
}

// Value date, booking day (blanks where a bank has none), credit or debit (R: reversal of one), the currency's third letter, amount, type, references.
const ENTRY = /^(\d{6})(\d{4}|[ ]{1,4})?(R?[CD])([A-Z]?)([\d.,]+)([A-Z][A-Z0-9]{3})?([^\n]*)(?:\n([\s\S]*))?$/

function lineIn({ text, line }: Field): Line {
  const found = ENTRY.exec(text)
  if (found === null) throw new LineFault(line, 'amount', 'The entry :61: is not in the expected form.', text)
  const [, value, booked, mark, , amount, type, references = '', more] = found
  const valued = dateIn(value as string)
  if (valued === null) throw new LineFault(line, 'date', 'This is not a date.', value)
  const net = centsIn(amount as string)
  if (net === null) {
    throw new LineFault(line, 'amount', 'This is not an amount in rupees and cents.', amount)
  }
  if (net === 0n) throw new LineFault(line, 'amount', 'The amount is zero.', amount)
  const [ours, theirs] = references.split('//')
  return {
    date: booked === undefined || booked.trim() === '' ? valued : bookedOn(valued, booked, line),
    description: words(more, 500) ?? words(type, 500),
    reference: /^NONREF$/i.test((ours ?? '').trim()) ? null : words(ours, 200),
    // A credit to us is money in; a reversal turns it round.
    ...sides(mark === 'C' || mark === 'RD' ? net : -net),
    balance: null,
    bankId: words(theirs, 200),
    line,
  }
}

/** The booking day has no year: it is the one nearest to the value date. */
function bookedOn(valued: string, mmdd: string, line: number): string {
  const year = Number(valued.slice(0, 4))
  const dates = [year - 1, year, year + 1]
    .map((one) => `${one}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`)
    .filter(isPlainDate)
  const distance = (date: string) => Math.abs(daysBetween(valued, date))
  const [nearest] = dates.toSorted((a, b) => distance(a) - distance(b))
  if (nearest === undefined) throw new LineFault(line, 'date', 'This is not a date.', mmdd)
  return nearest
}
