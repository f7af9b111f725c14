/** Which security a request means. Symbol and name are accepted; everything is stored by id. */
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'

/** The fields of a security that commands need. */
export interface Equity {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly isActive: boolean
}

const MEANT = statement(
  'equities.meant',
  `SELECT a.place::int AS asked!, m.place::int AS place!, m.by_symbol AS "bySymbol!", e.id AS id!, e.symbol AS symbol!, e.name AS name!, e.sector, e.is_active AS "isActive!"
     FROM unnest(:words::text[], :days::text[]) WITH ORDINALITY AS a (word, day, place)
    CROSS JOIN LATERAL securities_meant(a.word, nullif(a.day, '')::date) m JOIN equities e ON e.id = m.equity_id
    ORDER BY a.place, m.place, e.symbol`,
)
const WERE_CALLED = statement(
  'equities.were-called',
  `SELECT DISTINCT lower(w.word) AS word! FROM former_names() f CROSS JOIN LATERAL (VALUES (f.symbol), (f.name)) AS w (word)
    WHERE lower(w.word) = ANY (:words::text[])`,
)
const SYMBOL_TAKEN = statement(
  'equities.symbol-taken',
  'SELECT 1 FROM equities WHERE lower(symbol) = lower(:symbol)',
)

/** A text as it was written, and the day that it was written for; null: today. */
export interface SecurityAsked {
  readonly word: string
  readonly day: string | null
}

/** The securities that a text may mean, the best fit first. */
export interface SecurityMeant {
  /** The best fits: one, none, or several (ambiguous). */
  readonly best: readonly Equity[]
  /** Those that are or were called so at any time. */
  readonly all: readonly Equity[]
  /** By their symbol, not by the name of the company. */
  readonly bySymbol: boolean
}
const NOTHING: SecurityMeant = { best: [], all: [], bySymbol: false }

/** Only former names depend on the day: texts without one are asked once. */
const keyOf = (word: string, day: string | null) => `${day ?? ''} ${word}`
const plain = (word: string) => word.trim().toLowerCase()

/**
 * The securities that texts mean on their days, by symbol or company name, present or former (`securities_meant` in the schema).
 */
export async function securitiesMeant(
  db: Queryable,
  asked: readonly SecurityAsked[],
): Promise<(word: string, day: string | null) => SecurityMeant> {
  const words = [...new Set(asked.map(({ word }) => plain(word)))]
  const dated = new Set((await db.query(WERE_CALLED, { words })).map(({ word }) => word))
  const dayOf = (word: string, day: string | null) => (dated.has(word) ? day : null)
  const pairs = new Map(
    asked.map((one) => {
      const word = plain(one.word)
      const day = dayOf(word, one.day)
      return [keyOf(word, day), { word, day }]
    }),
  )
  const questions = [...pairs]
  const rows = await db.query(MEANT, {
    words: questions.map(([, { word }]) => word),
    days: questions.map(([, { day }]) => day ?? ''),
  })
  const byQuestion = Map.groupBy(rows, ({ asked: at }) => questions[at - 1]?.[0] ?? '')
  const meant = new Map([...byQuestion].map(([key, found]) => [key, meantBy(found)]))
  return (text, day) => meant.get(keyOf(plain(text), dayOf(plain(text), day))) ?? NOTHING
}

function meantBy(rows: readonly (Equity & { place: number; bySymbol: boolean })[]): SecurityMeant {
  const of = ({ id, symbol, name, sector, isActive }: Equity): Equity => ({
    id,
    symbol,
    name,
    sector,
    isActive,
  })
  return {
    best: rows.filter(({ place }) => place === 1).map(of),
    all: rows.map(of),
    bySymbol: rows[0]?.bySymbol === true,
  }
}

/**
 * The security that a text means on a day: by symbol, then by company name, without regard to case, present or former.
 * @throws Refusal `record.missing` (404); `name.ambiguous` or `symbol.ambiguous` (422) naming the symbols when several securities
 *   are meant, of the field where one is given.
 */
export async function resolveCompany(
  db: Queryable,
  text: string,
  day: string | null = null,
  field?: string,
): Promise<Equity> {
  const word = text.trim()
  const meant = (await securitiesMeant(db, [{ word, day }]))(word, day)
  const [first, ...others] = meant.best
  if (first === undefined) throw new Refusal('record.missing', { what: `Company ${word}` })
  if (others.length === 0) return first
  throw ambiguousName(word, meant, field)
}

/** Several securities fit a text: they are named. */
export function ambiguousName(word: string, { best, bySymbol }: SecurityMeant, field?: string): Refusal {
  const choices = best.map(({ symbol }) => symbol).join(', ')
  const code = bySymbol ? 'symbol.ambiguous' : 'name.ambiguous'
  return field === undefined
    ? new Refusal(code, { value: word, choices })
    : refuseField(code, field, { value: word, choices })
}

/** Whether a ticker symbol is taken, without regard to case. */
export async function symbolExists(db: Queryable, symbol: string): Promise<boolean> {
  const found = await db.query(SYMBOL_TAKEN, { symbol: symbol.trim() })
  return found.length > 0
}
