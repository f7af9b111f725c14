/**
 * semt.002, custody balance report, sese.025, confirmation of a settlement, and sese.026, its reversal, of ISO 20022, in any of their
 * versions, with or without a business header. `MxReader` takes the elements one by one from a scan of the
 * XML, so that a message with 10,000 positions is never a whole tree in memory.
 */
import { dateFromText } from '../sheets/days.ts'
import { isPlainDate, type PlainDate } from '../values/dates.ts'
import type { Shares } from '../values/decimal.ts'
import {
  type ConfirmationLine,
  type CustodianMessage,
  described,
  Faults,
  FileBounds,
  type HoldingLine,
  isinOf,
  rupeesOf,
  shortText,
  symbolWithin,
  Unreadable,
  wholeShares,
} from './message.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly parts: Element[]
}

/** The first element along a path. */
function at(of: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>((here, name) => here?.parts.find((part) => part.name === name), of)
}
const textAt = (of: Element | undefined, ...path: string[]): string | undefined => {
  const text = at(of, ...path)?.text.trim()
  return text === '' ? undefined : text
}
const allAt = (of: Element | undefined, name: string) => of?.parts.filter((part) => part.name === name) ?? []
/** The first element of a name at any depth. */
function below(of: Element | undefined, name: string): Element | undefined {
  for (const part of of?.parts ?? []) {
    const found = part.name === name ? part : below(part, name)
    if (found !== undefined) return found
  }
  return undefined
}

const REPORT = /^SctiesBalCtdyRpt(V\d+)?$/
const CONFIRMATION = /^SctiesSttlmTxConf(V\d+)?$/
const REVERSAL = /^SctiesSttlmTxRvslAdvc(V\d+)?$/
/** Types of documents that are read, by their namespace. */
const READ = new Set(['semt.002', 'sese.025', 'sese.026'])
/** Texts of an element are names, references and numbers. */
const TEXT_MAX = 5_000

/** Takes the elements of a file, and has its messages. @throws Unreadable, TooMany */
export class MxReader {
  readonly messages: CustodianMessage[] = []
  readonly leftOut = new Map<string, number>()
  /** Messages that were begun. */
  count = 0
  #header: string | undefined
  #open: Element[] = []
  #lines: HoldingLine[] = []
  #bounds = new FileBounds()
  /** The places of safekeeping of each security of the account, and of the part of it that is read. */
  #ofAccount: SafekeepingPlaces = new Map()
  #ofPart: SafekeepingPlaces = new Map()

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length === 0) {
      if (name === 'AppHdr') this.#begin(name, attributes)
      else if (REPORT.test(name) || CONFIRMATION.test(name) || REVERSAL.test(name)) {
        this.count += 1
        this.#bounds.message()
        if (REPORT.test(name)) this.#bounds.statement()
        this.#begin(name, attributes)
      } else if (name === 'Document') this.#other(attributes)
      return
    }
    const element: Element = { name, attributes, text: '', parts: [] }
    this.#open.at(-1)?.parts.push(element)
    this.#open.push(element)
  }
  text(said: string): void {
    const top = this.#open.at(-1)
    if (top === undefined) return
    if (top.text.length + said.length > TEXT_MAX && said.trim() !== '')
      throw new Unreadable(top.name, 'its text is too long.')
    if (top.text.length < TEXT_MAX) top.text += said
  }
  close(): void {
    const element = this.#open.pop()
    if (element === undefined) return
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      this.#end(element)
      return
    }
    // Taken as it comes, so that the tree does not grow.
    if (element.name === 'BalForAcct' && REPORT.test(parent.name)) {
      const account = textAt(parent, 'SfkpgAcct', 'Id')
      this.#take(holding(element, accountOf(account), this.#ofAccount))
      parent.parts.pop()
    } else if (element.name === 'BalForSubAcct' && parent.name === 'SubAcctDtls') {
      const own = textAt(this.#open[0], 'SfkpgAcct', 'Id')
      const account = accountOf(textAt(parent, 'SfkpgAcct', 'Id') ?? own)
      const whole = account === accountOf(own) ? this.#ofAccount : undefined
      this.#take(holding(element, account, this.#ofPart, whole))
      parent.parts.pop()
    } else if (element.name === 'SubAcctDtls') this.#ofPart = new Map()
  }

  #take(line: HoldingLine) {
    this.#bounds.lines(1)
    this.#lines.push(line)
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>) {
    this.#lines = []
    this.#ofAccount = new Map()
    this.#ofPart = new Map()
    this.#open = [{ name, attributes, text: '', parts: [] }]
  }
  /** A document of another type is recognised by its namespace. */
  #other(attributes: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(attributes)) {
      const type = name.startsWith('xmlns') ? /([a-z]{4}\.\d{3})\.\d{3}\.\d{2}$/.exec(value)?.[1] : undefined
      if (type === undefined || READ.has(type)) continue
      this.#bounds.message()
      this.leftOut.set(type, (this.leftOut.get(type) ?? 0) + 1)
      this.#header = undefined
      return
    }
  }
  #end(root: Element) {
    if (root.name === 'AppHdr') {
      this.#header = textAt(root, 'BizMsgIdr')
      return
    }
    if (REPORT.test(root.name)) this.messages.push(report(root, this.#header, this.#lines))
    else {
      this.#bounds.lines(1)
      this.messages.push(confirmation(root, this.#header))
    }
    this.#header = undefined
  }
}

function accountOf(text: string | undefined): string {
  const account = shortText(text, 'SfkpgAcct/Id')
  if (account === null) throw new Unreadable('SfkpgAcct/Id', 'the safekeeping account is missing.')
  return account
}

/** A day, or the day in Colombo of a moment. */
function dayOf(of: Element | undefined): PlainDate | null {
  const text =
    (below(of, 'DtTm') ?? below(of, 'Dt'))?.text.trim() ||
    below(at(of, 'Dt'), 'Dt')?.text.trim() ||
    of?.text.trim()
  if (text === undefined || text === '') return null
  const day = dateFromText(text, 'ymd') ?? text.slice(0, 10)
  return isPlainDate(day) ? day : null
}

function report(root: Element, header: string | undefined, lines: readonly HoldingLine[]): CustodianMessage {
  const details = at(root, 'StmtGnlDtls')
  if (details === undefined) throw new Unreadable('StmtGnlDtls', 'the block StmtGnlDtls is missing.')
  const date = dayOf(at(details, 'StmtDtTm'))
  if (date === null) throw new Unreadable('StmtDtTm', 'the day of the statement is missing or no day.')
  const page = textAt(root, 'Pgntn', 'PgNb')
  const last = textAt(root, 'Pgntn', 'LastPgInd')
  if (page === undefined || !/^\d{1,5}$/.test(page) || !/^(true|false|1|0)$/.test(last ?? ''))
    throw new Unreadable('Pgntn', 'the page number (PgNb) or whether it is the last (LastPgInd) is missing.')
  const basis = textAt(details, 'StmtBsis', 'Cd')
  if (basis !== undefined && basis !== 'SETT' && basis !== 'TRAD')
    throw new Unreadable('StmtBsis', `the basis ${basis.slice(0, 20)} is not read; SETT and TRAD are.`)
  const number =
    textAt(details, 'StmtId') ?? textAt(details, 'RptNb', 'Short') ?? textAt(details, 'RptNb', 'Lng')
  return {
    type: 'semt.002',
    reference: shortText(header ?? textAt(details, 'StmtId'), 'BizMsgIdr'),
    cancels: null,
    statement: {
      date,
      basis: basis === undefined ? null : basis === 'SETT' ? 'settled' : 'traded',
      number: shortText(number, 'StmtId'),
      page: Number(page),
      isLast: last === 'true' || last === '1',
      isWhole: textAt(details, 'UpdTp', 'Cd') !== 'DELT',
    },
    account: accountOf(textAt(root, 'SfkpgAcct', 'Id')),
    lines,
  }
}

function securityOf(of: Element | undefined, faults: Faults) {
  const named = textAt(of, 'ISIN')
  const isin = isinOf(named)
  if (named !== undefined && isin === null) faults.add('ISIN', `“${named.slice(0, 40)}” is no ISIN.`)
  const text = described(textAt(of, 'Desc'))
  const others = allAt(of, 'OthrId').flatMap((other) => textAt(other, 'Id') ?? [])
  if (isin === null && text === null && others.length === 0)
    faults.add('FinInstrmId', 'The security is missing.')
  return { isin, symbol: symbolWithin([...others, text ?? ''].join(' ')), text: text ?? described(others[0]) }
}

function sharesOf(of: Element | undefined, field: string, faults: Faults) {
  if (of === undefined) return null
  const unit = below(of, 'Unit')?.text.trim()
  if (unit === undefined || unit === '') return faults.add(field, 'The quantity is not in units.')
  const isShort = unit.startsWith('-') || textAt(of, 'ShrtLngInd') === 'SHOR'
  return wholeShares(unit.replace(/^[-+]/, ''), { mark: '.', isShort, field, faults })
}

/** Of each security the places of safekeeping that have a line of it; blank where a line names none. */
type SafekeepingPlaces = Map<string, Set<string>>

/** The text of an element and those below it. */
const saidBy = (of: Element | undefined): string =>
  of === undefined ? '' : `${of.text.trim()} ${of.parts.map(saidBy).join(' ')}`.trim()

/** Notes where a line is of. False where it repeats another, or one of them may be the sum of the others. */
function isOtherSafekeeping(bySecurity: SafekeepingPlaces, security: string, safekeeping: string): boolean {
  const known = bySecurity.get(security) ?? new Set<string>()
  bySecurity.set(security, known)
  const isOther = known.size === 0 || (safekeeping !== '' && !known.has('') && !known.has(safekeeping))
  known.add(safekeeping)
  return isOther
}

/** @param whole the places of the whole account, where the line is of a part of it without a number of its own. */
function holding(
  of: Element,
  account: string,
  bySecurity: SafekeepingPlaces,
  whole?: SafekeepingPlaces,
): HoldingLine {
  const faults = new Faults()
  const security = securityOf(at(of, 'FinInstrmId'), faults)
  const key = security.isin ?? security.symbol ?? security.text ?? ''
  const isOther = isOtherSafekeeping(bySecurity, `${account} ${key}`, saidBy(at(of, 'SfkpgPlc')))
  if (!isOther || whole?.has(`${account} ${key}`) === true)
    faults.add(
      'FinInstrmId',
      'The security stands in the statement twice. Please ask the custodian which line counts.',
    )
  const balance = (name: string) => sumOf(of, (one) => [at(one, name)], name, faults)
  const [aggregate, available] = [balance('AggtBal'), balance('AvlblBal')]
  if (aggregate === null && available === null) faults.add('AggtBal', 'There is no balance.')
  const part = (code: string) =>
    sumOf(
      of,
      (one) =>
        allAt(one, 'BalBrkdwn')
          .filter((row) => textAt(row, 'SubBalTp', 'Cd') === code)
          .map((row) => at(row, 'Qty')),
      `BalBrkdwn ${code}`,
      faults,
    )
  return {
    of: 'holding',
    account,
    ...security,
    aggregate,
    available,
    pledged: part('PLED'),
    pendingReceipt: part('PENR'),
    pendingDelivery: part('PEND'),
    fault: faults.first,
  }
}

/** The quantities of a balance together; where it has none, those of its places of safekeeping. */
function sumOf(
  of: Element,
  quantities: (of: Element) => readonly (Element | undefined)[],
  field: string,
  faults: Faults,
) {
  const own = quantities(of).filter((one) => one !== undefined)
  const found = own.length > 0 ? own : allAt(of, 'BalAtSfkpgPlc').flatMap(quantities)
  let sum: Shares | null = null
  for (const one of found) {
    if (one === undefined) continue
    const shares = sharesOf(one, field, faults)
    if (shares === null) return null
    sum = (sum ?? 0n) + shares
  }
  return sum
}

/** A confirmation, or the reversal of one. */
function confirmation(root: Element, header: string | undefined): CustodianMessage {
  const faults = new Faults()
  const ids = at(root, 'TxIdDtls')
  if (ids === undefined) throw new Unreadable('TxIdDtls', 'the block TxIdDtls is missing.')
  const own = at(root, 'QtyAndAcctDtls')
  if (own === undefined) throw new Unreadable('QtyAndAcctDtls', 'the block QtyAndAcctDtls is missing.')
  const account = accountOf(textAt(own, 'SfkpgAcct', 'Id'))
  const movement = textAt(ids, 'SctiesMvmntTp')
  if (movement !== 'RECE' && movement !== 'DELI')
    faults.add('SctiesMvmntTp', 'Whether shares were received (RECE) or delivered (DELI) is missing.')
  const isFree = textAt(ids, 'Pmt') === 'FREE'
  const trade = at(root, 'TradDtls')
  const date = dayOf(at(trade, 'FctvSttlmDt'))
  if (date === null) faults.add('FctvSttlmDt', 'The day of the settlement is missing or no day.')
  const settled = sharesOf(at(own, 'SttldQty'), 'SttldQty', faults)
  if (settled === null) faults.add('SttldQty', 'The settled quantity is missing.')
  const isCancelled = REVERSAL.test(root.name)
  const ours = textAt(ids, 'AcctOwnrTxId')
  const line: ConfirmationLine = {
    of: 'confirmation',
    account,
    ...securityOf(at(root, 'FinInstrmId'), faults),
    side: movement === 'RECE' ? 'buy' : movement === 'DELI' ? 'sell' : null,
    isFree,
    ours: ours === 'NONREF' ? null : shortText(ours, 'AcctOwnrTxId'),
    settled,
    before: sharesOf(at(own, 'PrevslySttldQty'), 'PrevslySttldQty', faults),
    remaining: sharesOf(at(own, 'RmngToBeSttldQty'), 'RmngToBeSttldQty', faults),
    amount: isFree ? null : amountOf(at(root, 'SttldAmt'), faults),
    date,
    isCancelled,
    fault: null,
  }
  // Without a header only the transaction is named, which the parts of one settlement share.
  const reference = header ?? textAt(ids, 'AcctSvcrTxId') ?? textAt(ids, 'MktInfrstrctrTxId')
  return {
    type: isCancelled ? 'sese.026' : 'sese.025',
    reference: shortText(reference, header === undefined ? 'AcctSvcrTxId' : 'BizMsgIdr'),
    cancels: isCancelled ? shortText(saidBy(at(root, 'ConfRef')), 'ConfRef') : null,
    statement: null,
    account,
    lines: [{ ...line, fault: faults.first }],
  }
}

function amountOf(of: Element | undefined, faults: Faults) {
  const field = 'SttldAmt'
  const amount = at(of, 'Amt')
  if (amount === undefined) return faults.add(field, 'The settled amount is missing.')
  const currency = amount.attributes['Ccy'] ?? ''
  if (currency !== 'LKR')
    return faults.add(
      field,
      `The amount is in ${currency.slice(0, 3) || 'no currency'}; amounts in LKR are read.`,
    )
  return rupeesOf(amount.text.trim(), { mark: '.', field, faults })
}
