/**
 * How large a body of a route can be in keys, elements, depth and single texts, read off its schema. It is checked while the body
 * comes in, before anything walks it.
 */
import type { z } from 'zod'

/** Bytes of a file that is read as a whole: a sheet, a statement, a document. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024
/** Fields of one object, and values of a list that the contract does not name. The largest form has about forty. */
export const KEYS_MAX = 60
/** Objects and lists in each other; the deepest body that the contract names has four. */
export const DEPTH_MAX = 8

/** Bytes of a text or number where the contract names no longer one: what is parsed in one go stays short. */
export const TEXT_BYTES_MAX = 64 * 1024
/** Bytes that a letter may take in JSON: \\u0041. */
const BYTES_A_LETTER = 6

export interface BodyBounds {
  readonly depth: number
  readonly keys: number
  /** The longest list by its depth; the body itself is 0, a list that is a field of it 1. */
  readonly lists: readonly number[]
  /** Bytes of the longest text, in JSON between its quotes. */
  readonly textBytes: number
}

interface Def {
  readonly type: string
  readonly shape?: Record<string, z.ZodType>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly keyType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } }
  }[]
}

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def
/** The longest text or list that a schema takes, where it says so. */
function maximumOf(schema: z.ZodType): number | undefined {
  const maxima = (defOf(schema).checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' && def.maximum !== undefined ? [def.maximum] : [],
  )
  return maxima.length === 0 ? undefined : Math.min(...maxima)
}

/** Visits a schema and everything in it, as it takes a value, with its path and depth. */
export function walkInput(
  schema: z.ZodType,
  visit: (schema: z.ZodType, path: string, depth: number) => void,
  path = '',
  depth = 0,
): void {
  const def = defOf(schema)
  const into = (inner: z.ZodType | undefined, name = '', deeper = 0) => {
    if (inner !== undefined) walkInput(inner, visit, path + name, depth + deeper)
  }
  visit(schema, path, depth)
  for (const [name, inner] of Object.entries(def.shape ?? {})) into(inner, `.${name}`, 1)
  into(def.element, '[]', 1)
  into(def.valueType, '.*', 1)
  for (const inner of def.options ?? []) into(inner)
  into(def.innerType)
  into(def.left)
  into(def.right)
  if (def.type === 'pipe') {
    // The output of a transformation is our own value; a step before the check passes the sent value on.
    const first = def.in && defOf(def.in).type
    into(first === 'transform' ? def.out : def.in)
  }
}

/** Each schema is walked once: a server asks for every body of its routes twice. */
const known = new WeakMap<z.ZodType, BodyBounds>()

/** The bounds of a body by its schema. A list without a stated length counts as one that the contract does not name. */
export function boundsOf(schema: z.ZodType): BodyBounds {
  const found = known.get(schema) ?? walkBounds(schema)
  known.set(schema, found)
  return found
}

function walkBounds(schema: z.ZodType): BodyBounds {
  const lists: number[] = []
  let textBytes = TEXT_BYTES_MAX
  walkInput(schema, (one, _, depth) => {
    if (defOf(one).type === 'string') textBytes = Math.max(textBytes, (maximumOf(one) ?? 0) * BYTES_A_LETTER)
    if (defOf(one).type !== 'array') return
    while (lists.length <= depth) lists.push(0)
    lists[depth] = Math.max(lists[depth] ?? 0, maximumOf(one) ?? KEYS_MAX)
  })
  return { depth: DEPTH_MAX, keys: KEYS_MAX, lists, textBytes }
}

/** The longest list allowed at a depth. */
export const listMax = (bounds: BodyBounds, depth: number): number =>
  Math.max(bounds.lists[depth] ?? 0, bounds.keys)

/**
 * The unbounded parts of a schema: lists, texts and records without a bound, and objects with too many
 * fields.
 */
export function unboundedIn(schema: z.ZodType): string[] {
  const open: string[] = []
  walkInput(schema, (one, path, depth) => {
    const def = defOf(one)
    const where = path === '' ? 'the whole' : path.slice(path.startsWith('.') ? 1 : 0)
    if (def.type === 'array' && maximumOf(one) === undefined) open.push(`${where}: a list without max`)
    if (def.type === 'string' && maximumOf(one) === undefined) open.push(`${where}: a text without max`)
    if (def.type === 'lazy') open.push(`${where}: a shape without an end`)
    if (Object.keys(def.shape ?? {}).length > KEYS_MAX) open.push(`${where}: more than ${KEYS_MAX} fields`)
    if (depth >= DEPTH_MAX) open.push(`${where}: deeper than ${DEPTH_MAX}`)
  })
  return [...new Set(open)]
}
