/**
 * The second pass: matches for a person to decide, each with its reason. One line of one side against several of the
 * other, same side (debit or credit), within three days; a broker's one payment for buys and sells of a settlement day; late
 * clearings; entries with their own reversal.
 */
import { dayInWords } from '../values/date-texts.ts'
import {
  byDate,
  DAYS_TOLERANCE,
  type Dated,
  firstOnOrAfter,
  inRupees,
  type MatchLine,
  netOf,
  sumOf,
} from './line.ts'
import { type LedgerMovement, movements } from './movements.ts'

export interface ProposableLine extends MatchLine, LedgerMovement {
  /** Of a settlement's line: its broker and settlement account, whose one payment may be for several. */
  readonly party?: string | null
}
export interface Proposed {
  readonly ledger: readonly string[]
  readonly external: readonly string[]
  readonly reason: string
}

/** Bounds of the search: it must answer soon, and a chance sum of many lines proves nothing. */
const GROUP_MAX = 200
const DAY_MAX = 2 * GROUP_MAX
const CANDIDATES_MAX = 48
/**
 * Comparisons of lines in all, per direction: a second's work. However many lines are open, the others are not kept waiting;
 * those that come after it in date get no proposal of several lines.
 */
const COMPARISONS_MAX = 4_000_000
/** Searches for three lines without a hint, per direction: each takes a thousand steps. */
const TRIPLES_MAX = 500
const LATE_DAYS = 180
export const PROPOSALS_MAX = 1_000

type Line = ProposableLine & Dated & { readonly net: bigint; readonly size: bigint }
interface ComparisonBudget {
  left: number
}
interface Sides {
  /** The words for the one line and for the several lines in a reason. */
  readonly one: string
  readonly many: string
}

/**
 * In: the unmatched lines of both sides. Out: proposals, at most 1,000; no line is in two of them. `rejected`
 * holds the keys (see `proposalKey`) that a person has turned down.
 */
export function propose(
  ledgerLines: readonly ProposableLine[],
  externalLines: readonly ProposableLine[],
  rejected: ReadonlySet<string> = new Set(),
): Proposed[] {
  const all = byDate(ledgerLines).map(measured)
  const external = byDate(externalLines).map(measured)
  const taken = new Set<Line>()
  const found: Proposed[] = []
  const free = (line: Line) => !taken.has(line)
  const offer = (ours: readonly Line[], theirs: readonly Line[], reason: string): boolean => {
    const proposal = { ledger: ours.map((line) => line.id), external: theirs.map((line) => line.id), reason }
    if (found.length >= PROPOSALS_MAX || rejected.has(proposalKey(proposal))) return false
    for (const line of [...ours, ...theirs]) taken.add(line)
    found.push(proposal)
    return true
  }
  const netted = (parts: readonly Line[], one: Line, why: string) => offer(parts, [one], why)
  reversals(all, free, offer)
  // Also where a person turned the pair down: neither of the two is on a statement.
  const ledger = movements(all)
  wholeDays(ledger, external, free, netted)
  oneToMany(external, ledger, free, { one: 'the statement line', many: 'ledger lines' }, (one, many, why) =>
    offer(many, [one], why),
  )
  oneToMany(ledger, external, free, { one: 'the ledger line', many: 'statement lines' }, (one, many, why) =>
    offer([one], many, why),
  )
  partsOfDays(ledger.filter(free), external, free, netted)
  lateClearings(ledger.filter(free), external.filter(free), offer)
  return found
}

function measured(line: ProposableLine & Dated): Line {
  const net = netOf(line)
  return { ...line, net, size: net < 0n ? -net : net }
}

/** The same for the same lines, in whatever order they are named. */
export function proposalKey({ ledger, external }: Pick<Proposed, 'ledger' | 'external'>): string {
  return `${ledger.toSorted().join(',')}|${external.toSorted().join(',')}`
}

/** An entry and the entry that took it back: nothing for a statement to show. */
function reversals(
  ledger: readonly Line[],
  free: (line: Line) => boolean,
  offer: (ours: readonly Line[], theirs: readonly Line[], reason: string) => boolean,
): void {
  const byEntry = Map.groupBy(ledger, (line) => line.entry ?? '')
  for (const line of ledger) {
    if (line.reversalOf == null || !free(line)) continue
    const reversed = byEntry.get(line.reversalOf)?.find((one) => one.net === -line.net && free(one))
    if (reversed !== undefined) {
      offer([reversed, line], [], `Entry ${line.entry} reverses entry ${line.reversalOf}.`)
    }
  }
}

function oneToMany(
  ones: readonly Line[],
  many: readonly Line[],
  free: (line: Line) => boolean,
  sides: Sides,
  offer: (one: Line, parts: readonly Line[], reason: string) => boolean,
): void {
  const byWord = new Map<string, Line[]>()
  for (const line of many) {
    for (const word of wordsOf(line)) {
      const lines = byWord.get(word) ?? []
      byWord.set(word, lines)
      lines.push(line)
    }
  }
  const bySide = Map.groupBy(many, (line) => line.net > 0n)
  const byDay = Map.groupBy(many, (line) => `${line.day} ${line.net > 0n}`)
  const budget: ComparisonBudget = { left: COMPARISONS_MAX }
  let triples = 0
  for (const one of ones) {
    if (budget.left <= 0) return
    if (!free(one)) continue
    const isIn = one.net > 0n
    const fits = (line: Line) => {
      budget.left -= 1
      return (
        line.net > 0n === isIn &&
        line.size < one.size &&
        Math.abs(line.day - one.day) <= DAYS_TOLERANCE &&
        free(line)
      )
    }
    const total = (parts: readonly Line[]) =>
      `${parts.length} ${sides.many} add up to ${sides.one} of ${inRupees(one.net)}`
    const accept = (parts: readonly Line[], why: string) =>
      parts.length > 1 && sumOf(parts) === one.net && offer(one, parts, `${total(parts)}: ${why}.`)

    if (hinted(one, byWord, { fits, accept, budget })) continue
    const onDay = byDay.get(`${one.day} ${isIn}`) ?? []
    const sameDay = onDay.length <= DAY_MAX ? onDay.filter(fits) : []
    if (sameDay.length <= GROUP_MAX && accept(sameDay, `all of ${dayInWords(one.date)}`)) continue
    const near = nearest(bySide.get(isIn) ?? [], one, fits)
    let parts = pairOf(near, one.net)
    if (parts === undefined && triples < TRIPLES_MAX) {
      triples += 1
      parts = tripleOf(near, one.net)
    }
    if (parts !== undefined) accept(parts, `within ${DAYS_TOLERANCE} days`)
  }
}

/** Lines that share a word with the one, such as a reference or contract number: all of them, or some. */
function hinted(
  one: Line,
  byWord: ReadonlyMap<string, readonly Line[]>,
  {
    fits,
    accept,
    budget,
  }: {
    readonly fits: (line: Line) => boolean
    readonly accept: (parts: readonly Line[], why: string) => boolean
    readonly budget: ComparisonBudget
  },
): boolean {
  for (const word of wordsOf(one)) {
    const lines = byWord.get(word)
    if (lines === undefined || lines.length > GROUP_MAX) continue
    const sharing = lines.filter(fits)
    if (sharing.length < 2) continue
    if (accept(sharing, `all mention ${word}`)) return true
    const some = subsetOf(sharing.slice(0, CANDIDATES_MAX), one, budget)
    if (some !== undefined && accept(some, `all mention ${word}`)) return true
  }
  return false
}

/** References and numbers in a line's texts, in capitals: at least four characters, a digit among them, no date. */
function wordsOf(line: Line): Set<string> {
  const words = `${line.reference} ${line.description}`.toUpperCase().match(/[A-Z0-9][A-Z0-9/-]{3,}/g) ?? []
  return new Set(
    words.filter((word) => /\d/.test(word) && !/^\d{2,4}[/-]\d{1,2}[/-]\d{2,4}$/.test(word)).slice(0, 12),
  )
}

/** The nearest lines by date that fit, at most 48. */
function nearest(many: readonly Line[], one: Line, fits: (line: Line) => boolean): Line[] {
  const near: Line[] = []
  const start = firstOnOrAfter(many, one.day)
  let [before, after] = [start - 1, start]
  let steps = 0
  while (near.length < CANDIDATES_MAX && steps < 20 * CANDIDATES_MAX) {
    steps += 1
    const [past, coming] = [many[before], many[after]]
    const back = past === undefined ? Number.POSITIVE_INFINITY : one.day - past.day
    const ahead = coming === undefined ? Number.POSITIVE_INFINITY : coming.day - one.day
    if (Math.min(back, ahead) > DAYS_TOLERANCE) break
    const line = (ahead <= back ? coming : past) as Line
    if (ahead <= back) after += 1
    else before -= 1
    if (fits(line)) near.push(line)
  }
  return near
}

function pairOf(lines: readonly Line[], target: bigint): Line[] | undefined {
  const seen = new Map<bigint, Line>()
  for (const line of lines) {
    const other = seen.get(target - line.net)
    if (other !== undefined) return [other, line]
    seen.set(line.net, line)
  }
  return undefined
}

function tripleOf(lines: readonly Line[], target: bigint): Line[] | undefined {
  for (const [index, first] of lines.entries()) {
    const rest = pairOf(lines.slice(index + 1), target - first.net)
    if (rest !== undefined) return [first, ...rest]
  }
  return undefined
}

const STEPS_MAX = 4_000
/** Some of the lines that add up exactly to the one, largest first, by a search of bounded length. */
function subsetOf(lines: readonly Line[], one: Line, budget: ComparisonBudget): Line[] | undefined {
  const sorted = lines.toSorted((a, b) => (a.size < b.size ? 1 : a.size > b.size ? -1 : 0))
  const left: bigint[] = Array.from({ length: sorted.length + 1 }, () => 0n)
  for (let at = sorted.length - 1; at >= 0; at -= 1)
    left[at] = (left[at + 1] as bigint) + (sorted[at] as Line).size
  let steps = 0
  const chosen: Line[] = []
  const walk = (at: number, missing: bigint): boolean => {
    if (missing === 0n) return true
    steps += 1
    budget.left -= 1
    if (steps > STEPS_MAX || at >= sorted.length || (left[at] as bigint) < missing) return false
    const line = sorted[at] as Line
    if (line.size <= missing) {
      chosen.push(line)
      if (walk(at + 1, missing - line.size)) return true
      chosen.pop()
    }
    return walk(at + 1, missing)
  }
  return walk(0, one.size) ? chosen : undefined
}

type Netted = (parts: readonly Line[], one: Line, reason: string) => boolean

/** Settlement lines of one broker, settlement account and day: what one payment may be for. */
function daysOfParties(ledger: readonly Line[]): Line[][] {
  const groups = Map.groupBy(
    ledger.filter((line) => line.party != null),
    (line) => `${line.day} ${line.party}`,
  )
  return [...groups.values()].filter((group) => group.length > 1 && group.length <= GROUP_MAX)
}

function nettedReason(parts: readonly Line[], one: Line): string {
  const [into, out] = [true, false].map((isIn) => sumOf(parts.filter((line) => line.net > 0n === isIn)))
  const sides =
    into === 0n || out === 0n
      ? ''
      : one.net > 0n
        ? `: ${inRupees(into ?? 0n)} to receive less ${inRupees(out ?? 0n)} to pay`
        : `: ${inRupees(out ?? 0n)} to pay less ${inRupees(into ?? 0n)} to receive`
  const day = dayInWords(parts[0]?.date ?? one.date)
  return `${parts.length} settlements of one broker on ${day} add up to the statement line of ${inRupees(one.net)}${sides}.`
}

/** Whole days of a broker, buys and sells together, that a statement line comes to within three days. */
function wholeDays(
  ledger: readonly Line[],
  external: readonly Line[],
  free: (line: Line) => boolean,
  offer: Netted,
): void {
  const byNet = Map.groupBy(external, (line) => line.net)
  for (const group of daysOfParties(ledger)) {
    const parts = group.filter(free)
    const [first] = parts
    if (first === undefined || parts.length < 2) continue
    const near = (byNet.get(sumOf(parts)) ?? [])
      .filter((line) => free(line) && Math.abs(line.day - first.day) <= DAYS_TOLERANCE)
      .toSorted((a, b) => Math.abs(a.day - first.day) - Math.abs(b.day - first.day))
    for (const one of near) if (offer(parts, one, nettedReason(parts, one))) break
  }
}

/** Some of a broker's day, buys and sells together: two or three lines, or all but at most three. */
function partsOfDays(
  ledger: readonly Line[],
  external: readonly Line[],
  free: (line: Line) => boolean,
  offer: Netted,
): void {
  const byDay = Map.groupBy(daysOfParties(ledger), (group) => group[0]?.day ?? 0)
  const budget: ComparisonBudget = { left: COMPARISONS_MAX }
  for (const one of external) {
    for (let day = one.day - DAYS_TOLERANCE; day <= one.day + DAYS_TOLERANCE; day += 1) {
      for (const group of byDay.get(day) ?? []) {
        if (budget.left <= 0) return
        if (!free(one)) break
        const lines = group.filter(free).slice(0, CANDIDATES_MAX)
        if (lines.length < 3) continue
        budget.left -= lines.length * lines.length
        const parts = someOf(lines, one.net)
        if (parts !== undefined) offer(parts, one, nettedReason(parts, one))
      }
    }
  }
}

/** Two or three of the lines, or all but one, two or three, that add up to an amount. */
function someOf(lines: readonly Line[], target: bigint): Line[] | undefined {
  const few = pairOf(lines, target) ?? tripleOf(lines, target)
  if (few !== undefined) return few
  const over = sumOf(lines) - target
  const single = lines.find((line) => line.net === over)
  const left = single === undefined ? (pairOf(lines, over) ?? tripleOf(lines, over)) : [single]
  const rest = left && lines.filter((line) => !left.includes(line))
  return rest !== undefined && rest.length > 1 ? rest : undefined
}

/** One line of an amount on each side and no other: a cheque that cleared late. */
function lateClearings(
  ledger: readonly Line[],
  external: readonly Line[],
  offer: (ours: readonly Line[], theirs: readonly Line[], reason: string) => boolean,
): void {
  const ours = Map.groupBy(ledger, (line) => line.net)
  for (const [amount, theirs] of Map.groupBy(external, (line) => line.net)) {
    const [our, second] = ours.get(amount) ?? []
    const [their] = theirs
    if (our === undefined || second !== undefined || their === undefined || theirs.length > 1) continue
    const days = their.day - our.day
    if (days < -DAYS_TOLERANCE || days > LATE_DAYS) continue
    offer([our], [their], `The only lines of ${inRupees(amount)}, ${Math.abs(days)} days apart.`)
  }
}
