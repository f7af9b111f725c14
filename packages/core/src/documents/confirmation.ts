/** A broker's trade confirmation, as the lines of its text: what it says above, its sections, and a row for each fill. */
import { checkIsin } from '../securities/symbol.ts'
import type { Cents } from '../values/decimal.ts'
import { formatDecimal, MONEY_SCALE, sumOf } from '../values/money.ts'
import {
  AMOUNT,
  beginsRow,
  beginsSection,
  DAY,
  feesOfRow,
  HEADER_LABELS,
  type HeaderField,
  isTableHeader,
  isTitle,
  labelled,
  ROW_AMOUNTS,
  ROW_FEES,
  SECTION_WORDS,
  type SectionHead,
  sectionHead,
  TABLE_HEADER,
  TITLE,
  TOTALS,
  totalOf,
} from './confirmation-layout.ts'
import {
  centsOf,
  clientAccountOf,
  contractNumberOf,
  dayFirst,
  dayOf,
  fieldText,
  hasControls,
  isMoney,
  priceOf,
  priceText,
  sharesOf,
  symbolOf,
} from './field-texts.ts'
import {
  DOCUMENT_LINES_MAX,
  type DocumentHeader,
  type DocumentLine,
  type DocumentRead,
  Findings,
  NO_HEADER,
  netOf,
  SAID,
  type SideTotals,
  type StatedTotals,
  statedNet,
} from './line.ts'

/** Characters of one line; no confirmation comes near it. */
const LINE_MAX = 2_000
/** Lines over which a section or a row may be broken. */
const BROKEN_OVER = 4
const ADDRESS_LINES = 5
const LINES_SAMPLED = 1_000

/** Whether lines of text are a confirmation: one of them begins a section and one names the client's account. */
export function isConfirmation(lines: readonly string[]): boolean {
  const first = lines.slice(0, LINES_SAMPLED).map(plain)
  return first.some(beginsSection) || first.some((text) => /^client a\/c no\b/i.test(text))
}

const plain = (text: string) => text.slice(0, LINE_MAX).replace(/\s+/g, ' ').trim()

/**
 * In: the lines of the text from the top down, over all pages. Never throws: what cannot be read is reported
 * by line.
 */
export function parseConfirmation(lines: readonly string[]): DocumentRead {
  const reader = new ConfirmationReader()
  for (const [at, text] of lines.entries()) reader.read(at + 1, text)
  return reader.done()
}

type Section = Omit<SectionHead, 'code'> & { readonly symbol: string | null; readonly code: string }
type Broken = { readonly line: number; readonly text: string; readonly lines: number }

class ConfirmationReader {
  readonly #findings = new Findings()
  #header: DocumentHeader = NO_HEADER
  readonly #address: string[] = []
  /** Above the first label or title: the broker's name and address. */
  #atTop = true
  #account: string | null = null
  #name: string | null = null
  /** The name came after the last row: it may be above the account that it belongs to. */
  #nameIsNew = false
  #section: Section | null = null
  /** The beginning of a section line or of a row that goes on in the next line. */
  #brokenSection: Broken | null = null
  #brokenRow: Broken | null = null
  readonly #sides: { buy: SideTotals | null; sell: SideTotals | null } = { buy: null, sell: null }
  #net: Cents | null = null
  #manyTotals = false

  read(line: number, written: string): void {
    if (hasControls(written) || written.length > LINE_MAX) {
      const said =
        written.length > LINE_MAX ? `The line has more than ${LINE_MAX} characters.` : SAID.controls
      return this.#findings.drop(line, null, said, written)
    }
    const text = plain(written)
    if (text === '') return this.#findings.skip(line, 'blank')
    if (this.#goesOn(text)) return
    if (beginsSection(text)) return this.#beginSection({ line, text, lines: 1 })
    if (beginsRow(text)) return this.#beginRow({ line, text, lines: 1 })
    const labels = labelled(text)
    if (labels !== undefined) {
      if (labels.before !== '') this.#words(line, labels.before)
      this.#atTop = false
      for (const [field, value] of labels.values) this.#label(field, value)
      return
    }
    if (isTitle(text)) {
      this.#atTop = false
      return
    }
    const total = totalOf(text)
    if (total !== undefined) return this.#total(total)
    if (!isTableHeader(text)) this.#words(line, text)
  }

  done(): DocumentRead {
    if (this.#brokenSection !== null) this.#giveUpSection()
    if (this.#brokenRow !== null) this.#readRow(this.#brokenRow)
    const { buy: purchases, sell: sales } = this.#sides
    const nothingStated = purchases === null && sales === null && this.#net === null
    const statedTotals: StatedTotals = { count: null, purchases, sales, net: this.#net }
    return {
      kind: 'confirmation',
      header: {
        ...this.#header,
        address: this.#header.address ?? fieldText(this.#address.join(', '), 500),
      },
      ...this.#findings.found(),
      // Of several confirmations in one file no totals speak for the whole.
      statedTotals: nothingStated || this.#manyTotals ? null : statedTotals,
      text: null,
    }
  }

  /** Whether the line goes on where the one before broke off. */
  #goesOn(text: string): boolean {
    const section = this.#brokenSection
    if (section !== null) {
      const whole = { ...section, text: `${section.text} ${text}`, lines: section.lines + 1 }
      if (!beginsRow(text) && !beginsSection(text) && whole.lines <= BROKEN_OVER) {
        this.#beginSection(whole)
        return true
      }
      this.#giveUpSection()
    }
    const row = this.#brokenRow
    if (row === null) return false
    this.#brokenRow = null
    const isFigures = text.split(' ').every((word) => /^[\d,.\-/]+$/.test(word))
    if (isFigures && !beginsWhole(text) && row.lines < BROKEN_OVER) {
      this.#beginRow({ ...row, text: `${row.text} ${text}`, lines: row.lines + 1 })
      return true
    }
    this.#readRow(row)
    return false
  }

  #beginSection(broken: Broken): void {
    const head = sectionHead(broken.text)
    this.#brokenSection = head === undefined ? broken : null
    if (head === undefined) return
    this.#atTop = false
    this.#section = { ...head, symbol: symbolOf(head.code) }
  }

  #giveUpSection(): void {
    const { line, text } = this.#brokenSection ?? { line: 0, text: '' }
    this.#brokenSection = null
    this.#section = null
    this.#findings.drop(
      line,
      null,
      'This names no security in brackets, as ( JKH.N0000 / LK0092N00003 ).',
      text,
    )
  }

  #beginRow(broken: Broken): void {
    if (rowParts(broken.text) === undefined) this.#brokenRow = broken
    else this.#readRow(broken)
  }

  #readRow({ line, text }: Broken): void {
    this.#brokenRow = null
    this.#nameIsNew = false
    if (this.#findings.lines.length >= DOCUMENT_LINES_MAX) {
      return this.#findings.drop(line, null, 'The file has more than 100,000 lines.', '')
    }
    const drop = (column: string, message: string, value: string) =>
      this.#findings.drop(line, column, message, value)
    const section = this.#section
    const parts = rowParts(text)
    if (parts === undefined) {
      return drop(
        'Row',
        'A row has a date, shares, price, gross, six fees, net and a settlement date; some are missing here.',
        text,
      )
    }
    if (section === null)
      return drop('Security', 'No “Purchase of” or “Sale of” stands above this row.', text)
    const before = this.#findings.problemCount
    if (section.symbol === null) drop('Security', SAID.wrongSymbol, section.code)
    const tradeDate = dayOf(parts.tradeDate)
    if (tradeDate === null) drop('Trade Date', SAID.wrongDate, parts.tradeDate)
    const shares = sharesOf(parts.shares)
    if (shares === undefined || shares === 0n) drop('Shares', SAID.wrongQuantity, parts.shares)
    const price = priceOf(parts.price)
    if (price === undefined || price <= 0n) drop('Price', SAID.wrongPrice, parts.price)
    const amounts = parts.amounts.map((amount) => centsOf(amount))
    const [wrong] = parts.amounts.filter((_, at) => amounts[at] === undefined)
    if (wrong !== undefined) drop('Amounts', 'This is not an amount.', wrong)
    if (
      section.symbol === null ||
      tradeDate === null ||
      shares === undefined ||
      price === undefined ||
      this.#findings.problemCount > before
    ) {
      return
    }
    const cancelled = section.cancelled || shares < 0n
    const cents = amounts.map((amount = 0n) => (cancelled && amount < 0n ? -amount : amount))
    const [gross = 0n, ...others] = cents
    const feeAmounts = others.slice(0, ROW_FEES.length).map((fee, at) => {
      if (fee >= 0n) return fee
      this.#findings.note(line, 'Fees', SAID.negative, parts.amounts[at + 1] ?? '')
      return 0n
    })
    const foreign = cents[ROW_AMOUNTS] ?? 0n
    if (foreign < 0n)
      this.#findings.note(line, 'Foreign Brokerage', SAID.negative, String(parts.amounts.at(-1)))
    if (gross < 0n || !isMoney(gross)) return drop('Gross Amount', SAID.wrongAmount, parts.amounts[0] ?? '')
    const settlementDate = dayOf(parts.settlementDate)
    if (settlementDate === null) {
      this.#findings.note(line, 'Settlement Date', SAID.wrongDay, parts.settlementDate)
    }
    const charged = {
      side: section.side,
      gross,
      fees: feesOfRow(feeAmounts),
      foreignBrokerage: foreign < 0n ? 0n : foreign,
    }
    this.#findings.lines.push({
      line,
      tradeDate,
      tradeTime: null,
      executionId: null,
      symbol: section.symbol,
      isin: checkIsin(section.isin) === 'wrong-length' ? null : section.isin,
      companyName: fieldText(section.name),
      quantity: shares < 0n ? -shares : shares,
      price,
      ...charged,
      net: statedNet(amounts[ROW_AMOUNTS - 1] ?? 0n, netOf(charged)),
      contractNumber: contractNumberOf(parts.contract),
      clientAccount: this.#account,
      clientName: this.#name,
      settlementDate,
      orderId: null,
      cancelled,
      rest: { orderSource: 'PDFConfirm', ...(section.amended ? { status: 'Amended' } : {}) },
    })
  }

  #label(field: HeaderField, value: string): void {
    const text = fieldText(value, field === 'address' ? 500 : 200)
    if (text === null) return
    const isDay = field === 'tradeDate' || field === 'settlementDate'
    const read = isDay ? dayOf(text) : field === 'clientAccount' ? clientAccountOf(text) : text
    if (this.#header[field] === null) this.#header = { ...this.#header, [field]: read }
    if (field === 'clientName') {
      this.#name = text
      this.#nameIsNew = true
    }
    if (field !== 'clientAccount' || read === this.#account) return
    // Another client's confirmation in the same file: nothing of the one before goes on.
    if (this.#account !== null) this.#manyTotals = true
    this.#account = read
    if (!this.#nameIsNew) this.#name = null
    this.#section = null
  }

  #words(line: number, text: string): void {
    if (this.#header.brokerName === null && this.#atTop) {
      this.#header = { ...this.#header, brokerName: fieldText(text) }
    } else if (this.#atTop && this.#address.length < ADDRESS_LINES) this.#address.push(text)
    else this.#findings.skip(line, 'no trade')
  }

  #total({ of, amounts }: { readonly of: keyof typeof TOTALS; readonly amounts: readonly string[] }): void {
    if (of === 'section') return
    const cents = amounts.map((amount) => centsOf(amount))
    if (cents.includes(undefined)) return
    const stated = cents as Cents[]
    // A total that is stated twice is of a part: there are several confirmations in the file.
    if ((of === 'net' ? this.#net : this.#sides[of]) !== null) this.#manyTotals = true
    if (of === 'net') this.#net = stated.at(-1) ?? null
    else this.#sides[of] = sideTotals(stated)
  }
}

/** A side's total: gross, six fees, net and the foreign brokerage; or gross and net; or net alone. */
function sideTotals(amounts: readonly Cents[]): SideTotals | null {
  const [first = null] = amounts
  if (amounts.length === 1) return { count: null, gross: null, fees: null, net: first }
  if (amounts.length === 2) return { count: null, gross: first, fees: null, net: amounts[1] ?? null }
  if (amounts.length !== ROW_AMOUNTS && amounts.length !== ROW_AMOUNTS + 1) return null
  const fees = sumOf(amounts.slice(1, ROW_AMOUNTS - 1)) + (amounts[ROW_AMOUNTS] ?? 0n)
  return { count: null, gross: first, fees, net: amounts[ROW_AMOUNTS - 1] ?? null }
}

interface RowParts {
  readonly tradeDate: string
  readonly contract: string
  readonly shares: string
  readonly price: string
  /** Gross, six fees, net; then the foreign brokerage, where there is one. */
  readonly amounts: readonly string[]
  readonly settlementDate: string
}

/** The words of a whole row by their positions; undefined where some are missing. */
function rowParts(text: string): RowParts | undefined {
  const words = text.split(' ')
  const settles = words.findLastIndex((word) => DAY.test(word))
  const [foreign, ...further] = words.slice(settles + 1)
  if (settles < 1 || further.length > 0 || (foreign !== undefined && !AMOUNT.test(foreign))) return undefined
  const amounts = words.slice(settles - ROW_AMOUNTS, settles)
  const [tradeDate = '', ...head] = words.slice(0, Math.max(0, settles - ROW_AMOUNTS))
  // A contract number may be of several words: price and shares are the last two.
  const [price, shares, ...contract] = head.toReversed()
  if (price === undefined || shares === undefined) return undefined
  if (!amounts.every((word) => AMOUNT.test(word))) return undefined
  return {
    tradeDate,
    contract: contract.toReversed().join(' '),
    shares,
    price,
    amounts: foreign === undefined ? amounts : [...amounts, foreign],
    settlementDate: words[settles] ?? '',
  }
}

const beginsWhole = (text: string) => beginsRow(text) && text.includes(' ')

/**
 * The lines of a confirmation that `parseConfirmation` reads as the same: purchases, then sales, each by security. The lines
 * must have a company name and an ISIN to come back with them.
 */
export function formatConfirmation(header: DocumentHeader, lines: readonly DocumentLine[]): string[] {
  const { brokerName, address, tel, fax, email } = header
  const contact = [
    ...(tel === null ? [] : [`Tel : ${tel}`]),
    ...(fax === null ? [] : [`Fax : ${fax}`]),
    ...(email === null ? [] : [`E-mail : ${email}`]),
  ]
  const buys = lines.filter(({ side }) => side === 'buy')
  const sales = lines.filter(({ side }) => side === 'sell')
  const net = netOfAll(sales) - netOfAll(buys)
  return [
    brokerName ?? '',
    ...(address === null ? [] : [address]),
    ...(contact.length === 0 ? [] : [contact.join(' ')]),
    TITLE,
    ...HEADER_LABELS.flatMap(({ field, label }) => {
      if (field === 'tel' || field === 'fax' || field === 'email' || field === 'address') return []
      const value = header[field]
      if (value === null) return []
      return [`${label} : ${field.endsWith('Date') ? dayFirst(value) : value}`]
    }),
    ...sectionsOf(buys),
    ...(buys.length === 0 ? [] : [`${TOTALS.buy} ${totalAmounts(buys)}`]),
    ...sectionsOf(sales),
    ...(sales.length === 0 ? [] : [`${TOTALS.sell} ${totalAmounts(sales)}`]),
    `${TOTALS.net} ${money(net)}`,
  ]
}

const money = (cents: Cents) => formatDecimal(cents, MONEY_SCALE, { grouping: true })
const inForce = (lines: readonly DocumentLine[]) => lines.filter(({ cancelled }) => !cancelled)
const netOfAll = (lines: readonly DocumentLine[]) => sumOf(inForce(lines).map(({ net }) => net))

function sectionsOf(lines: readonly DocumentLine[]): string[] {
  const sections = Map.groupBy(
    lines,
    ({ symbol, isin, companyName, cancelled, rest }) =>
      `${cancelled ? 'Cancellation of ' : rest['status'] === 'Amended' ? 'Amendment of ' : ''}| ${companyName ?? symbol} ( ${[symbol, isin].filter(Boolean).join(' / ')} )`,
  )
  return [...sections].flatMap(([head, fills]) => {
    const words = SECTION_WORDS[fills[0]?.side ?? 'buy']
    return [
      head.replace('|', words),
      ...TABLE_HEADER,
      ...fills.map(rowOf),
      `${TOTALS.section} ${formatDecimal(sumOf(fills.map(({ quantity }) => quantity)), 0, { grouping: true })} ${totalAmounts(fills)}`,
    ]
  })
}

function rowOf(line: DocumentLine): string {
  const words = [
    dayFirst(line.tradeDate),
    ...(line.contractNumber === null ? [] : [line.contractNumber]),
    formatDecimal(line.quantity, 0, { grouping: true }),
    priceText(line.price, true),
    money(line.gross),
    ...ROW_FEES.map((component) => money(line.fees[component])),
    money(line.net),
    dayFirst(line.settlementDate ?? line.tradeDate),
    ...(line.foreignBrokerage === 0n ? [] : [money(line.foreignBrokerage)]),
  ]
  return words.join(' ')
}

/** Gross, six fees, net, and the foreign brokerage where there is any. */
function totalAmounts(lines: readonly DocumentLine[]): string {
  const counted = inForce(lines)
  const foreign = sumOf(counted.map(({ foreignBrokerage }) => foreignBrokerage))
  const amounts = [
    sumOf(counted.map(({ gross }) => gross)),
    ...ROW_FEES.map((component) => sumOf(counted.map(({ fees }) => fees[component]))),
    netOfAll(counted),
    ...(foreign === 0n ? [] : [foreign]),
  ]
  return amounts.map(money).join(' ')
}
