/** camt.053, the bank-to-customer statement of ISO 20022, in any of its versions. */
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { isPlainDate } from '@em/core/values/dates'
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { amountOf } from './amounts.ts'
import {
  type AccountStatement,
  joined,
  type Line,
  lineCounter,
  sides,
  tooManyLines,
  unreadable,
  words,
} from './statement.ts'

/** Elements within each other; camt.053 has fifteen. */
const DEPTH_MAX = 100
const ATTRIBUTES_MAX = 100

/** @throws FileRefusal `statement.unreadable` with the line of the first fault; doctypes are refused. */
export function refuseBadXml(text: string): void {
  const doctype = text.search(/<!(DOCTYPE|ENTITY)/i)
  if (doctype >= 0) throw unreadable(lineCounter(text)(doctype), 'a document type is not accepted.')
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

/** In: well-formed XML. @throws FileRefusal naming the line of what cannot be read. */
export function readCamt(text: string): AccountStatement[] {
  const starts = [...text.matchAll(/<(?:\w+:)?Ntry[\s>]/g)].map((found) => found.index)
  if (starts.length > STATEMENT_LINES_MAX) throw tooManyLines()
  const lineAt = lineCounter(text)
  const lines = starts.map(lineAt)
  const document = parser.parse(text) as Node
  const root = at(document, 'Document') ?? document
  let count = 0
  const statements = all(at(root, 'BkToCstmrStmt'), 'Stmt').map((stmt) => {
    const found = statementOf(stmt, () => lines[count++] ?? 1)
    return found
  })
  if (statements.length === 0) throw new FileRefusal('statement.kind')
  return joined(statements)
}

function statementOf(stmt: Node, nextLine: () => number): AccountStatement {
  const account = at(stmt, 'Acct')
  const warnings: string[] = []
  let currency = textAt(account, 'Ccy') ?? null
  let [opening, closing, pending] = [null as bigint | null, null as bigint | null, 0]
  for (const balance of all(stmt, 'Bal')) {
    const code = textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')
    if (code === 'OPBD' || (code === 'PRCD' && opening === null)) opening = amountIn(balance, 1)
    if (code === 'CLBD') closing = amountIn(balance, 1)
    currency ??= currencyOf(balance)
  }
  const lines: Line[] = []
  for (const entry of all(stmt, 'Ntry')) {
    const line = nextLine()
    const other = currencyOf(entry)
    if (other !== null && currency !== null && other !== currency) {
      throw unreadable(line, `the entry is in ${other}, the account in ${currency}.`)
    }
    currency ??= other
    if ((textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'PDNG') {
      pending += 1
      continue
    }
    lines.push(lineOf(entry, line))
  }
  if (pending > 0)
    warnings.push(
      `${pending === 1 ? '1 entry is' : `${pending} entries are`} not booked yet and ${pending === 1 ? 'was' : 'were'} not imported.`,
    )
  return {
    account: words(textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id'), 100),
    currency,
    opening,
    closing,
    lines,
    warnings,
  }
}

function currencyOf(node: Node): string | null {
  const found = at(node, 'Amt')?.['@Ccy']
  return typeof found === 'string' ? found : null
}

/** Above zero: credited to us, money in. */
function amountIn(node: Node, line: number): bigint {
  const text = textAt(node, 'Amt')
  if (text === undefined) throw unreadable(line, 'an amount (Amt) is missing.')
  const amount = amountOf(text, '.')
  if (typeof amount === 'string') throw unreadable(line, `“${text.slice(0, 40)}” is not an amount.`)
  const side = textAt(node, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') throw unreadable(line, 'credit or debit (CdtDbtInd) is missing.')
  return side === 'DBIT' ? -amount.cents : amount.cents
}

function lineOf(entry: Node, line: number): Line {
  const dated = at(entry, 'BookgDt') ?? at(entry, 'ValDt')
  const date = (textAt(dated, 'Dt') ?? textAt(dated, 'DtTm') ?? '').slice(0, 10)
  if (!isPlainDate(date)) throw unreadable(line, 'the entry has no booking date (BookgDt).')
  const net = amountIn(entry, line)
  if (net === 0n) throw unreadable(line, 'the amount is zero.')
  const details = all(entry, 'NtryDtls').flatMap((some) => all(some, 'TxDtls'))
  const remittance = details.flatMap((one) =>
    all(at(one, 'RmtInf'), 'Ustrd').map((part) => String(part['#text'] ?? '')),
  )
  const endToEnd = textAt(details[0], 'Refs', 'EndToEndId')
  return {
    date,
    description: words([...remittance, textAt(entry, 'AddtlNtryInf') ?? ''].join(' '), 500),
    reference:
      words(endToEnd === 'NOTPROVIDED' ? undefined : endToEnd, 200) ?? words(textAt(entry, 'NtryRef'), 200),
    ...sides(net),
    balance: null,
    bankId: words(textAt(entry, 'AcctSvcrRef'), 200),
    line,
  }
}
