/** OFX: version 1 (SGML, tags that need no end, also all on one line) and version 2 (XML). */
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { isPlainDate } from '@em/core/values/dates'
import { amountOf } from './amounts.ts'
import {
  type AccountStatement,
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

export const isOfx = (text: string) =>
  /^\s*(OFXHEADER|<\?OFX|<OFX>)/i.test(text) || /<OFX>/i.test(text.slice(0, 4000))

interface Tag {
  readonly name: string
  readonly value: string
  readonly ends: boolean
  readonly line: number
}

const TAG = /<(\/?)([A-Za-z0-9._]+)\s*(\/?)>/g
/** The text of a line's end on a page. */
const LINE_END = /<br\s*\/?>/iy
const CDATA_BEGIN = '<![CDATA['
const CDATA_END = ']]>'

/** Where text ends: at the next tag. A lone `<` is text. */
function textEnd(text: string, from: number): number {
  let at = text.indexOf('<', from)
  while (at !== -1 && !/[/A-Za-z!]/.test(text.charAt(at + 1))) at = text.indexOf('<', at + 1)
  return at === -1 ? text.length : at
}

/** The value from `from` up to the next tag, and the offset of that tag. */
function valueAt(text: string, from: number, lastCdata: number): { value: string; at: number } {
  let at = from
  let value = ''
  for (;;) {
    const end = textEnd(text, at)
    if (end > at) {
      value += decoded(text.slice(at, end))
      at = end
    } else if (at < lastCdata && text.startsWith(CDATA_BEGIN, at)) {
      const cdata = text.indexOf(CDATA_END, at)
      value += text.slice(at + CDATA_BEGIN.length, cdata)
      at = cdata + CDATA_END.length
    } else {
      LINE_END.lastIndex = at
      const [lineEnd] = LINE_END.exec(text) ?? []
      if (lineEnd === undefined) return { value, at }
      value += ' '
      at += lineEnd.length
    }
  }
}

function* tagsOf(text: string): Generator<Tag> {
  const lineAt = lineCounter(text)
  // Where none ends any more, each that begins would be followed to the end of the file.
  const lastCdata = text.lastIndexOf(CDATA_END)
  let from = Math.max(0, text.search(/<OFX>/i))
  for (;;) {
    TAG.lastIndex = from
    const tag = TAG.exec(text)
    if (tag === null) return
    const { value, at } = valueAt(text, TAG.lastIndex, lastCdata)
    from = at
    yield {
      name: (tag[2] as string).toUpperCase(),
      value: value.trim(),
      ends: tag[1] === '/',
      line: lineAt(tag.index),
    }
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decoded = (text: string) =>
  text.replace(/&(#\d{1,6}|#x[\da-f]{1,5}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
  })

interface Open {
  account: string | null
  currency: string | null
  closing: bigint | null
  lines: Line[]
  problems: LineProblem[]
}

/** @throws FileRefusal where the file ends within a transaction or a statement. */
export function readOfx(text: string): AccountStatement[] {
  const statements: AccountStatement[] = []
  let statement: Open | undefined
  let transaction: Map<string, Tag> | undefined
  let balance = false
  let count = 0
  const outside: LineProblem[] = []
  // A transaction ends at the next one as at its own end; some programs leave the end out.
  const endTransaction = (open: Open) => {
    if (transaction === undefined) return
    const tags = transaction
    transaction = undefined
    const line = unlessFaulty(open.problems, () => lineOf(tags))
    if (line !== null) open.lines.push(line)
    count += 1
    if (count > STATEMENT_LINES_MAX) throw tooManyLines()
  }
  for (const tag of tagsOf(text)) {
    if (/^(CC)?STMTRS$/.test(tag.name)) {
      if (statement !== undefined && tag.ends) endTransaction(statement)
      if (statement !== undefined) statements.push(closed(statement))
      statement = tag.ends
        ? undefined
        : { account: null, currency: null, closing: null, lines: [], problems: [] }
      continue
    }
    if (statement === undefined) {
      if (tag.name === 'STMTTRN' && !tag.ends && outside.length < OUTSIDE_MAX) {
        outside.push({ line: tag.line, field: 'amount', message: OUTSIDE, value: null })
      }
      continue
    }
    if (tag.name === 'STMTTRN') {
      endTransaction(statement)
      if (!tag.ends) transaction = new Map([['', tag]])
    } else if (tag.name === 'BANKTRANLIST' && tag.ends) endTransaction(statement)
    else if (tag.name === 'LEDGERBAL') balance = !tag.ends
    else if (tag.ends) continue
    else if (transaction !== undefined) {
      if (tag.value !== '' && !transaction.has(tag.name)) transaction.set(tag.name, tag)
    } else if (tag.name === 'ACCTID' && statement.account === null) statement.account = words(tag.value, 100)
    else if (tag.name === 'CURDEF') statement.currency = words(tag.value, 3)?.toUpperCase() ?? null
    else if (tag.name === 'BALAMT' && balance && tag.value !== '') {
      statement.closing = unlessFaulty(statement.problems, () => amountIn(tag, 'closing balance'))
    }
  }
  if (transaction !== undefined) {
    throw unreadable(transaction.get('')?.line ?? 1, 'the file ends within this transaction.')
  }
  if (statement !== undefined) throw unreadable(text.split('\n').length, 'the file ends within a statement.')
  const last = statements.pop()
  if (last !== undefined) statements.push({ ...last, problems: [...last.problems, ...outside] })
  return statements
}

const OUTSIDE = 'This transaction is outside of a statement.'
const OUTSIDE_MAX = 1_000

const closed = (open: Open): AccountStatement => ({
  ...open,
  opening: null,
  warnings: [],
})

function lineOf(tags: ReadonlyMap<string, Tag>): Line {
  const start = tags.get('')?.line ?? 1
  const value = (name: string) => tags.get(name)?.value
  const posted = tags.get('DTPOSTED')
  if (posted === undefined) throw new LineFault(start, 'date', 'The transaction has no date (DTPOSTED).')
  const amount = tags.get('TRNAMT')
  if (amount === undefined) throw new LineFault(start, 'amount', 'The transaction has no amount (TRNAMT).')
  const net = amountIn(amount, 'amount')
  if (net === 0n) throw new LineFault(amount.line, 'amount', 'The amount is zero.', amount.value)
  const name = value('NAME') ?? ''
  const memo = value('MEMO') ?? ''
  return {
    date: dateIn(posted),
    description: words(memo.startsWith(name) ? memo : `${name} ${memo}`, 500) ?? words(value('TRNTYPE'), 500),
    reference: words(value('CHECKNUM') ?? value('REFNUM'), 200),
    ...sides(net),
    balance: null,
    bankId: words(value('FITID'), 200),
    line: start,
  }
}

function dateIn({ value, line }: Tag): string {
  const found = /^(\d{4})(\d{2})(\d{2})/.exec(value)
  const date = found === null ? '' : `${found[1]}-${found[2]}-${found[3]}`
  if (!isPlainDate(date)) throw new LineFault(line, 'date', 'This is not a date.', value)
  return date
}

/** Above zero: money in. */
function amountIn({ value, line }: Tag, field: string): bigint {
  const amount = amountOf(value, /,\d{1,2}$/.test(value) ? ',' : '.')
  if (typeof amount === 'string') {
    throw new LineFault(line, field, 'This is not an amount in rupees and cents.', value)
  }
  return amount.cents
}
