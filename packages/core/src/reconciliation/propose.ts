/**
 * The second pass: matches for a person to decide, each with its reason. One line of one side against several of the
 * other, same side (debit or credit), within three days; late clearings; entries with their own reversal.
 */
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

export interface ProposableLine extends MatchLine {
  /** Entry of a ledger line, and the entry that it reverses. */
  readonly entry?: string
  readonly reversalOf?: string | null
}
export interface Proposed {
  readonly ledger: readonly string[]
  readonly external: readonly string[]
  readonly reason: string
}

/** Bounds of the search: it must answer soon, and a chance sum of many lines proves nothing. */
const GROUP_MAX = 200
const LOOKED_AT = 48
/** Searches for three lines without a hint, per direction: each takes a thousand steps. */
const TRIPLES_MAX = 500
const LATE_DAYS = 180
export const PROPOSALS_MAX = 1_000

type Line = ProposableLine & Dated
interface Sides {
  /** What the one line and the several are called in a reason. */
  readonly one: string
  readonly many: string
}

/**
 * In: the unmatched lines of both sides. Out: proposals, at most 1,000; no line stands in two of them. `rejected` holds
 * the keys (see `proposalKey`) that a person has turned down.
 */
export function propose(
  ledgerLines: readonly ProposableLine[],
  externalLines: readonly ProposableLine[],
  rejected: ReadonlySet<string> = new Set(),
): Proposed[] {
  const ledger = byDate(ledgerLines)
  const external = byDate(externalLines)
  const taken = new Set<string>()
  const found: Proposed[] = []
  const free = (line: Line) => !taken.has(keyOf(line))
  const keyOf = (line: Line) => (ledgerSet.has(line) ? `l${line.id}` : `e${line.id}`)
  const ledgerSet = new Set<Line>(ledger)
  const offer = (ours: readonly Line[], theirs: readonly Line[], reason: string): boolean => {
    const proposal = { ledger: ours.map((line) => line.id), external: theirs.map((line) => line.id), reason }
    if (found.length >= PROPOSALS_MAX || rejected.has(proposalKey(proposal))) return false
    for (const line of [...ours, ...theirs]) taken.add(keyOf(line))
    found.push(proposal)
    return true
  }
  reversals(ledger, free, offer)
  oneToMany(external, ledger, free, { one: 'the statement line', many: 'ledger lines' }, (one, many, why) =>
    offer(many, [one], why),
  )
  oneToMany(ledger, external, free, { one: 'the ledger line', many: 'statement lines' }, (one, many, why) =>
    offer([one], many, why),
  )
  lateClearings(ledger.filter(free), external.filter(free), offer)
  return found
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
    const reversed = byEntry.get(line.reversalOf)?.find((one) => netOf(one) === -netOf(line) && free(one))
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
  const byDay = Map.groupBy(many, (line) => `${line.day} ${netOf(line) > 0n}`)
  let triples = 0
  for (const one of ones) {
    if (!free(one)) continue
    const fits = (line: Line) =>
      free(line) &&
      netOf(line) > 0n === netOf(one) > 0n &&
      size(line) < size(one) &&
      Math.abs(line.day - one.day) <= DAYS_TOLERANCE
    const total = (parts: readonly Line[]) =>
      `${parts.length} ${sides.many} add up to ${sides.one} of ${inRupees(netOf(one))}`
    const accept = (parts: readonly Line[], why: string) =>
      parts.length > 1 && sumOf(parts) === netOf(one) && offer(one, parts, `${total(parts)}: ${why}.`)

    if (hinted(one, byWord, fits, accept)) continue
    const sameDay = (byDay.get(`${one.day} ${netOf(one) > 0n}`) ?? []).filter(fits)
    if (sameDay.length <= GROUP_MAX && accept(sameDay, `all of ${one.date}`)) continue
    const near = nearest(many, one, fits)
    let parts = pairOf(near, netOf(one))
    if (parts === undefined && triples < TRIPLES_MAX) {
      triples += 1
      parts = tripleOf(near, netOf(one))
    }
    if (parts !== undefined) accept(parts, `within ${DAYS_TOLERANCE} days`)
  }
}

/** Lines that share a word with the one, such as a reference or contract number: all of them, or some. */
function hinted(
  one: Line,
  byWord: ReadonlyMap<string, readonly Line[]>,
  fits: (line: Line) => boolean,
  accept: (parts: readonly Line[], why: string) => boolean,
): boolean {
  for (const word of wordsOf(one)) {
    const lines = byWord.get(word)
    if (lines === undefined || lines.length > GROUP_MAX) continue
    const sharing = lines.filter(fits)
    if (sharing.length < 2) continue
    if (accept(sharing, `all mention ${word}`)) return true
    const some = subsetOf(sharing.slice(0, LOOKED_AT), netOf(one))
    if (some !== undefined && accept(some, `all mention ${word}`)) return true
  }
  return false
}

const size = (line: Line) => (netOf(line) < 0n ? -netOf(line) : netOf(line))

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
  while (near.length < LOOKED_AT && steps < 20 * LOOKED_AT) {
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
    const other = seen.get(target - netOf(line))
    if (other !== undefined) return [other, line]
    seen.set(netOf(line), line)
  }
  return undefined
}

function tripleOf(lines: readonly Line[], target: bigint): Line[] | undefined {
  for (const [place, first] of lines.entries()) {
    const rest = pairOf(lines.slice(place + 1), target - netOf(first))
    if (rest !== undefined) return [first, ...rest]
  }
  return undefined
}

const STEPS_MAX = 4_000
/** Some of the lines that add up exactly, largest first, by a search of bounded length. */
function subsetOf(lines: readonly Line[], target: bigint): Line[] | undefined {
  const wanted = target < 0n ? -target : target
  const sorted = lines.toSorted((a, b) => (size(a) < size(b) ? 1 : size(a) > size(b) ? -1 : 0))
  const left: bigint[] = Array.from({ length: sorted.length + 1 }, () => 0n)
  for (let at = sorted.length - 1; at >= 0; at -= 1)
    left[at] = (left[at + 1] as bigint) + size(sorted[at] as Line)
  let steps = 0
  const chosen: Line[] = []
  const walk = (at: number, missing: bigint): boolean => {
    if (missing === 0n) return true
    steps += 1
    if (steps > STEPS_MAX || at >= sorted.length || (left[at] as bigint) < missing) return false
    const line = sorted[at] as Line
    if (size(line) <= missing) {
      chosen.push(line)
      if (walk(at + 1, missing - size(line))) return true
      chosen.pop()
    }
    return walk(at + 1, missing)
  }
  return walk(0, wanted) ? chosen : undefined
}

/** One line of an amount on each side and no other: a cheque that cleared late. */
function lateClearings(
  ledger: readonly Line[],
  external: readonly Line[],
  offer: (ours: readonly Line[], theirs: readonly Line[], reason: string) => boolean,
): void {
  const ours = Map.groupBy(ledger, netOf)
  for (const [amount, theirs] of Map.groupBy(external, netOf)) {
    const [our, second] = ours.get(amount) ?? []
    const [their] = theirs
    if (our === undefined || second !== undefined || their === undefined || theirs.length > 1) continue
    const days = their.day - our.day
    if (days < -DAYS_TOLERANCE || days > LATE_DAYS) continue
    offer([our], [their], `The only lines of ${inRupees(amount)}, ${Math.abs(days)} days apart.`)
  }
}
