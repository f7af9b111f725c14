/** camt.053, the bank-to-customer statement of ISO 20022, in any of its versions. */

import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { dateFromText } from '@em/core/sheets/days'
import { isPlainDate } from '@em/core/values/dates'
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
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

/** Elements within each other; camt.053 has fifteen. */
const DEPTH_MAX = 100
const ATTRIBUTES_MAX = 100

/** @throws FileRefusal `statement.unreadable` with the line of the first fault. */
export function refuseBadXml(text: string): void {
  const scan = new SaxesParser({ xmlns: false })
  let depth = 0
  scan.on('opentag', () => {
    depth += 1
    if (depth > DEPTH_MAX) throw unreadable(scan.line, 'its elements are nested too deeply.')
  })
  let attributes = 0
  scan.on('opentagstart', () => {
    attributes = 0
  })
  scan.on('attribute', () => {
    attributes += 1
    if (attributes > ATTRIBUTES_MAX) throw unreadable(scan.line, 'an element has too many attributes.')
  })
  scan.on('closetag', () => {
    depth -= 1
  })
  try {
    scan.write(text).close()
  } catch (error) {
    if (error instanceof FileRefusal) throw error
    throw unreadable(scan.line, 'the file is not well-formed XML from here on.')
  }
}

/** An element: its parts by name, each a list; its own text under `#text`; attributes under `@name`. */
interface Node {
  readonly [part: string]: readonly Node[] | string | undefined
}
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
})

const all = (node: Node | undefined, name: string): readonly Node[] => {
  const parts = node?.[name]
  return Array.isArray(parts) ? (parts as readonly Node[]) : []
}
/** The first element along a path. */
const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((here, name) => all(here, name)[0], node)
const textAt = (node: Node | undefined, ...path: string[]): string | undefined => {
  const found = at(node, ...path)?.['#text']
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined
}

/** In: well-formed XML. @throws FileRefusal `statement.kind` where no statement is in it. */
export function readCamt(text: string): AccountStatement[] {
  const linesOf = (starts: readonly RegExpExecArray[]) =>
    starts.map(({ index }) => index).map(lineCounter(text))
  const entries = [...text.matchAll(/<(?:\w+:)?Ntry[\s>]/g)]
  if (entries.length > STATEMENT_LINES_MAX) throw tooManyLines()
  const lines = linesOf(entries)
  const starts = linesOf([...text.matchAll(/<(?:\w+:)?Stmt[\s>]/g)])
  const document = parser.parse(text) as Node
  const root = at(document, 'Document') ?? document
  let count = 0
  const statements = all(at(root, 'BkToCstmrStmt'), 'Stmt').map((stmt, index) =>
    statementOf(stmt, starts[index] ?? 1, () => lines[count++] ?? 1),
  )
  if (statements.length === 0) throw new FileRefusal('statement.kind')
  return joined(statements)
}

function statementOf(stmt: Node, startsAt: number, nextLine: () => number): AccountStatement {
  const account = at(stmt, 'Acct')
  let currency = textAt(account, 'Ccy') ?? null
  let [opening, closing] = [null as bigint | null, null as bigint | null]
  const problems: LineProblem[] = []
  for (const balance of all(stmt, 'Bal')) {
    const code = textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')
    const amount = (field: string) => unlessFaulty(problems, () => amountIn(balance, startsAt, field))
    if (code === 'OPBD' || (code === 'PRCD' && opening === null)) opening = amount('opening balance')
    if (code === 'CLBD') closing = amount('closing balance')
    currency ??= currencyOf(balance)
  }
  const lines: Line[] = []
  for (const entry of all(stmt, 'Ntry')) {
    const lineNumber = nextLine()
    const line = unlessFaulty(problems, () => {
      const other = currencyOf(entry)
      if (other !== null && currency !== null && other !== currency) {
        throw new LineFault(
          lineNumber,
          'currency',
          `The entry is in ${other}, the account in ${currency}.`,
          other,
        )
      }
      currency ??= other
      return lineOf(entry, lineNumber)
    })
    if (line !== null) lines.push(line)
  }
  return {
    account: words(textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id'), 100),
    currency,
    opening,
    closing,
    lines,
    problems,
    warnings: [],
  }
}

function currencyOf(node: Node): string | null {
  const found = at(node, 'Amt')?.['@Ccy']
  return typeof found === 'string' ? found : null
}

/** Above zero: credited to us, money in. */
function amountIn(node: Node, line: number, field: string): bigint {
  const text = textAt(node, 'Amt')
  if (text === undefined) throw new LineFault(line, field, 'The amount (Amt) is missing.')
  const amount = amountOf(text, '.')
  if (typeof amount === 'string') {
    throw new LineFault(line, field, 'This is not an amount in rupees and cents.', text)
  }
  const side = textAt(node, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') {
    throw new LineFault(line, field, 'Credit or debit (CdtDbtInd) is missing.', text)
  }
  return side === 'DBIT' ? -amount.cents : amount.cents
}

/** The name of the other party, in the elements of any version of the format. */
function partyOf(details: Node | undefined, isIn: boolean): string | undefined {
  const parties = at(details, 'RltdPties')
  const [role, ultimate] = isIn ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr']
  for (const name of [role, ultimate] as const) {
    const found = textAt(parties, name, 'Nm') ?? textAt(parties, name, 'Pty', 'Nm')
    if (found !== undefined) return found
  }
  return undefined
}

function lineOf(entry: Node, line: number): Line {
  // A version names the status by a code, an older one writes it. What is not booked may never be.
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  if (status !== undefined && status !== 'BOOK') {
    throw new LineFault(line, 'status', 'The entry is not booked.', status)
  }
  const dated = at(entry, 'BookgDt') ?? at(entry, 'ValDt')
  const day = textAt(dated, 'Dt') ?? textAt(dated, 'DtTm') ?? ''
  // The day of a moment is the one it falls on in Colombo; a day with an offset behind it is itself.
  const date = dateFromText(day, 'ymd') ?? day.slice(0, 10)
  if (!isPlainDate(date)) throw new LineFault(line, 'date', 'The entry has no booking date (BookgDt).', day)
  const net = amountIn(entry, line, 'amount')
  if (net === 0n) throw new LineFault(line, 'amount', 'The amount is zero.', textAt(entry, 'Amt'))
  const details = all(entry, 'NtryDtls').flatMap((some) => all(some, 'TxDtls'))
  const remittance = details.flatMap((one) =>
    all(at(one, 'RmtInf'), 'Ustrd').map((part) => String(part['#text'] ?? '')),
  )
  const references = details.flatMap((one) =>
    all(at(one, 'RmtInf'), 'Strd').flatMap((part) => textAt(part, 'CdtrRefInf', 'Ref') ?? []),
  )
  const parties = details.flatMap((one) => partyOf(one, net > 0n) ?? [])
  const said = [...remittance, textAt(entry, 'AddtlNtryInf') ?? ''].filter((text) => text.trim() !== '')
  const endToEnd = textAt(details[0], 'Refs', 'EndToEndId')
  return {
    date,
    description: words([...parties, ...said, ...(said.length === 0 ? references : [])].join(' '), 500),
    reference:
      words(endToEnd === 'NOTPROVIDED' ? undefined : endToEnd, 200) ??
      words(references[0], 200) ??
      words(textAt(entry, 'NtryRef'), 200),
    ...sides(net),
    balance: null,
    bankId: words(textAt(entry, 'AcctSvcrRef'), 200),
    line,
  }
}
