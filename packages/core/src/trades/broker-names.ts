import { lettersApart } from '../values/letters-apart.ts'

/**
 * Whether a name in trades may mean a broker. `same`: it differs from his name in case and spaces only. `near`: similar, proposed to
 * a person and never taken without him.
 */
export type BrokerFit = 'same' | 'near'

/** A broker as he is, or is about to be, registered. */
export interface BrokerCalled {
  readonly name: string
  readonly code: string | null
}

/** Tab, line ends and both kinds of space, as `broker_key` (schema/registers.sql) leaves them out. */
const SPACES = /[ \t\n\r\u00a0]/g
/** Words such as Ltd, which do not distinguish companies. */
const FORMS = new Set(['pvt', 'private', 'ltd', 'limited', 'plc', 'co', 'company', 'the', 'of', 'and'])
/** Letters that a shortened word keeps at least. */
const SHORTENED_MIN = 3

/** A broker's name as it is compared: without regard to case and spaces. */
export const brokerKey = (name: string): string => name.toLowerCase().replace(SPACES, '')

/** In: a name as written, and a broker. `near`: the same words shortened, without the form of the company, his code, or a slip of the pen. */
export function fitOf(written: string, { name, code }: BrokerCalled): BrokerFit | null {
  const [key, own] = [brokerKey(written), brokerKey(name)]
  if (key === '' || own === '') return null
  if (key === own) return 'same'
  if (code !== null && code.trim() !== '' && brokerKey(code) === key) return 'near'
  const [some, others] = [wordsOf(written), wordsOf(name)]
  if (some.length === 0 || others.length === 0) return null
  if (isShortened(some, others)) return 'near'
  return isSlip(some.join(''), others.join('')) ? 'near' : null
}

/** A registered broker with the names that he adopted. */
export interface BrokerOfNames {
  readonly name: string
  readonly names: readonly string[]
  readonly isActive: boolean
}

/**
 * The broker that a typed name means. In this order: who adopted the name, who is registered under it (case and spaces aside, as
 * `named_brokers()` decides); the only active broker one of whose names begins with the typed words, each whole or shortened to
 * three letters or more, words such as Ltd left out. Null where that is none or several: a user is asked.
 */
export function brokerMeant<B extends BrokerOfNames>(typed: string, brokers: readonly B[]): B | null {
  const key = brokerKey(typed)
  if (key === '') return null
  const exact =
    brokers.find(({ names }) => names.some((name) => brokerKey(name) === key)) ??
    brokers.find(({ name }) => brokerKey(name) === key)
  if (exact !== undefined) return exact
  const words = wordsOf(typed)
  const [first, ...others] = brokers.filter(
    ({ name, names, isActive }) => isActive && [name, ...names].some((one) => begins(wordsOf(one), words)),
  )
  return first === undefined || others.length > 0 ? null : first
}

/** Whether the words typed are the first ones of a name. */
const begins = (name: readonly string[], typed: readonly string[]) =>
  typed.length > 0 &&
  typed.length <= name.length &&
  isShortened(typed, name) &&
  typed.every((word, at) => (name[at] ?? '').startsWith(word))

function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const distinctive = words.filter((word) => !FORMS.has(word))
  return distinctive.length > 0 ? distinctive : words
}

/** Whether the words of one are those of the other in their order, each whole or shortened; the last ones may be left out. */
function isShortened(some: readonly string[], others: readonly string[]): boolean {
  const [fewer, more] = some.length <= others.length ? [some, others] : [others, some]
  const alike = (one: string, other: string) => {
    const [short, long] = one.length <= other.length ? [one, other] : [other, one]
    return short === long || (short.length >= SHORTENED_MIN && long.startsWith(short))
  }
  return fewer.every((word, at) => alike(word, more[at] ?? '')) && (fewer[0] ?? '').length >= SHORTENED_MIN
}

/** Whether two texts differ by one letter in six or more, or by two in ten or more: put in, left out or another one. */
function isSlip(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  const most = length >= 10 ? 2 : length >= 6 ? 1 : 0
  return most > 0 && Math.abs(one.length - other.length) <= most && lettersApart(one, other) <= most
}
