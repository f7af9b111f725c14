/**
 * Which security a sheet means: "JKH", "JKH-N-0000", "John Keells Holdings PLC", "sampath bank". A text that fits several
 * is never decided for: the answer lists them.
 */

export interface Listed {
  readonly symbol: string
  readonly name: string
}

/** The securities that a text fits. */
export type Naming<S> =
  | { readonly fits: 'one'; readonly security: S }
  /** Several, by symbol: a person has to choose. */
  | { readonly fits: 'several'; readonly securities: readonly S[] }
  | { readonly fits: 'none' }

/** Words that companies add to their names and people leave out. */
const FORMS: ReadonlySet<string> = new Set([
  'plc',
  'ltd',
  'limited',
  'pvt',
  'private',
  'co',
  'company',
  'the',
  'and',
  'inc',
])
/** A word that is cut short says something from so many letters on: "hold" for holdings. */
const CUT_MIN = 3
/** A longer text is no name. */
export const NAME_MAX = 200

/** The words of a name in lower case. */
export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/\(pvt\)/g, ' ')
    .replaceAll(/['’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Without words such as PLC, which do not distinguish companies. */
export const bare = (words: readonly string[]) => words.filter((word) => !FORMS.has(word))

/** JKH, JKH.N, JKH-N-0000, "JKH N0000", JKH.N0: company code, class and serial as people write them. */
export const SYMBOL_WRITTEN = /^([a-z0-9&]{2,6})(?:[ ./_-]*([nxprwud])[ ./_-]?(\d{0,4}))?$/i

interface Known<S> {
  readonly security: S
  readonly code: string
  readonly end: string
  readonly whole: string
  readonly words: readonly string[]
}

function known<S extends Listed>(security: S): Known<S> {
  const symbol = security.symbol.toLowerCase()
  const at = symbol.indexOf('.')
  return {
    security,
    code: at === -1 ? symbol : symbol.slice(0, at),
    end: at === -1 ? '' : symbol.slice(at + 1),
    whole: wordsOf(security.name).join(' '),
    words: bare(wordsOf(security.name)),
  }
}

/**
 * Answers, for a text, which of the securities it names. In this order: a symbol, also without its class or its serial (the
 * company code alone is the ordinary voting share); the whole name; the same name with another word for PLC; its first
 * words, also cut short. The first that fits any decides. Remembers what it was asked.
 */
export function securityFinder<S extends Listed>(securities: readonly S[]): (text: string) => Naming<S> {
  const all = securities.map(known)
  const asked = new Map<string, Naming<S>>()
  return (text) => {
    const key = text.trim().toLowerCase()
    const before = asked.get(key)
    if (before !== undefined) return before
    const found = namingOf(key, all)
    asked.set(key, found)
    return found
  }
}

function namingOf<S extends Listed>(text: string, all: readonly Known<S>[]): Naming<S> {
  if (text === '' || text.length > NAME_MAX) return { fits: 'none' }
  const exact = all.filter(({ security }) => security.symbol.toLowerCase() === text)
  if (exact.length > 0) return namingFrom(exact)
  const bySymbol = symbolsOf(text, all)
  if (bySymbol.length > 0) return namingFrom(bySymbol)
  const words = wordsOf(text)
  const whole = words.join(' ')
  const byWhole = all.filter((one) => one.whole === whole)
  if (byWhole.length > 0) return namingFrom(byWhole)
  const asked = bare(words)
  if (asked.length === 0 || !asked.some((word) => word.length >= CUT_MIN)) return { fits: 'none' }
  // "John Keells Ltd" says where the name ends; "john keells" may go on.
  const ended = asked.length < words.length ? all.filter((one) => isSame(one.words, asked)) : []
  return namingFrom(ended.length > 0 ? ended : all.filter((one) => begins(one.words, asked)))
}

/** Those that a symbol means, where it is written as one. */
function symbolsOf<S extends Listed>(text: string, all: readonly Known<S>[]): readonly Known<S>[] {
  const [, code, letter, serial = ''] = SYMBOL_WRITTEN.exec(text) ?? []
  if (code === undefined) return []
  const ofCode = all.filter((one) => one.code === code)
  if (letter !== undefined) {
    // N000 for N0000 is a digit that was lost; N0001 is another security.
    return ofCode.filter((one) => one.end === letter + serial.padEnd(4, '0'))
  }
  const ordinary = ofCode.filter((one) => one.end === 'n0000')
  return ordinary.length > 0 ? ordinary : ofCode
}

const isSame = (name: readonly string[], asked: readonly string[]) =>
  name.length === asked.length && name.every((word, at) => word === asked[at])

/** Whether the words asked for are the first ones of a name, each whole or cut short. */
function begins(name: readonly string[], asked: readonly string[]): boolean {
  return (
    asked.length <= name.length &&
    asked.every((word, at) => {
      const full = name[at] as string
      return full === word || (word.length >= CUT_MIN && full.startsWith(word))
    })
  )
}

function namingFrom<S extends Listed>(found: readonly Known<S>[]): Naming<S> {
  const [first, ...others] = found
  if (first === undefined) return { fits: 'none' }
  if (others.length === 0) return { fits: 'one', security: first.security }
  const securities = found
    .map(({ security }) => security)
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
  return { fits: 'several', securities }
}
