/** MT535, statement of holdings, and MT544 to MT547, confirmations of settlements. */
import { isPlainDate, type PlainDate } from '../values/dates.ts'
import {
  child,
  type FinMessage,
  finMessages,
  plainField,
  type Sequence,
  sequencesOf,
  valueOf,
  within,
} from './iso15022.ts'
import {
  type ConfirmationLine,
  type CustodianFile,
  type CustodianMessage,
  described,
  Faults,
  type HoldingLine,
  isinOf,
  readAll,
  rupeesOf,
  type StatementHead,
  shortText,
  symbolWithin,
  Unreadable,
  wholeShares,
} from './message.ts'

const CONFIRMATIONS: Readonly<Record<string, { side: 'buy' | 'sell'; isFree: boolean }>> = {
  544: { side: 'buy', isFree: true },
  545: { side: 'buy', isFree: false },
  546: { side: 'sell', isFree: true },
  547: { side: 'sell', isFree: false },
}

/** In: a text of `isIso15022`. */
export const readMt = (text: string): CustodianFile => readAll(finMessages(text), readOne)

function readOne({ type, text }: FinMessage): CustodianMessage | { readonly otherType: string } {
  if (type !== null && type !== '535' && CONFIRMATIONS[type] === undefined) return { otherType: `MT${type}` }
  const root = sequencesOf(text)
  const head = child(root, 'GENL')
  if (head === undefined) throw new Unreadable('16R GENL', 'the block GENL is missing.')
  if (type === '535') return holdings(root, head)
  if (type !== null) return confirmation(root, head, type)
  // A bare block 4: recognised by its fields.
  if (valueOf(head, '98', 'STAT') !== undefined && valueOf(head, '97', 'SAFE') !== undefined) {
    return valueOf(head, '22F', 'STST') === undefined && valueOf(head, '69', 'STAT') === undefined
      ? holdings(root, head)
      : { otherType: 'another MT' }
  }
  const details = child(root, 'SETDET')
  if (child(root, 'FIAC') === undefined || details === undefined) return { otherType: 'another MT' }
  return confirmation(root, head, typeOf(details))
}

/** Of a bare confirmation: who delivers is named where we receive, and the amount where it was paid. */
function typeOf(details: Sequence): string {
  const parties = [...within(details, 'SETPRTY')]
  const hasAgent = (name: string) => parties.some((party) => valueOf(party, '95', name) !== undefined)
  const [receives, delivers] = [hasAgent('DEAG'), hasAgent('REAG')]
  if (receives === delivers)
    throw new Unreadable(
      '95a',
      'whether shares were received (DEAG) or delivered (REAG) is not said. Please send it with its block 2.',
    )
  const isPaid = [...within(details, 'AMT')].some((amount) => valueOf(amount, '19A', 'ESTT') !== undefined)
  return receives ? (isPaid ? '545' : '544') : isPaid ? '547' : '546'
}

/** The day of 98A (20260331) and of 98C and 98E (20260331120000). */
function dayOf(text: string | undefined): PlainDate | null {
  const found = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '')
  const day = found === null ? '' : `${found[1]}-${found[2]}-${found[3]}`
  return isPlainDate(day) ? day : null
}

const BASES: Readonly<Record<string, 'settled' | 'traded'>> = { SETT: 'settled', TRAD: 'traded' }

function statementOf(head: Sequence): StatementHead {
  const date = dayOf(valueOf(head, '98', 'STAT'))
  if (date === null) throw new Unreadable('98a STAT', 'the day of the statement is missing or no day.')
  const page = /^(\d{1,5})\/(ONLY|LAST|MORE)$/.exec((plainField(head, '28E') ?? '').trim())
  if (page === null) throw new Unreadable('28E', 'the page is missing; it must be as 1/ONLY.')
  const basis = valueOf(head, '22F', 'STBA')
  if (basis !== undefined && BASES[basis] === undefined)
    throw new Unreadable('22F STBA', `the basis ${basis.slice(0, 20)} is not read; SETT and TRAD are.`)
  const number = valueOf(head, '13', 'STAT') ?? plainField(head, '13A')?.replace(/^:STAT\/\//, '')
  return {
    date,
    basis: basis === undefined ? null : (BASES[basis] ?? null),
    number: shortText(number, '13a STAT'),
    page: Number(page[1]),
    isLast: page[2] !== 'MORE',
    isWhole: valueOf(head, '22F', 'CODE') !== 'DELT',
  }
}

const accountOf = (of: Sequence | undefined) => {
  const text = valueOf(of, '97', 'SAFE')
  // 97B says first what kind of account it is.
  const isTyped = of?.fields.some(({ tag, text: all }) => tag === '97B' && all.startsWith(':SAFE'))
  return shortText(isTyped === true ? text?.replace(/^[^/]*\//, '') : text, '97a SAFE')
}

function holdings(root: Sequence, head: Sequence): CustodianMessage {
  const statement = statementOf(head)
  const account = accountOf(head)
  if (account === null) throw new Unreadable('97a SAFE', 'the safekeeping account is missing.')
  const cancels = cancelledStatement(head)
  // A cancellation repeats the statement that it takes back: its holdings say nothing.
  if (cancels !== null)
    return { type: 'MT535', reference: referenceOf(head), cancels, statement, account, lines: [] }
  const lines: HoldingLine[] = []
  const take = (of: Sequence, own: string) => {
    const seen = new Set<string>()
    for (const part of of.parts) {
      if (part.name === 'FIN') lines.push(holding(part, own, seen))
      else if (part.name === 'SUBSAFE') take(part, accountOf(part) ?? own)
    }
  }
  take(root, account)
  return { type: 'MT535', reference: referenceOf(head), cancels: null, statement, account, lines }
}

/** The reference of the statement that a message cancels; null of a statement. */
function cancelledStatement(head: Sequence): string | null {
  if (!isCancellation(head)) return null
  const reference = shortText(linkOf(head, 'PREV'), '20C PREV')
  if (reference === null)
    throw new Unreadable('20C PREV', 'the cancellation does not name the statement that it cancels.')
  return reference
}

const isCancellation = (head: Sequence) => /^(CANC|RVSL)/.test(plainField(head, '23G')?.trim() ?? '')

const referenceOf = (head: Sequence) => shortText(valueOf(head, '20C', 'SEME'), '20C SEME')

interface Security {
  readonly isin: string | null
  readonly symbol: string | null
  readonly text: string | null
}

function securityOf(of: Sequence | undefined, faults: Faults): Security {
  const written = plainField(of, '35B')?.trim() ?? ''
  const named = /^ISIN[ \t]+(\S+)/.exec(written)?.[1]
  const isin = isinOf(named)
  if (named !== undefined && isin === null) faults.add('35B', `“${named.slice(0, 40)}” is no ISIN.`)
  const text = described(named === undefined ? written : written.replace(/^ISIN[ \t]+\S+/, ''))
  if (isin === null && text === null) faults.add('35B', 'The security is missing.')
  return { isin, symbol: symbolWithin(text ?? ''), text }
}

/** Shares of `UNIT/40000,` or `UNIT/N500,`, with the balance's code between in 93C: `UNIT/NAVL/5000,`. */
function sharesOf(text: string | undefined, field: string, faults: Faults) {
  if (text === undefined) return null
  const found = /^([A-Z]{4})\/(?:[A-Z]{4}\/)?(N?)(.*)$/s.exec(text)
  if (found === null) return faults.add(field, `“${text.slice(0, 40)}” is no number of shares.`)
  const [, kind, sign, number = ''] = found
  if (kind !== 'UNIT') return faults.add(field, `The quantity is not in units (${kind}).`)
  return wholeShares(number, { mark: ',', isShort: sign === 'N', field, faults })
}

function holding(of: Sequence, account: string, seen: Set<string>): HoldingLine {
  const faults = new Faults()
  const security = securityOf(of, faults)
  const key = security.isin ?? security.text ?? ''
  if (key !== '' && seen.has(key))
    faults.add(
      '35B',
      'The security stands in the statement twice. Please ask the custodian which line counts.',
    )
  seen.add(key)
  const balance = (qualifier: string) => sharesOf(valueOf(of, '93', qualifier), `93B ${qualifier}`, faults)
  const parts = [...within(of, 'SUBBAL')]
  const part = (qualifier: string) => {
    const found = parts.flatMap((one) => {
      const text = valueOf(one, '93', qualifier)
      return text === undefined ? [] : [sharesOf(text, `93C ${qualifier}`, faults) ?? 0n]
    })
    return found.length === 0 ? null : found.reduce((all, one) => all + one, 0n)
  }
  const [aggregate, available] = [balance('AGGR'), balance('AVAI')]
  if (aggregate === null && available === null) faults.add('93B AGGR', 'There is no balance.')
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

function confirmation(root: Sequence, head: Sequence, type: string): CustodianMessage {
  const faults = new Faults()
  const [trade, own, details] = [child(root, 'TRADDET'), child(root, 'FIAC'), child(root, 'SETDET')]
  if (trade === undefined) throw new Unreadable('16R TRADDET', 'the block TRADDET is missing.')
  if (own === undefined) throw new Unreadable('16R FIAC', 'the block FIAC is missing.')
  const account = accountOf(own)
  if (account === null) throw new Unreadable('97a SAFE', 'the safekeeping account is missing.')
  const kind = CONFIRMATIONS[type] ?? { side: null, isFree: false }
  const date = dayOf(valueOf(trade, '98', 'ESET') ?? valueOf(trade, '98', 'SETT'))
  if (date === null) faults.add('98a ESET', 'The day of the settlement is missing or no day.')
  const shares = (qualifier: string) => sharesOf(valueOf(own, '36', qualifier), `36B ${qualifier}`, faults)
  const isCancelled = isCancellation(head)
  const settled = shares('ESTT')
  if (settled === null) faults.add('36B ESTT', 'The settled quantity is missing.')
  const line: ConfirmationLine = {
    of: 'confirmation',
    account,
    ...securityOf(trade, faults),
    ...kind,
    ours: shortText(linkOf(head, 'RELA'), '20C RELA'),
    settled,
    before: shares('PSTT'),
    remaining: shares('RSTT'),
    amount: kind.isFree ? null : amountOf(details, faults),
    date,
    isCancelled,
    fault: null,
  }
  return {
    type: `MT${type}`,
    reference: referenceOf(head),
    cancels: isCancelled ? shortText(linkOf(head, 'PREV'), '20C PREV') : null,
    statement: null,
    account,
    lines: [{ ...line, fault: faults.first }],
  }
}

/** Another message's reference: of ours (RELA), or of the one that it takes back (PREV). */
const linkOf = (head: Sequence, qualifier: 'RELA' | 'PREV'): string | undefined => {
  for (const link of within(head, 'LINK')) {
    const found = valueOf(link, '20C', qualifier)
    if (found !== undefined && found !== 'NONREF') return found
  }
  return undefined
}

function amountOf(details: Sequence | undefined, faults: Faults) {
  const field = '19A ESTT'
  for (const one of details === undefined ? [] : within(details, 'AMT')) {
    const text = valueOf(one, '19A', 'ESTT')
    if (text === undefined) continue
    const found = /^N?([A-Z]{3})(.*)$/s.exec(text)
    if (found === null) return faults.add(field, `“${text.slice(0, 40)}” is no amount.`)
    if (found[1] !== 'LKR') return faults.add(field, `The amount is in ${found[1]}; amounts in LKR are read.`)
    return rupeesOf(found[2] ?? '', { mark: ',', field, faults })
  }
  return faults.add(field, 'The settled amount is missing.')
}
