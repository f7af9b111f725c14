/**
 * Statements by name. What a statement takes and gives is not written by hand: `npm run statement-types` asks the database
 * and writes `statements.d.ts` next to the code, which adds to `Statements` (decision 023).
 */

/** By the name of a statement the values that it takes and the rows that it gives. The rooms' `statements.d.ts` fill it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is added to
export interface Statements {}

/** The parameters and rows of one statement. */
export interface Typed {
  readonly values: object
  readonly row: object
}

/** A prepared statement with numbered parameters whose rows the code describes itself. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly names?: undefined
}

/** A prepared statement, planned once per connection under its name, with named values. */
export interface TypedStatement<out T extends Typed = Typed> {
  readonly name: string
  /** As PostgreSQL takes it: the names became numbers. */
  readonly text: string
  /** The names of its values in the order of their numbers. */
  readonly names: readonly string[]
  /** Never there: it carries the types. */
  readonly types?: T
}

/** The rows of a statement: `RowOf<typeof OLDEST>`. */
export type RowOf<S> = S extends TypedStatement<infer T> ? T['row'] : never
/** The parameters of a statement. */
export type ValuesOf<S> = S extends TypedStatement<infer T> ? T['values'] : never

type Named<Name extends string> = Name extends keyof Statements
  ? Statements[Name] extends Typed
    ? TypedStatement<Statements[Name]>
    : never
  : Statement

const known = new Map<string, string>()

/** All statements that the loaded modules made, as they are written, by name. */
export const statementsKnown: ReadonlyMap<string, string> = known

/**
 * A statement under its name, which no other has. It names its parameters: `:portfolioId`, and `:since?` where null may
 * be given. A column that is never null, though the database cannot know, is marked: `AS total!`.
 * @throws where another statement has the name, and where numbers are mixed with names.
 */
export function statement<const Name extends string>(name: Name, text: string): Named<Name> {
  const other = known.get(name)
  if (other !== undefined && other !== text) throw new Error(`two statements are called ${name}`)
  known.set(name, text)
  const made = numbered(text)
  if (made.names.length > 0 && NUMBERED.test(text)) throw new Error(`${name} mixes numbers with names`)
  return { name, ...made } as unknown as Named<Name>
}

const NUMBERED = /\$\d/
/** Texts and comments, which hold no parameters; casts; a parameter; the mark of a column that is never null. */
const PARTS = /'(?:[^']|'')*'|--[^\n]*|::|:([a-z]\w*)\??|(?<=\bAS "?\w+"?)!/g

/** The text with numbers for its named parameters, and the names in the order of the numbers. */
export function numbered(text: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = []
  const withNumbers = text.replace(PARTS, (part: string, name: string | undefined) => {
    if (part === '!') return ''
    if (name === undefined) return part
    const index = names.indexOf(name)
    return `$${index === -1 ? names.push(name) : index + 1}`
  })
  return { text: withNumbers, names }
}

/** The values of a statement in the order of their numbers. */
export function inOrder(names: readonly string[], values: object): unknown[] {
  const given = values as Readonly<Record<string, unknown>>
  return names.map((name) => given[name])
}
