/** Checks a request by its schema. A long list in a body is checked in turns, so that other requests do not wait for all of it. */
import { z } from 'zod'
import { regularPauses } from '../pauses.ts'
import type { Detail } from '../refusal.ts'

/** Problems of one request that are reported. */
const PROBLEMS_MAX = 50
/** A list that may be longer than this is checked value by value. */
const LONG = 1_000

/** Answers the checked value, or undefined and adds to the problems. */
export function parse(
  schema: z.ZodType,
  value: unknown,
  problems: Detail[],
  at: readonly PropertyKey[] = [],
): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues.slice(0, PROBLEMS_MAX)) {
    problems.push({ field: [...at, ...issue.path].join('.') || 'body', message: issue.message })
  }
  return undefined
}

/** Like `parse`, of the schema that it was made for. */
export type BodyParser = (value: unknown, problems: Detail[]) => Promise<unknown>

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly maximum?: number } } }[]
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def
const withDef = <T extends z.ZodType>(schema: T, change: object): T =>
  schema.clone({ ...schema._zod.def, ...change } as never) as T

/** The checker of a body: where a field of it is a long list of objects, the list's values first, then the rest. */
export function bodyParser(schema: z.ZodType): BodyParser {
  const { shape = {} } = defOf(schema)
  const lists = Object.entries(shape).flatMap(([name, list]) => {
    const { type, element, checks = [] } = defOf(list)
    const longest = Math.max(0, ...checks.map(({ _zod }) => _zod.def.maximum ?? 0))
    if (type !== 'array' || element === undefined || defOf(element).type === 'unknown' || longest <= LONG)
      return []
    return [{ name, element, checked: withDef(list, { element: z.any() }) }]
  })
  if (lists.length === 0) return (value, problems) => Promise.resolve(parse(schema, value, problems))
  const rest = withDef(schema, {
    shape: { ...shape, ...Object.fromEntries(lists.map(({ name, checked }) => [name, checked])) },
  })
  return async (value, problems) => {
    // The list's own bounds are checked with the rest, on what was sent, before its values are looked at.
    const whole = parse(rest, value, problems) as Record<string, unknown> | undefined
    if (whole === undefined) return undefined
    const mayPause = regularPauses()
    for (const { name, element } of lists) {
      const values = whole[name] as unknown[]
      for (const [index, one] of values.entries()) {
        values[index] = parse(element, one, problems, [name, index])
        if (problems.length >= PROBLEMS_MAX) return undefined
        const pause = mayPause()
        if (pause !== undefined) await pause
      }
    }
    return problems.length > 0 ? undefined : whole
  }
}

const parsers = new WeakMap<z.ZodType, BodyParser>()

/** The parser of a schema, made once. */
export function bodyParserOf(schema: z.ZodType): BodyParser {
  const made = parsers.get(schema) ?? bodyParser(schema)
  parsers.set(schema, made)
  return made
}
