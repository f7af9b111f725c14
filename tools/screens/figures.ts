/**
 * Whether a screen writes a figure in one way: the same decimals under one label and on all cards of amounts, one grouping of
 * digits, and no amount twice with other decimals. Read from the page as it is shown.
 */

/** A figure as it is shown. */
export interface Figure {
  /** Of its column, card or pair; '' where it has none. */
  readonly label: string
  /** The figure of a card, not of its note. */
  readonly card?: boolean
  readonly text: string
}

/** In the page: every figure of the kit that is in it, with its label. */
export const FIGURES = `[...document.querySelectorAll('.em-number:not(.em-absent)')].filter((one) => one.getClientRects().length > 0).map((one) => {
  const cell = one.closest('td')
  const pair = one.closest('dd')
  const head = cell === null ? null : cell.closest('table').querySelector('thead tr:last-child')?.children[cell.cellIndex]
  const card = one.closest('[data-stat]')
  const isNote = card !== null && card.children[2]?.contains(one) === true
  const label = cell !== null ? head?.textContent : pair !== null ? pair.previousElementSibling?.textContent : card !== null && !isNote ? card.children[0].textContent : ''
  return { label: (label ?? '').trim(), card: card !== null && !isNote, text: one.textContent.trim() }
})`

const NUMERAL = /^[+\u2212-]?(?:LKR\u00a0)?([\d,]+(?:\.\d+)?)(%?)$/
const WESTERN = /^\d{1,3}(,\d{3})+$/
const INDIAN = /^\d{1,2}(,\d{2})*,\d{3}$/

interface Read {
  readonly label: string
  readonly text: string
  readonly card: boolean
  readonly digits: string
  readonly decimals: number
  readonly percent: boolean
  /** Undefined where both are written alike. */
  readonly grouping: 'thousands' | 'lakhs' | undefined
}

function read({ label, card = false, text }: Figure): Read | null {
  const [, numeral, percent] = NUMERAL.exec(text) ?? []
  if (numeral === undefined) return null
  const [whole = '', fraction = ''] = numeral.split('.')
  const western = WESTERN.test(whole)
  const indian = INDIAN.test(whole)
  return {
    label,
    card,
    text,
    digits: whole.replaceAll(',', ''),
    decimals: fraction.length,
    percent: percent === '%',
    grouping: western === indian ? undefined : western ? 'thousands' : 'lakhs',
  }
}

/** Amounts of fewer digits are the same by chance. */
const SIGNIFICANT_DIGITS = 7

/** The figures that a screen writes in two ways, in words; empty if there are none. */
export function writtenTwice(figures: readonly Figure[]): string[] {
  const all = figures.map(read).filter((one) => one !== null)
  const found: string[] = []
  const example = (some: readonly Read[], of: (one: Read) => unknown) =>
    [...Map.groupBy(some, of).values()].map(([first]) => first?.text).join(' and ')
  const by = (some: readonly Read[], of: (one: Read) => unknown) => new Set(some.map(of)).size > 1
  for (const [label, some] of Map.groupBy(all, (one) => `${one.label}${one.percent ? ' %' : ''}`)) {
    if (some[0]?.label !== '' && by(some, (one) => one.decimals))
      found.push(`${label}: ${example(some, (one) => one.decimals)}`)
  }
  const cards = all.filter((one) => one.card && one.label.endsWith('(LKR)'))
  if (by(cards, (one) => one.decimals))
    found.push(`Cards of amounts: ${example(cards, (one) => one.decimals)}`)
  const grouped = all.filter((one) => one.grouping !== undefined)
  if (by(grouped, (one) => one.grouping))
    found.push(`Digits are grouped in two ways: ${example(grouped, (one) => one.grouping)}`)
  const amounts = all.filter((one) => !one.percent && one.digits.length >= SIGNIFICANT_DIGITS)
  for (const same of Map.groupBy(amounts, (one) => one.digits).values()) {
    if (by(same, (one) => one.decimals)) found.push(`One amount: ${example(same, (one) => one.decimals)}`)
  }
  return [...new Set(found)]
}
